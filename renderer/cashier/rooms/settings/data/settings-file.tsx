import { useState } from 'react'
import { type Failure, failure } from '../../../../../shared/failure.ts'
import type { SettingsDryRun } from '../../../../../shared/shop/settings-file.ts'
import {
  Choice,
  FileButton,
  Note,
  optionsOf,
  PressButton,
  Section,
  Toolbar,
  TwoStepButton,
} from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { announce } from '../../../page/store.ts'
import { useText } from '../../../page/text.ts'
import { useCommand } from '../../../page/use-command.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { yearAndTime } from '../../../parts/moment.ts'
import { SavedFile } from '../../../parts/saved-file.tsx'
import { fieldWords, valueWords } from '../field-words.ts'
import own from './data.module.css'

/** Writes the settings to a file, and takes settings from a file after a preview of each field. */
export function SettingsFile() {
  const say = useText()
  return (
    <Section title={say('file.title')} words={say('file.words')} testId="settings-file">
      <div className={own.pair}>
        <Write />
        <Read />
      </div>
    </Section>
  )
}

function Write() {
  const say = useText()
  const writing = useCommand()
  const [path, setPath] = useState<string | null>(null)
  const write = async () => {
    const reply = await writing.run(() => call('exportSettings'))
    if (reply?.ok) setPath(reply.value.path)
  }
  return (
    <div className={own.stack}>
      <PressButton onPress={() => void write()} pending={writing.pending}>
        {say('file.write')}
      </PressButton>
      <SavedFile testId="file-written">{path && say('file.written', { path })}</SavedFile>
      <FailureNote failure={writing.failure} />
    </div>
  )
}

type Devices = 'with' | 'without'
const MOST_BYTES = 1_000_000

function Read() {
  const say = useText()
  const asking = useCommand()
  const [content, setContent] = useState<string | null>(null)
  const [devices, setDevices] = useState<Devices>('without')
  const [dryRun, setDryRun] = useState<SettingsDryRun | null>(null)
  const [taken, setTaken] = useState(false)
  const look = async (text: string, chosen: Devices) => {
    setTaken(false)
    const reply = await asking.run(() =>
      text.length > MOST_BYTES
        ? Promise.resolve({ ok: false as const, error: failure('FILE_DAMAGED') })
        : call('checkSettingsFile', { content: text, devices: chosen === 'with' }),
    )
    if (reply === null) return
    setDryRun(reply.ok ? reply.value : null)
    setContent(reply.ok ? text : null)
    setDevices(chosen)
  }
  const take = async () => {
    if (content === null) return
    const reply = await asking.run(() => call('importSettings', { content, devices: devices === 'with' }))
    if (!reply?.ok) return
    setDryRun(null)
    setTaken(true)
    announce(say('file.taken'))
  }
  return (
    <div className={own.stack}>
      <FileButton
        types={['application/json', '.json']}
        onFile={(file) => void file.text().then((text) => look(text, 'without'))}
        pending={asking.pending}
      >
        {say('file.read')}
      </FileButton>
      <Wrong failure={asking.failure} />
      <Note tone="good" testId="file-taken">
        {taken && say('file.taken')}
      </Note>
      {dryRun === null || content === null ? null : (
        <div className={own.wide}>
          <p>
            {say('file.from', {
              shop: dryRun.from.shop,
              terminal: dryRun.from.terminal,
              at: yearAndTime(dryRun.from.at),
            })}
          </p>
          {dryRun.devices ? (
            <Choice<Devices>
              label={say('file.devices')}
              value={devices}
              onChange={(chosen) => void look(content, chosen)}
              options={optionsOf(['without', 'with'], (value) => say(`file.devices.${value}`))}
            />
          ) : null}
          <Changes dryRun={dryRun} />
          <Toolbar end>
            <PressButton tone="subtle" onPress={() => setDryRun(null)}>
              {say('word.cancel')}
            </PressButton>
            {dryRun.changes.length === 0 ? null : (
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
  const fields = why?.name === 'SETTINGS_FILE_WRONG' ? why.detail : null
  return (
    <FailureNote
      failure={why}
      testId="file-failure"
      {...(fields === null ? {} : { todo: say('file.wrong', { fields }) })}
    />
  )
}

function Changes({ dryRun: { changes } }: { readonly dryRun: SettingsDryRun }) {
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
