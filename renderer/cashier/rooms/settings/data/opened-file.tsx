import { type FormEvent, useState } from 'react'
import { failure } from '../../../../../shared/failure.ts'
import {
  FILE_PARTS,
  type FilePart,
  type FileReport,
  isOfDevices,
  MOST_FILE_BYTES,
} from '../../../../../shared/shop/shop-file.ts'
import { Note, PressButton, SelectEntry, TextEntry, Toolbar, TwoStepButton } from '../../../../kit/index.ts'
import { call, type RequestOf } from '../../../page/call.ts'
import { announce } from '../../../page/store.ts'
import { failureText, type Say, say } from '../../../page/text.ts'
import { useCommand } from '../../../page/use-command.ts'
import { useSecret } from '../../../page/use-secret.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { yearAndTime } from '../../../parts/moment.ts'
import { fieldWords, valueWords } from '../field-words.ts'
import { RestoreWords } from '../restore-words.tsx'
import own from './data.module.css'
import { YesNo } from './yes-no.tsx'

type Source = RequestOf<'inspectShopFile'>['source']

/** A shop file that a person chose, and what it would change. */
export function useShopFile() {
  const asking = useCommand()
  const [source, setSource] = useState<Source | null>(null)
  const [report, setReport] = useState<FileReport | null>(null)
  const [code, setCode] = useSecret('')
  const open = async (next: Source, typedCode = '') => {
    setSource(next)
    setCode(typedCode)
    const isTooLarge = 'content' in next && next.content.length > MOST_FILE_BYTES
    const reply = await asking.run(() =>
      isTooLarge
        ? Promise.resolve({ ok: false as const, error: failure('FILE_DAMAGED') })
        : call('inspectShopFile', { source: { ...next, code: typedCode } }),
    )
    if (reply !== null) setReport(reply.ok ? reply.value : null)
  }
  return { asking, open, source, report, code, setCode, close: () => setReport(null) }
}

type Hand = { readonly file: ReturnType<typeof useShopFile> }

/** Names why the file cannot be used, asks for the code of a sealed one, and takes the chosen parts after a preview. */
export function OpenedFile({ file }: Hand) {
  const { asking, source, report, open, code, setCode } = file
  const { name, detail } = asking.failure ?? {}
  const unseal = (event: FormEvent) => {
    event.preventDefault()
    if (source !== null) void open(source, code)
  }
  return (
    <>
      <FailureNote
        failure={asking.failure}
        testId="file-failure"
        {...(name === 'SHOP_FILE_WRONG' && detail ? { todo: say('file.wrong', { fields: detail }) } : {})}
      />
      {name === 'SHOP_FILE_SEALED' || name === 'SHOP_FILE_CODE_WRONG' ? (
        <form className={own.stack} onSubmit={unseal}>
          <TextEntry
            label={say('setUp.found.code')}
            hint={say('setUp.found.code.hint')}
            value={code}
            onChange={setCode}
            inputMode="numeric"
            figures
          />
          <PressButton submits pending={asking.pending} disabled={code.trim() === ''}>
            {say('setUp.check')}
          </PressButton>
        </form>
      ) : null}
      {report === null ? null : <Take key={report.from.at} file={file} report={report} />}
    </>
  )
}

function Take({ file: { source, code, close }, report }: Hand & { readonly report: FileReport }) {
  const taking = useCommand()
  const isCopy = report.kept !== 'none'
  const possible = FILE_PARTS.filter((part) => comesIn(part, report))
  const owners = report.people.filter(({ role, active }) => role === 'owner' && active)
  const [left, setLeft] = useState<ReadonlySet<FilePart>>(new Set(isCopy ? [] : ['devices']))
  const [ownerId, setOwnerId] = useState(owners[0]?.id ?? '')
  const [pin, setPin] = useSecret('')
  const [done, setDone] = useState<FileReport | null>(null)
  const parts = possible.filter((part) => !left.has(part))
  const asksPin = parts.includes('people') && !report.pins
  const take = async () => {
    if (source === null) return
    const owner = asksPin ? { id: ownerId, pin } : null
    const request = { source: { ...source, code }, parts, owner }
    const reply = await taking.run(() => call('takeShopFile', request))
    setPin('')
    if (!reply?.ok) return
    setDone(reply.value)
    announce(say('file.taken'))
  }
  if (done !== null)
    return (
      <>
        <Note tone="good" testId="file-taken">
          {say('file.taken')}
        </Note>
        {done.sales === null ? null : <RestoreWords of={done.sales} when="did" />}
      </>
    )
  const choose = (part: FilePart, wanted: boolean) => {
    const next = new Set(left)
    if (wanted) next.delete(part)
    else next.add(part)
    setLeft(next)
  }
  const atPin = taking.failure !== null && /^PIN_/.test(taking.failure.name)
  return (
    <div className={own.wide}>
      <p>{say('file.from', { ...report.from, at: yearAndTime(report.from.at) })}</p>
      {FILE_PARTS.filter((part) => isCopy || possible.includes(part)).map((part) => (
        <div key={part} className={own.part} data-testid={`file-part-${part}`}>
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
      {asksPin ? (
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
      {report.sales !== null && parts.includes('sales') ? (
        <RestoreWords of={report.sales} when="would" />
      ) : null}
      <Changes
        of={report.changes.filter(
          (change) => parts.includes(partOf(change.field)) && (!isCode(change) || parts.includes('sales')),
        )}
      />
      <FailureNote failure={atPin ? null : taking.failure} />
      <Toolbar end>
        <PressButton tone="subtle" onPress={close}>
          {say('word.cancel')}
        </PressButton>
        {possible.length === 0 ? (
          <Note tone="plain">{say('file.same')}</Note>
        ) : (
          <TwoStepButton
            tone="main"
            sure={say('file.take.sure')}
            about={parts.join()}
            onSure={() => void take()}
            pending={taking.pending}
            disabled={parts.length === 0 || (asksPin && pin === '')}
          >
            {say('file.take')}
          </TwoStepButton>
        )}
      </Toolbar>
    </div>
  )
}

const partOf = (field: string): FilePart => (isOfDevices(field) ? 'devices' : 'settings')

/** The till gets the code of the till that made the copy only together with its sales. */
const isCode = ({ field }: FileReport['changes'][number]): boolean => field === 'terminalCode'

const changesOf = (part: FilePart, { changes }: FileReport) =>
  changes.filter(({ field }) => partOf(field) === part)

const comesIn = (part: FilePart, report: FileReport): boolean =>
  ({
    sales: () =>
      report.sales !== null && (report.sales.added + report.sales.updated > 0 || report.changes.some(isCode)),
    settings: () => changesOf(part, report).length > 0,
    devices: () => changesOf(part, report).length > 0,
    goods: () => report.goods !== null,
    people: () => report.people.length > 0,
  })[part]()

function partWords(say: Say, part: FilePart, report: FileReport): string {
  const { sales, kept, goods, people, pins } = report
  if (part === 'settings' || part === 'devices')
    return say('file.changes', { count: changesOf(part, report).length })
  if (part === 'goods')
    return goods === null ? say('copies.would.goods.own') : say('copies.would.goods', { count: goods })
  if (part === 'people' && people.length === 0) return say('copies.would.people.own')
  if (part === 'people')
    return say(pins ? 'copies.would.people.pins' : 'copies.would.people', { count: people.length })
  if (sales === null) return say(`copies.would.sales.${kept === null || kept === 'none' ? 'live' : kept}`)
  const { added, updated, conflicts } = sales
  return say('copies.would.sales', { added, updated, conflicts })
}

function Changes({ of }: { readonly of: FileReport['changes'] }) {
  if (of.length === 0) return null
  return (
    <table className={own.changes}>
      <thead>
        <tr>
          <th scope="col">{say('file.field')}</th>
          <th scope="col">{say('file.now')}</th>
          <th scope="col">{say('file.then')}</th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ field, from, to }) => (
          <tr key={field} data-testid={`change-${field}`}>
            <th scope="row">{fieldWords(say, field)}</th>
            <td>{valueWords(say, field, from)}</td>
            <td>{valueWords(say, field, to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
