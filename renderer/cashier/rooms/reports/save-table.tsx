import { useState } from 'react'
import type { TillChoice } from '../../../../shared/books/all-tills.ts'
import type { DayRange, ReportTable, Sorting } from '../../../../shared/books/report.ts'
import { Icon, PressButton } from '../../../kit/index.ts'
import { call, say, useCommand } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedFile } from '../../parts/saved-file.tsx'
import styles from './reports.module.css'

type SaveTableProps = {
  readonly range: DayRange
  readonly till: TillChoice
  readonly table: ReportTable
  readonly sorting: Sorting | null
}
type Format = 'csv' | 'xlsx'

/** Exports the complete table for a spreadsheet, or prints it. */
export function SaveTable({ range: { from, to }, till, table, sorting }: SaveTableProps) {
  const exporting = useCommand()
  const [saved, setSaved] = useState<{ readonly of: string; readonly path: string } | null>(null)
  const [format, setFormat] = useState<Format | null>(null)
  const printing = useCommand()
  const [on, setOn] = useState<'paper' | 'pdf'>('paper')
  const of = `${from} ${to} ${till} ${table}`
  const start = async (wanted: Format) => {
    setSaved(null)
    printing.forget()
    setFormat(wanted)
    const reply = await exporting.run(() => call('exportReport', { from, to, till, table, format: wanted }))
    if (reply?.ok) setSaved({ of, path: reply.value.path })
  }
  const print = async (wanted: 'paper' | 'pdf') => {
    setSaved(null)
    exporting.forget()
    setOn(wanted)
    const reply = await printing.run(() =>
      call('printReport', { from, to, till, table, sorting, on: wanted }),
    )
    if (reply?.ok && reply.value.path !== null) setSaved({ of, path: reply.value.path })
  }
  return (
    <>
      {(['xlsx', 'csv'] as const).map((one) => (
        <PressButton
          key={one}
          onPress={() => void start(one)}
          pending={exporting.pending && format === one}
          disabled={exporting.pending && format !== one}
        >
          <Icon name="file" size={20} />
          {say(`reports.export.${one}`)}
        </PressButton>
      ))}
      <PressButton onPress={() => void print('pdf')} pending={printing.pending && on === 'pdf'}>
        <Icon name="file" size={20} />
        {say('reports.pdf')}
      </PressButton>
      <PressButton onPress={() => void print('paper')} pending={printing.pending && on === 'paper'}>
        <Icon name="printer" size={20} />
        {say('word.print')}
      </PressButton>
      {saved?.of === of || exporting.failure !== null || printing.failure !== null ? (
        <div className={styles.saved}>
          <FailureNote failure={exporting.failure} />
          <FailureNote failure={printing.failure} testId="reports-print-failed" />
          {saved?.of === of ? (
            <SavedFile testId="reports-exported">
              {say('reports.export.done', { path: saved.path })}
            </SavedFile>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
