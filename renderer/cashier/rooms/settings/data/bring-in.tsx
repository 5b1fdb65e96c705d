import { type FormEvent, useState } from 'react'
import {
  COPY_PARTS,
  type CopyPart,
  type CopyReport,
  type CopyRow,
} from '../../../../../shared/shop/shop-data.ts'
import {
  Item,
  ItemList,
  Note,
  PressButton,
  Section,
  SelectEntry,
  TextEntry,
  TwoStepButton,
} from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { announce, useView } from '../../../page/store.ts'
import { failureText, type Say, useText } from '../../../page/text.ts'
import { useCommand } from '../../../page/use-command.ts'
import { useSecret } from '../../../page/use-secret.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { yearAndTime } from '../../../parts/moment.ts'
import { RestoreWords } from '../restore-words.tsx'
import { FolderEntry } from './copy-plan.tsx'
import own from './data.module.css'
import { YesNo } from './yes-no.tsx'

/** Takes over a copy of the shop: finds it, shows its dry run, and takes the chosen parts. */
export function BringIn() {
  const say = useText()
  const planned = useView((view) => view.settings.copies.folder)
  const looking = useCommand()
  const [folder, setFolder] = useState<string | null>(null)
  const [rows, setRows] = useState<{
    readonly folder: string
    readonly of: readonly CopyRow[]
  } | null>(null)
  const typed = folder ?? planned
  const look = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await looking.run(() => call('listCopies', { folder: typed.trim() }))
    setRows(reply?.ok ? { folder: typed.trim(), of: reply.value } : null)
  }
  return (
    <Section title={say('copies.bring')} words={say('copies.bring.words')}>
      <form className={own.stack} onSubmit={(event) => void look(event)}>
        <FolderEntry
          label={say('copies.bring.folder')}
          hint={say('copies.bring.folder.hint')}
          value={typed}
          onChange={setFolder}
          error={looking.failure && failureText(say, looking.failure)}
        />
        <PressButton submits pending={looking.pending} disabled={typed.trim() === ''}>
          {say('copies.look')}
        </PressButton>
      </form>
      {rows?.of.length === 0 ? <Note tone="warn">{say('copies.found.none')}</Note> : null}
      <ItemList>
        {rows?.of.slice(0, MOST_SHOWN).map((row) => (
          <Found key={`${rows.folder} ${row.name}`} folder={rows.folder} row={row} />
        ))}
      </ItemList>
    </Section>
  )
}

/** The newest copies are shown. */
const MOST_SHOWN = 30

function Found({ folder, row: { name, of } }: { readonly folder: string; readonly row: CopyRow }) {
  const say = useText()
  const asking = useCommand()
  const [report, setReport] = useState<CopyReport | null>(null)
  const inspect = async () => {
    const reply = await asking.run(() => call('inspectCopy', { folder, name }))
    setReport(reply?.ok ? reply.value : null)
  }
  return (
    <Item
      title={
        of === null
          ? name
          : `${yearAndTime(of.at)}${of.mode === 'test' ? ` · ${say('copies.row.test')}` : ''}`
      }
      words={wordsOf(say, of)}
      tools={
        <PressButton size="small" onPress={() => void inspect()} pending={asking.pending}>
          {say('copies.inspect')}
        </PressButton>
      }
      testId="copy-row"
    >
      <FailureNote failure={asking.failure} />
      {report === null ? null : <Take folder={folder} name={name} report={report} />}
    </Item>
  )
}

function wordsOf(say: Say, of: CopyRow['of']): string {
  if (of === null) return say('copies.row.damaged')
  const { shop, terminal, sales, goods, people } = of
  return of.sealed
    ? say('file.from', { shop, terminal, at: say('file.sealed.yes') })
    : say('copies.row', { shop, terminal, sales, goods, people })
}

type TakeProps = { readonly folder: string; readonly name: string; readonly report: CopyReport }

function Take({ folder, name, report }: TakeProps) {
  const say = useText()
  const taking = useCommand()
  const possible = COPY_PARTS.filter((part) => comesIn(part, report))
  const owners = report.people.filter(({ role, active }) => role === 'owner' && active)
  const [left, setLeft] = useState<ReadonlySet<CopyPart>>(new Set())
  const [ownerId, setOwnerId] = useState(owners[0]?.id ?? '')
  const [pin, setPin] = useSecret('')
  const [done, setDone] = useState<CopyReport | null>(null)
  const parts = possible.filter((part) => !left.has(part))
  const withPeople = parts.includes('people')
  const take = async () => {
    const owner = withPeople ? { id: ownerId, pin } : null
    const reply = await taking.run(() => call('bringInCopy', { folder, name, parts, owner }))
    setPin('')
    if (!reply?.ok) return
    setDone(reply.value)
    announce(say('copies.taken'))
  }
  if (done !== null)
    return (
      <>
        <Note tone="good" testId="copy-taken">
          {say('copies.taken')}
        </Note>
        {done.sales === null ? null : <RestoreWords of={done.sales} when="did" />}
      </>
    )
  const choose = (part: CopyPart, wanted: boolean) => {
    const next = new Set(left)
    if (wanted) next.delete(part)
    else next.add(part)
    setLeft(next)
  }
  const atPin = taking.failure !== null && /^PIN_/.test(taking.failure.name)
  return (
    <div className={own.stack}>
      {COPY_PARTS.map((part) => (
        <div key={part} className={own.part} data-testid={`copy-part-${part}`}>
          <span>
            <b>{say(`copies.part.${part}`)}</b>
            <small>{partWords(say, part, report)}</small>
          </span>
          {comesIn(part, report) ? (
            <YesNo
              label={say(`copies.part.${part}`)}
              labelHidden
              value={!left.has(part)}
              onChange={(wanted) => choose(part, wanted)}
            />
          ) : null}
        </div>
      ))}
      {withPeople ? (
        <div className={own.fields}>
          <SelectEntry
            label={say('copies.owner')}
            value={ownerId}
            options={owners.map(({ id, name: label }) => ({ value: id, label }))}
            onChange={setOwnerId}
          />
          <TextEntry
            label={say('copies.owner.pin')}
            value={pin}
            onChange={setPin}
            type="password"
            inputMode="numeric"
            hint={say('copies.owner.pin.hint')}
            error={atPin && taking.failure ? failureText(say, taking.failure) : null}
          />
        </div>
      ) : null}
      {report.sales !== null && !left.has('sales') ? <RestoreWords of={report.sales} when="would" /> : null}
      <FailureNote failure={atPin ? null : taking.failure} />
      {possible.length === 0 ? (
        <Note tone="plain">{say('copies.would.nothing')}</Note>
      ) : (
        <TwoStepButton
          tone="main"
          sure={say('copies.take.sure')}
          onSure={() => void take()}
          pending={taking.pending}
          disabled={parts.length === 0 || (withPeople && pin === '')}
        >
          {say('copies.take')}
        </TwoStepButton>
      )}
    </div>
  )
}

function comesIn(part: CopyPart, { sales, settings, goods, people }: CopyReport): boolean {
  switch (part) {
    case 'sales':
      return sales !== null && sales.added + sales.updated > 0
    case 'settings':
      return settings > 0
    case 'goods':
      return goods !== null
    case 'people':
      return people.length > 0
  }
}

function partWords(say: Say, part: CopyPart, report: CopyReport): string {
  const { sales, kept, settings, goods, people } = report
  switch (part) {
    case 'sales':
      return sales === null
        ? say(`copies.would.sales.${kept ?? 'live'}`)
        : say('copies.would.sales', {
            added: sales.added,
            updated: sales.updated,
            conflicts: sales.conflicts,
          })
    case 'settings':
      return say('copies.would.settings', { count: settings })
    case 'goods':
      return goods === null ? say('copies.would.goods.own') : say('copies.would.goods', { count: goods })
    case 'people':
      return people.length === 0
        ? say('copies.would.people.own')
        : say('copies.would.people', { count: people.length })
  }
}
