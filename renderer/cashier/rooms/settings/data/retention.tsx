import { useState } from 'react'
import type { RetentionDays } from '../../../../../shared/shop/settings.ts'
import type { OutdatedRow } from '../../../../../shared/shop/shop-data.ts'
import { Note, PressButton, Section, TextEntry, TwoStepButton } from '../../../../kit/index.ts'
import { call } from '../../../page/call.ts'
import { useView } from '../../../page/store.ts'
import { useText } from '../../../page/text.ts'
import { useCommand } from '../../../page/use-command.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { yearAndTime } from '../../../parts/moment.ts'
import { numberOf } from '../draft.ts'
import { wrongWords } from '../field-errors.ts'
import own from './data.module.css'
import { useSavedForm } from './use-saved-form.ts'

const FIELDS = ['logs', 'test', 'setAside'] as const
type Typed = Readonly<Record<keyof RetentionDays, string>>

/** Data retention. A person can preview what would be deleted now. */
export function Retention() {
  const say = useText()
  const days = useView((view) => view.settings.retention)
  const form = useSavedForm<Typed>(each(days, String), (typed) => ({ retention: each(typed, numberOf) }))
  const { typed, wrong, failure } = form
  return (
    <Section title={say('settings.retention')} words={say('settings.retention.words')} testId="retention">
      <form className={own.stack} onSubmit={form.submit}>
        <div className={own.fields}>
          {FIELDS.map((field) => {
            const hint = say(`settings.retention.${field}.hint`)
            return (
              <TextEntry
                key={field}
                label={say(`settings.retention.${field}`)}
                value={typed[field]}
                onChange={(text) => form.change({ [field]: text })}
                hint={hint}
                error={wrongWords(say, wrong, `retention.${field}`, hint)}
                inputMode="numeric"
              />
            )
          })}
        </div>
        <FailureNote failure={wrong.size > 0 ? null : failure} />
        <Note tone="good">{form.saved && say('settings.saved')}</Note>
        <PressButton submits pending={form.pending}>
          {say('settings.retention.save')}
        </PressButton>
      </form>
      <Outdated />
    </Section>
  )
}

const each = <From, To>(values: Readonly<Record<keyof RetentionDays, From>>, to: (value: From) => To) => ({
  logs: to(values.logs),
  test: to(values.test),
  setAside: to(values.setAside),
})

const SHOWN = 12

const figuresOf = (rows: readonly OutdatedRow[]) => ({
  files: rows.length,
  size: (rows.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576).toFixed(1),
})

function Outdated() {
  const say = useText()
  const asking = useCommand()
  const [rows, setRows] = useState<readonly OutdatedRow[] | null>(null)
  const [gone, setGone] = useState<readonly OutdatedRow[] | null>(null)
  const look = async () => {
    setGone(null)
    const reply = await asking.run(() => call('listOutdated'))
    if (reply?.ok) setRows(reply.value)
  }
  const clear = async () => {
    const reply = await asking.run(() => call('clearOutdated'))
    if (!reply?.ok) return
    setRows(null)
    setGone(reply.value)
  }
  return (
    <div className={own.stack}>
      <PressButton onPress={() => void look()} pending={asking.pending}>
        {say('retention.look')}
      </PressButton>
      <FailureNote failure={asking.failure} />
      <Note tone="good" testId="outdated-cleared">
        {gone && say('retention.cleared', figuresOf(gone))}
      </Note>
      {rows === null ? null : rows.length === 0 ? (
        <Note tone="good">{say('retention.nothing')}</Note>
      ) : (
        <>
          <strong data-testid="outdated-sum">{say('retention.sum', figuresOf(rows))}</strong>
          <ul className={own.files}>
            {rows.slice(0, SHOWN).map(({ kind, name, at }) => (
              <li key={name}>
                <span>{name}</span>
                <small>
                  {say(`retention.kind.${kind}`)} · {yearAndTime(at)}
                </small>
              </li>
            ))}
            {rows.length > SHOWN ? <li>{say('retention.more', { count: rows.length - SHOWN })}</li> : null}
          </ul>
          <TwoStepButton
            sure={say('retention.clear.sure')}
            onSure={() => void clear()}
            pending={asking.pending}
          >
            {say('retention.clear')}
          </TwoStepButton>
        </>
      )}
    </div>
  )
}
