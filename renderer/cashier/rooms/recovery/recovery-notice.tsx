import type { ReactNode } from 'react'
import type { RegisterRescue, Reply, RescueNotice } from '../../../../shared/page/index.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { EndPage, Item, ItemList, PressButton, useFreeKeyboard, useHotkey } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call } from '../../page/call.ts'
import { useView } from '../../page/store.ts'
import { say } from '../../page/text.ts'
import { useCommand } from '../../page/use-command.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { tamperingWords } from '../../parts/tampering-words.ts'
import styles from './recovery.module.css'

type RecoveryNoticeProps = {
  readonly testId: 'recovered' | 'rescued' | 'register-rescued'
  readonly tone: 'chosen' | 'bad'
  readonly title: string
  readonly acknowledge: () => Promise<Reply<unknown>>
  readonly children: ReactNode
}

/** Shows a rescue of the journal, then one of the register, then recovered sales. */
export function Recovery() {
  const rescued = useView((view) => view.rescued)
  const register = useView((view) => view.registerRescued)
  if (rescued !== null) return <Rescued rescue={rescued} />
  return register === null ? <Recovered /> : <RegisterRescued rescue={register} />
}

/** A full-screen report of what was found at a start. It stays until somebody acknowledges it. */
function RecoveryNotice({ testId, tone, title, acknowledge, children }: RecoveryNoticeProps) {
  const acknowledging = useCommand()
  const done = () => void acknowledging.run(acknowledge)
  useFreeKeyboard()
  useHotkey('Enter', done)
  return (
    <EndPage icon={tone === 'bad' ? 'warning' : 'clock'} tone={tone} title={title} testId={testId}>
      {children}
      <FailureNote failure={acknowledging.failure} />
      <PressButton tone="main" size="large" hotkey="Enter" onPress={done} pending={acknowledging.pending}>
        {say('word.ok')}
      </PressButton>
    </EndPage>
  )
}

/** The sales that were unfinished when the program stopped, and how each continues. */
function Recovered() {
  const { sales, earlier } = useView((view) => view.recovered)
  return (
    <RecoveryNotice
      testId="recovered"
      tone="chosen"
      title={say('recovered.title')}
      acknowledge={() => call('acknowledgeRecovered')}
    >
      <p>{say('recovered.words')}</p>
      {earlier > 0 ? <p>{say('recovered.earlier', { listed: sales.length, count: earlier })}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard. */}
      <div className={styles.list} tabIndex={0}>
        <ItemList>
          {sales.map(({ saleId, sequence, total, was, now }) => (
            <Item
              key={saleId}
              title={say('word.saleNumbered', { number: formatSaleNumber(sequence) })}
              amount={total === 0 ? undefined : withSign(total)}
              testId="recovered-row"
            >
              <span className={styles.states}>
                <StateBadge state={was} />
                {was === now ? null : (
                  <>
                    <span aria-hidden="true">→</span>
                    <StateBadge state={now} />
                  </>
                )}
                {was === 'completed' ? <span>{say('recovered.retiring')}</span> : null}
              </span>
            </Item>
          ))}
        </ItemList>
      </div>
    </RecoveryNotice>
  )
}

/** The journal was damaged or missing: what was rescued, what was lost, and the path of the damaged file. */
function Rescued({ rescue }: { readonly rescue: RescueNotice }) {
  const { read, partly, lost } = rescue.sales
  const { shifts, wrong } = rescue
  return (
    <RecoveryNotice
      testId="rescued"
      tone="bad"
      title={say('rescued.title')}
      acknowledge={() => call('acknowledgeRescue')}
    >
      <ul className={styles.facts}>
        <li>{say('rescued.read', { count: read })}</li>
        {rescue.fromBackup > 0 ? <li>{say('rescued.fromBackup', { count: rescue.fromBackup })}</li> : null}
        {partly > 0 ? <li>{say('rescued.partly', { count: partly })}</li> : null}
        {shifts.partly > 0 ? <li>{say('rescued.shifts.partly', { count: shifts.partly })}</li> : null}
        {(shifts.lost ?? 0) > 0 ? <li>{say('rescued.shifts.lost', { count: shifts.lost ?? 0 })}</li> : null}
        <li>{lost === null ? say('rescued.lost.unknown') : say('rescued.lost', { count: lost })}</li>
      </ul>
      {wrong.map(({ file, what }) => (
        <p key={file}>{say('rescued.wrong', { file, what: tamperingWords(say, what) })}</p>
      ))}
      <p>{say(rescue.setAside === null ? 'rescued.missing' : 'rescued.todo')}</p>
      {rescue.setAside === null ? null : <p className={styles.path}>{rescue.setAside}</p>}
    </RecoveryNotice>
  )
}

/** The register was damaged: for goods, staff and settings what was lost, what is of the last copy, and where the damaged file is. */
function RegisterRescued({ rescue }: { readonly rescue: RegisterRescue }) {
  return (
    <RecoveryNotice
      testId="register-rescued"
      tone="bad"
      title={say('registerRescued.title')}
      acknowledge={() => call('acknowledgeRegister')}
    >
      <ul className={styles.facts}>
        {(['product', 'setting', 'person'] as const).map((kind) => (
          <RescuedRows key={kind} kind={kind} rows={rescue[kind]} />
        ))}
      </ul>
      <p>{say('registerRescued.todo')}</p>
      <p className={styles.path}>{rescue.setAside}</p>
    </RecoveryNotice>
  )
}

function RescuedRows({
  kind,
  rows: { old, lost },
}: {
  kind: RescuedKind
  rows: RegisterRescue[RescuedKind]
}) {
  return (
    <>
      {old > 0 ? <li>{say(`registerRescued.${kind}.old`, { count: old })}</li> : null}
      {lost === null ? <li>{say(`registerRescued.${kind}.unknown`)}</li> : null}
      {lost !== null && lost > 0 ? <li>{say(`registerRescued.${kind}.lost`, { count: lost })}</li> : null}
    </>
  )
}

type RescuedKind = 'product' | 'person' | 'setting'
