import { type FormEvent, useCallback, useState } from 'react'
import type { FailureName } from '../../../../shared/failure.ts'
import type { RestoreReport } from '../../../../shared/page/index.ts'
import type { ShopDatabaseView } from '../../../../shared/page/shop-link.ts'
import { Hint, Note, PressButton, Section, TextEntry, Toolbar, TwoStepButton } from '../../../kit/index.ts'
import { announce, call, failureText, say, useAsked, useCommand, useMay } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { yearAndTime } from '../../parts/moment.ts'
import own from './data/data.module.css'
import { RestoreWords, restoreCounts } from './restore-words.tsx'

const LOOK_AGAIN_MS = 2_000

/** The shop database: how a till is connected to it, and how it is connected now. */
export function ShopDatabase() {
  const { value: status, again } = useAsked(
    useCallback(() => call('getShopDatabase'), []),
    LOOK_AGAIN_MS,
  )
  if (status === null) return null
  return (
    <Section title={say('database.title')} testId="shop-database">
      {status.member === null ? (
        <Join onJoined={again} />
      ) : (
        <Member status={status} member={status.member} onChanged={again} />
      )}
    </Section>
  )
}

/** The fields that a refusal is about. */
const FIELD_OF: Partial<Readonly<Record<FailureName, 'code' | 'server'>>> = {
  PAIRING_CODE_INVALID: 'code',
  PAIRING_CODE_EXPIRED: 'code',
  SERVER_ADDRESS_INVALID: 'server',
}

function Join({ onJoined }: { readonly onJoined: () => void }) {
  const joining = useCommand()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState({ code: '', server: '' })
  const change = (now: Partial<typeof typed>) => {
    joining.forget()
    setTyped({ ...typed, ...now })
  }
  const isLink = /^\s*tugrik-pair:/i.test(typed.code)
  const join = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await joining.run(() => call('joinShopDatabase', typed))
    if (!reply?.ok) return
    announce(say('database.joined', reply.value))
    onJoined()
  }
  if (!open)
    return (
      <PressButton tone="subtle" onPress={() => setOpen(true)} testId="database-open">
        {say('database.open')}
      </PressButton>
    )
  const { failure } = joining
  const field = failure === null ? undefined : FIELD_OF[failure.name]
  const errorOf = (name: 'code' | 'server') => (failure && field === name ? failureText(say, failure) : null)
  return (
    <form className={own.stack} onSubmit={(event) => void join(event)}>
      <Hint>{say('database.words')}</Hint>
      <div className={own.fields}>
        <TextEntry
          label={say('word.code')}
          value={typed.code}
          onChange={(code) => change({ code })}
          hint={say('database.code.hint')}
          error={errorOf('code')}
          autoFocus
          testId="database-code"
        />
        {isLink ? null : (
          <TextEntry
            label={say('database.server')}
            value={typed.server}
            onChange={(server) => change({ server })}
            hint={say('database.server.hint')}
            error={errorOf('server')}
            inputMode="url"
            testId="database-server"
          />
        )}
      </div>
      <FailureNote failure={field === undefined ? failure : null} testId="database-failure" />
      <Toolbar>
        <PressButton
          tone="main"
          submits
          pending={joining.pending}
          disabled={typed.code.trim() === '' || (!isLink && typed.server.trim() === '')}
          testId="database-join"
        >
          {say(joining.pending ? 'database.joining' : 'database.join')}
        </PressButton>
        <PressButton onPress={() => setOpen(false)} disabled={joining.pending}>
          {say('database.cancel')}
        </PressButton>
      </Toolbar>
    </form>
  )
}

type MemberProps = {
  readonly status: ShopDatabaseView
  readonly member: NonNullable<ShopDatabaseView['member']>
  readonly onChanged: () => void
}

function Member({ status, member, onChanged }: MemberProps) {
  const { link, trouble, unsent, heardAt, missing } = status
  const leaving = useCommand()
  const deciding = useCommand()
  const fetching = useCommand()
  const mayFetch = useMay('restore-backup')
  const [fetched, setFetched] = useState<RestoreReport | null>(null)
  const fetchMissing = async () => {
    const reply = await fetching.run(() => call('fetchOwnEvents'))
    setFetched(reply?.ok ? reply.value : null)
  }
  const leave = async () => {
    await leaving.run(() => call('leaveShopDatabase'))
    onChanged()
  }
  return (
    <div className={own.stack}>
      <Note
        tone={link.state === 'connected' ? 'good' : 'plain'}
        title={say('database.member', member)}
        testId="database-state"
      >
        <span>
          {link.state === 'disconnected'
            ? say('database.state.disconnected', { at: yearAndTime(link.since) })
            : say(`database.state.${link.state}`)}
        </span>
        <span>
          {unsent.oldestAt === null
            ? say('database.sent')
            : say('database.unsent', { count: unsent.count, at: yearAndTime(unsent.oldestAt) })}
        </span>
        {heardAt === null || link.state === 'connected' ? null : (
          <span>{say('database.heard', { at: yearAndTime(heardAt) })}</span>
        )}
        <span>{member.server}</span>
      </Note>
      <FailureNote failure={link.state === 'disconnected' ? link.failure : trouble} tone="warn" />
      {link.state === 'connected' && link.certificateEnd !== undefined ? (
        <Note tone="warn" testId="database-certificate">
          {say('database.certificate', { at: yearAndTime(link.certificateEnd) })}
        </Note>
      ) : null}
      {missing === 0 ? null : (
        <>
          <Note tone="warn" testId="database-missing">
            {say('database.missing', { count: missing })}
          </Note>
          {mayFetch && link.state === 'connected' ? (
            <PressButton onPress={() => void fetchMissing()} pending={fetching.pending}>
              {say('database.fetch')}
            </PressButton>
          ) : null}
        </>
      )}
      {fetched === null ? null : (
        <>
          <Note tone="good" testId="database-fetched">
            {say('backup.did', restoreCounts(fetched))}
          </Note>
          <RestoreWords of={fetched} when="did" />
        </>
      )}
      {link.state === 'twice' ? (
        <>
          <FailureNote failure={{ name: 'SHOP_DATABASE_TWICE', detail: null }} tone="warn" />
          <TwoStepButton
            sure={say('database.takeOver.sure')}
            onSure={() => void deciding.run(() => call('takeOverShopDatabase'))}
            pending={deciding.pending}
          >
            {say('database.takeOver')}
          </TwoStepButton>
        </>
      ) : null}
      <FailureNote failure={leaving.failure ?? deciding.failure ?? fetching.failure} />
      <TwoStepButton
        sure={say('database.leave.sure')}
        onSure={() => void leave()}
        pending={leaving.pending}
        testId="database-leave"
      >
        {say('database.leave')}
      </TwoStepButton>
    </div>
  )
}
