import { useState } from 'react'
import type { OutdatedRow } from '../../../../../shared/shop/shop-data.ts'
import { Note, PressButton, Section, TwoStepButton } from '../../../../kit/index.ts'
import { call, say, useCommand } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import { yearAndTime } from '../../../parts/moment.ts'
import { OwnForm } from '../own-form.tsx'
import own from './data.module.css'

/** Data retention. A person can preview what would be deleted now. */
export const Retention = () => (
  <Section title={say('settings.retention')} words={say('settings.retention.words')} testId="retention">
    <OwnForm of="retention" save={say('settings.retention.save')} />
    <Outdated />
  </Section>
)

const SHOWN = 12

const figuresOf = (rows: readonly OutdatedRow[]) => ({
  files: rows.length,
  size: (rows.reduce((sum, { bytes }) => sum + bytes, 0) / 1_048_576).toFixed(1),
})

function Outdated() {
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
            about={rows.length}
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
