import { type FormEvent, useState } from 'react'
import { type Failure, failure } from '../../../../../shared/failure.ts'
import { type ImportReport, MOST_FILE_BYTES } from '../../../../../shared/shop/shop-file.ts'
import {
  Choice,
  FileButton,
  LinesEntry,
  Note,
  optionsOf,
  PressButton,
  Section,
  TextEntry,
  Toolbar,
  TwoStepButton,
} from '../../../../kit/index.ts'
import { call, type ReplyOf } from '../../../page/call.ts'
import { announce, useView } from '../../../page/store.ts'
import { useText } from '../../../page/text.ts'
import { useCommand } from '../../../page/use-command.ts'
import { useMay } from '../../../page/use-may.ts'
import { useSecret } from '../../../page/use-secret.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { yearAndTime } from '../../../parts/moment.ts'
import { SavedFile } from '../../../parts/saved-file.tsx'
import { fieldWords, valueWords } from '../field-words.ts'
import own from './data.module.css'
import { YesNo } from './yes-no.tsx'

/** Saves a file for other tills, sealed or without secrets, and takes settings from a file after a preview of each field. */
export function ShopFile() {
  const say = useText()
  return (
    <Section title={say('file.title')} words={say('file.words')} testId="shop-file">
      <div className={own.pair}>
        <Write />
        <Read />
      </div>
    </Section>
  )
}

const SEALED = ['no', 'yes'] as const

function Write() {
  const say = useText()
  const maySeal = useMay('merchant')
  const isConnected = useView((view) => view.settings.merchant !== null)
  const writing = useCommand()
  const [sealed, setSealed] = useState<(typeof SEALED)[number]>('no')
  const [devices, setDevices] = useState(true)
  const [goods, setGoods] = useState(true)
  const [terminals, setTerminals] = useState('')
  const [made, setMade] = useSecret<ReplyOf<'exportShopFile'> | null>(null)
  const isSealed = sealed === 'yes'
  const write = async () => {
    const request = { devices, sealed: isSealed ? { goods, terminals } : null }
    const reply = await writing.run(() => call('exportShopFile', request))
    setMade(reply?.ok ? reply.value : null)
    if (reply?.ok && isSealed) announce(say('setUp.made'))
  }
  const { failure: why } = writing
  const wrongLine = why?.name === 'SETTING_INVALID' ? (why.detail ?? '') : null
  const written = (
    <SavedFile testId="file-written">{made && say('file.written', { path: made.path })}</SavedFile>
  )
  if (made?.code)
    return (
      <div className={own.stack}>
        {written}
        <Note tone="warn" title={say('setUp.code')}>
          <output className={own.code} data-testid="file-code">
            {made.code}
          </output>
        </Note>
        <PressButton tone="main" onPress={() => setMade(null)}>
          {say('recovery.written')}
        </PressButton>
      </div>
    )
  return (
    <div className={own.stack}>
      <div className={own.fields}>
        {maySeal ? (
          <Choice
            label={say('file.sealed')}
            value={sealed}
            onChange={setSealed}
            options={optionsOf(SEALED, (value) => say(`file.sealed.${value}`))}
          />
        ) : null}
        <YesNo label={say('file.devices')} value={devices} onChange={setDevices} />
        {isSealed ? <YesNo label={say('copies.part.goods')} value={goods} onChange={setGoods} /> : null}
      </div>
      {isSealed ? (
        <LinesEntry
          label={say('setUp.terminals')}
          value={terminals}
          onChange={(typed) => {
            writing.forget()
            setTerminals(typed)
          }}
          hint={say('setUp.terminals.hint')}
          error={wrongLine === null ? null : say('setUp.terminals.wrong', { line: wrongLine })}
          testId="file-terminals"
        />
      ) : null}
      {isSealed && !isConnected ? (
        <Note tone="plain">{say('failure.SET_UP_NO_MERCHANT')}</Note>
      ) : (
        <PressButton onPress={() => void write()} pending={writing.pending}>
          {say('file.write')}
        </PressButton>
      )}
      {written}
      <FailureNote failure={wrongLine === null ? why : null} />
    </div>
  )
}

function Read() {
  const say = useText()
  const asking = useCommand()
  const [content, setContent] = useState('')
  const [code, setCode] = useSecret('')
  const [devices, setDevices] = useState(false)
  const [report, setReport] = useState<ImportReport | null>(null)
  const [taken, setTaken] = useState(false)
  const isSealed = asking.failure?.name === 'SHOP_FILE_SEALED'
  const look = async (file: { content: string; code: string; devices: boolean }) => {
    setTaken(false)
    setContent(file.content)
    setDevices(file.devices)
    const reply = await asking.run(() =>
      file.content.length > MOST_FILE_BYTES
        ? Promise.resolve({ ok: false as const, error: failure('SHOP_FILE_DAMAGED') })
        : call('checkShopFile', file),
    )
    if (reply !== null) setReport(reply.ok ? reply.value : null)
  }
  const take = async () => {
    const reply = await asking.run(() => call('importSettings', { content, code, devices }))
    if (!reply?.ok) return
    setReport(null)
    setCode('')
    setTaken(true)
    announce(say('file.taken'))
  }
  const unseal = (event: FormEvent) => {
    event.preventDefault()
    void look({ content, code, devices })
  }
  return (
    <div className={own.stack}>
      <FileButton
        types={['application/json', '.json']}
        onFile={(file) => {
          setCode('')
          void file.text().then((text) => look({ content: text, code: '', devices: false }))
        }}
        pending={asking.pending}
      >
        {say('file.read')}
      </FileButton>
      <Wrong failure={isSealed ? null : asking.failure} />
      {isSealed || asking.failure?.name === 'SHOP_FILE_CODE_WRONG' ? (
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
      <Note tone="good" testId="file-taken">
        {taken && say('file.taken')}
      </Note>
      {report === null ? null : (
        <div className={own.wide}>
          <p>{say('file.from', { ...report.from, at: yearAndTime(report.from.at) })}</p>
          {report.devices ? (
            <YesNo
              label={say('file.devices')}
              value={devices}
              onChange={(chosen) => void look({ content, code, devices: chosen })}
            />
          ) : null}
          <Changes report={report} />
          <Toolbar end>
            <PressButton tone="subtle" onPress={() => setReport(null)}>
              {say('file.close')}
            </PressButton>
            {report.changes.length === 0 ? null : (
              <TwoStepButton
                tone="main"
                sure={say('file.take.sure')}
                onSure={() => void take()}
                pending={asking.pending}
              >
                {say('file.take')}
              </TwoStepButton>
            )}
          </Toolbar>
        </div>
      )}
    </div>
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

function Changes({ report: { changes } }: { readonly report: ImportReport }) {
  const say = useText()
  if (changes.length === 0) return <Note tone="plain">{say('file.same')}</Note>
  return (
    <>
      <strong>{say('file.changes', { count: changes.length })}</strong>
      <table className={own.changes}>
        <thead>
          <tr>
            <th scope="col">{say('file.field')}</th>
            <th scope="col">{say('file.now')}</th>
            <th scope="col">{say('file.then')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, from, to }) => (
            <tr key={field} data-testid={`change-${field}`}>
              <th scope="row">{fieldWords(say, field)}</th>
              <td>{valueWords(say, field, from)}</td>
              <td>{valueWords(say, field, to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
