import { type FormEvent, useCallback, useEffect, useState } from 'react'
import type { FoundFile, SetUpReport } from '../../../../../shared/shop/shop-file.ts'
import { Note, PressButton, Section, TextEntry, Toolbar } from '../../../../kit/index.ts'
import { call, say, useCommand } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { yearAndTime } from '../../../parts/moment.ts'
import { TakenCode } from '../shop-form.tsx'
import own from './data.module.css'

/** The newest sealed file on a stick; null where there is none, or it was not looked for yet. */
export function useFoundFile() {
  const [found, setFound] = useState<readonly FoundFile[] | null>(null)
  const look = useCallback(async () => {
    const reply = await call('findSealedFiles')
    setFound(reply.ok ? reply.value : [])
  }, [])
  useEffect(() => void look(), [look])
  return { file: found?.[0] ?? null, look }
}

/** Looks for a stick that was plugged in later. */
export function LookForFile({ look }: { readonly look: () => Promise<void> }) {
  const [looked, setLooked] = useState(false)
  return (
    <>
      <Note tone="plain">{looked && say('setUp.found.none')}</Note>
      <PressButton tone="subtle" wide onPress={() => void look().then(() => setLooked(true))}>
        {say('setUp.look')}
      </PressButton>
    </>
  )
}

/** Sets up a new till from a file of another till, after a preview. */
export function TakeSetUp({ file: { path, ...from } }: { readonly file: FoundFile }) {
  const asking = useCommand()
  const [code, setCode] = useState('')
  const [terminal, setTerminal] = useState('')
  const [report, setReport] = useState<SetUpReport | null>(null)
  const change = (how: (typed: string) => void) => (typed: string) => {
    asking.forget()
    setReport(null)
    how(typed)
  }
  const request = { path, code, terminal }
  const check = async (event: FormEvent) => {
    event.preventDefault()
    const reply = await asking.run(() => call('checkSetUp', request))
    setReport(reply?.ok ? reply.value : null)
  }
  // The guide closes by itself, and the till asks for a PIN where the file has people.
  const take = (agreed: { readonly takeOver?: true; readonly olderFile?: true } = {}) =>
    void asking.run(() => call('setUpTill', { ...request, takeOver: false, olderFile: false, ...agreed }))
  const older = report?.older ?? null
  return (
    <Section
      title={say('setUp.found')}
      words={say('file.from', { ...from, at: yearAndTime(from.at) })}
      testId="found-set-up"
    >
      <form className={own.stack} onSubmit={(event) => void check(event)}>
        <div className={own.fields}>
          <TextEntry
            label={say('setUp.found.code')}
            hint={say('setUp.found.code.hint')}
            value={code}
            onChange={change(setCode)}
            inputMode="numeric"
            figures
          />
          <TextEntry
            label={say('setUp.found.terminal')}
            hint={say('setUp.found.terminal.hint')}
            value={terminal}
            onChange={change(setTerminal)}
          />
        </div>
        <FailureNote failure={asking.failure} testId="set-up-failure" />
        <TakenCode
          failure={asking.failure}
          take={() => take({ takeOver: true, ...(older === null ? {} : { olderFile: true }) })}
        />
        {report === null ? null : (
          <Note tone="plain" testId="set-up-report">
            {say('setUp.would', {
              changes: report.changes.length,
              goods: report.goods ?? 0,
              people: report.people,
            })}
          </Note>
        )}
        {older === null ? null : (
          <Note tone="warn" testId="set-up-older">
            {say('setUp.older', {
              madeAt: yearAndTime(older.madeAt),
              changedAt: yearAndTime(older.changedAt),
            })}
          </Note>
        )}
        <Toolbar>
          <PressButton submits pending={asking.pending} disabled={code.trim() === ''}>
            {say('setUp.check')}
          </PressButton>
          {report === null ? null : (
            <PressButton
              tone="main"
              onPress={() => take(older === null ? {} : { olderFile: true })}
              pending={asking.pending}
            >
              {say(older === null ? 'setUp.take' : 'setUp.older.take')}
            </PressButton>
          )}
        </Toolbar>
      </form>
    </Section>
  )
}
