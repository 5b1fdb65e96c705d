import { type FormEvent, useState } from 'react'
import { type Failure, failure } from '../../../../../shared/failure.ts'
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
import { failureText, type Say, useText } from '../../../page/text.ts'
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

/** Asks for the code of a sealed file, and takes the chosen parts after a preview. */
export function OpenedFile({ file }: Hand) {
  const { asking, source, report } = file
  const why = asking.failure
  const asksCode = why?.name === 'SHOP_FILE_SEALED' || why?.name === 'SHOP_FILE_CODE_WRONG'
  return (
    <>
      <Wrong failure={why?.name === 'SHOP_FILE_SEALED' ? null : why} />
      {asksCode ? <Code file={file} /> : null}
      {report === null || source === null ? null : <Take key={report.from.at} file={file} report={report} />}
    </>
  )
}

/** Why the file cannot be used, with the fields that are wrong. */
function Wrong({ failure: why }: { readonly failure: Failure | null }) {
  const say = useText()
  const fields = why?.name === 'SHOP_FILE_WRONG' ? why.detail : null
  return (
    <FailureNote
      failure={why}
      testId="file-failure"
      {...(fields === null ? {} : { todo: say('file.wrong', { fields }) })}
    />
  )
}

function Code({ file: { asking, source, open, code, setCode } }: Hand) {
  const say = useText()
  const unseal = (event: FormEvent) => {
    event.preventDefault()
    if (source !== null) void open(source, code)
  }
  return (
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
  )
}

function Take({ file: { source, code, close }, report }: Hand & { readonly report: FileReport }) {
  const say = useText()
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
      <Changes of={report.changes.filter(({ field }) => parts.includes(partOf(field)))} />
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

const changesOf = (part: FilePart, { changes }: FileReport) =>
  changes.filter(({ field }) => partOf(field) === part)

function comesIn(part: FilePart, report: FileReport): boolean {
  switch (part) {
    case 'sales':
      return report.sales !== null && report.sales.added + report.sales.updated > 0
    case 'settings':
    case 'devices':
      return changesOf(part, report).length > 0
    case 'goods':
      return report.goods !== null
    case 'people':
      return report.people.length > 0
  }
}

function partWords(say: Say, part: FilePart, report: FileReport): string {
  const { sales, kept, goods, people, pins } = report
  switch (part) {
    case 'sales':
      if (sales === null) return say(`copies.would.sales.${kept === null || kept === 'none' ? 'live' : kept}`)
      return say('copies.would.sales', {
        added: sales.added,
        updated: sales.updated,
        conflicts: sales.conflicts,
      })
    case 'settings':
    case 'devices':
      return say('file.changes', { count: changesOf(part, report).length })
    case 'goods':
      return goods === null ? say('copies.would.goods.own') : say('copies.would.goods', { count: goods })
    case 'people':
      if (people.length === 0) return say('copies.would.people.own')
      return say(pins ? 'copies.would.people.pins' : 'copies.would.people', { count: people.length })
  }
}

function Changes({ of }: { readonly of: FileReport['changes'] }) {
  const say = useText()
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
