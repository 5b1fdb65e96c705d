import { useState } from 'react'
import { Choice, LinesEntry, Note, optionsOf, PressButton, Section, Toolbar } from '../../../../kit/index.ts'
import { call, type ReplyOf } from '../../../page/call.ts'
import { announce, useView } from '../../../page/store.ts'
import { useText } from '../../../page/text.ts'
import { useCommand } from '../../../page/use-command.ts'
import { useSecret } from '../../../page/use-secret.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { SavedFile } from '../../../parts/saved-file.tsx'
import own from './data.module.css'

type Part = 'with' | 'without'
const PARTS = ['with', 'without'] as const

/** An owner makes a file that sets up other tills. Its code is shown once, until the owner has written it down. */
export function SetUpFile() {
  const say = useText()
  const isConnected = useView((view) => view.settings.merchant !== null)
  const making = useCommand()
  const [devices, setDevices] = useState<Part>('with')
  const [goods, setGoods] = useState<Part>('with')
  const [terminals, setTerminals] = useState('')
  const [made, setMade] = useSecret<ReplyOf<'exportSetUp'> | null>(null)
  const make = async () => {
    const request = { devices: devices === 'with', goods: goods === 'with', terminals }
    const reply = await making.run(() => call('exportSetUp', request))
    if (!reply?.ok) return
    setMade(reply.value)
    announce(say('setUp.made'))
  }
  const { failure } = making
  const wrongLine = failure?.name === 'FIELDS_INVALID' ? (failure.detail ?? '') : null
  return (
    <Section title={say('setUp.title')} words={say('setUp.words')} testId="set-up-file">
      {made !== null ? (
        <div className={own.stack}>
          <SavedFile testId="set-up-written">{say('file.written', { path: made.path })}</SavedFile>
          <Note tone="warn" title={say('setUp.code')}>
            <output className={own.code} data-testid="set-up-code">
              {made.code}
            </output>
          </Note>
          <PressButton tone="main" onPress={() => setMade(null)}>
            {say('recovery.written')}
          </PressButton>
        </div>
      ) : isConnected ? (
        <div className={own.stack}>
          <div className={own.fields}>
            <Choice<Part>
              label={say('setUp.devices')}
              value={devices}
              onChange={setDevices}
              options={optionsOf(PARTS, (value) => say(`setUp.${value}`))}
            />
            <Choice<Part>
              label={say('copies.part.goods')}
              value={goods}
              onChange={setGoods}
              options={optionsOf(PARTS, (value) => say(`setUp.${value}`))}
            />
          </div>
          <LinesEntry
            label={say('setUp.terminals')}
            value={terminals}
            onChange={(typed) => {
              making.forget()
              setTerminals(typed)
            }}
            hint={say('setUp.terminals.hint')}
            error={wrongLine === null ? null : say('setUp.terminals.wrong', { line: wrongLine })}
            testId="set-up-terminals"
          />
          <FailureNote failure={wrongLine === null ? failure : null} />
          <Toolbar>
            <PressButton onPress={() => void make()} pending={making.pending}>
              {say('setUp.make')}
            </PressButton>
          </Toolbar>
        </div>
      ) : (
        <Note tone="plain">{say('failure.SET_UP_NO_MERCHANT')}</Note>
      )}
    </Section>
  )
}
