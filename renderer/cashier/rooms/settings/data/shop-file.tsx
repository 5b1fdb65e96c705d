import { useState } from 'react'
import {
  Choice,
  FileButton,
  LinesEntry,
  Note,
  optionsOf,
  PressButton,
  Section,
} from '../../../../kit/index.ts'
import { announce, call, type ReplyOf, say, useCommand, useMay, useView } from '../../../page/index.ts'
import { useSecret } from '../../../page/use-secret.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { SavedFile } from '../../../parts/saved-file.tsx'
import own from './data.module.css'
import { OpenedFile, useShopFile } from './opened-file.tsx'
import { YesNo } from './yes-no.tsx'

/** Saves a file for other tills, sealed or without secrets, and takes parts of a file after a preview. */
export const ShopFile = () => (
  <Section title={say('file.title')} words={say('file.words')} testId="shop-file">
    <div className={own.pair}>
      <Write />
      <Read />
    </div>
  </Section>
)

const SEALED = ['no', 'yes'] as const

function Write() {
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
  const wrongLine = why?.name === 'FIELDS_INVALID' ? (why.detail ?? '') : null
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
        <YesNo label={say('copies.part.devices')} value={devices} onChange={setDevices} />
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
  const file = useShopFile()
  return (
    <div className={own.stack}>
      <FileButton
        types={['application/json', '.json']}
        onFile={(chosen) => void chosen.text().then((content) => file.open({ content }))}
        pending={file.asking.pending}
      >
        {say('file.read')}
      </FileButton>
      <OpenedFile file={file} />
    </div>
  )
}
