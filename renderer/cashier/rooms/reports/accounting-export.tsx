import { useEffect, useState } from 'react'
import type { DayRange } from '../../../../shared/books/report.ts'
import { ENTRIES_BY, type EntriesBy } from '../../../../shared/shop/ledger-accounts.ts'
import { Choice, Hint, Icon, optionsOf, PressButton, Toolbar } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedFile } from '../../parts/saved-file.tsx'
import { exportEntries, forgetEnded, useEntriesExport } from './entries-export.ts'
import styles from './reports.module.css'

/** Exports the accounting entries of the report's days; first asks how. */
export function AccountingExport({ range }: { readonly range: DayRange }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PressButton onPress={() => setOpen(!open)} testId="entries-open">
        <Icon name="file" size={20} />
        {say('entries.title')}
      </PressButton>
      {open ? <Asked key={`${range.from} ${range.to}`} range={range} close={() => setOpen(false)} /> : null}
    </>
  )
}

type AskedProps = { readonly range: DayRange; readonly close: () => void }

function Asked({ range: { from, to }, close }: AskedProps) {
  const { format, path, failure } = useEntriesExport()
  const [by, setBy] = useState<EntriesBy>('day')
  useEffect(() => forgetEnded, [])
  return (
    <section className={styles.entries} aria-label={say('entries.title')} data-testid="entries">
      <Hint>{say('entries.words')}</Hint>
      <Toolbar>
        <Choice<EntriesBy>
          labelHidden
          label={say('word.entries')}
          value={by}
          options={optionsOf(ENTRIES_BY, (value) => say(`entries.by.${value}`))}
          onChange={(chosen) => {
            forgetEnded()
            setBy(chosen)
          }}
        />
        {(['xlsx', 'csv'] as const).map((one) => (
          <PressButton
            key={one}
            onPress={() => void exportEntries({ from, to, by, format: one })}
            pending={format === one}
            disabled={format !== null && format !== one}
            testId={`entries-${one}`}
          >
            <Icon name="file" size={20} />
            {say(`reports.export.${one}`)}
          </PressButton>
        ))}
        <PressButton tone="subtle" onPress={close} testId="entries-close">
          {say('word.close')}
        </PressButton>
      </Toolbar>
      <FailureNote failure={failure} />
      <SavedFile testId="entries-exported">{path && say('reports.export.done', { path })}</SavedFile>
    </section>
  )
}
