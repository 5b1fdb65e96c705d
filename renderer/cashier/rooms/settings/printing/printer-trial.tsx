import { useCallback, useState } from 'react'
import type { PrinterName, PrinterReport } from '../../../../../shared/shop/printing.ts'
import { Note, PressButton, Toolbar } from '../../../../kit/index.ts'
import { call, failureText, say, showRoom, useAsked, useCommand, useView } from '../../../page/index.ts'
import { FailureNote } from '../../../parts/failure-note.tsx'
import styles from './printing.module.css'

type PrinterTrialProps = { readonly printer: PrinterName; readonly changed: boolean }

/** Tests a printer. It uses the saved settings; unsaved ones cannot be tried. */
export function PrinterTrial({ printer, changed }: PrinterTrialProps) {
  const kind = useView(({ settings }) => settings[printer === 'main' ? 'printer' : 'sparePrinter'].kind)
  const asking = useCommand()
  const [told, setTold] = useState<Told | null>(null)
  if (kind === 'none') return null
  const ask = async () => {
    const reply = await asking.run(() => call('printerStatus', { printer }))
    if (reply?.ok) setTold({ what: 'status', report: reply.value })
  }
  const test = async () => {
    const reply = await asking.run(() => call('printTestPage', { printer }))
    if (reply?.ok)
      setTold((before) => ({ what: 'test', turn: before?.what === 'test' ? before.turn + 1 : 1 }))
  }
  const open = async () => {
    const reply = await asking.run(() => call('openDrawer', { printer }))
    if (reply?.ok) setTold({ what: 'drawer' })
  }
  return (
    <div className={styles.trial}>
      <Toolbar>
        <PressButton onPress={() => void test()} pending={asking.pending} disabled={changed}>
          {say('printers.test')}
        </PressButton>
        <PressButton onPress={() => void open()} pending={asking.pending} disabled={changed}>
          {say('printers.drawer')}
        </PressButton>
        <PressButton onPress={() => void ask()} pending={asking.pending} disabled={changed}>
          {say('printers.ask')}
        </PressButton>
      </Toolbar>
      {changed ? <small>{say('printers.save-first')}</small> : null}
      <FailureNote failure={asking.failure} />
      {changed || told === null ? null : <Told printer={printer} told={told} />}
    </div>
  )
}

type Told =
  | { readonly what: 'status'; readonly report: PrinterReport }
  | { readonly what: 'test'; readonly turn: number }
  | { readonly what: 'drawer' }

/** The result of the last test. */
function Told({ printer, told }: { readonly printer: PrinterName; readonly told: Told }) {
  switch (told.what) {
    case 'status':
      return <Status report={told.report} />
    case 'test':
      return <TestPage printer={printer} turn={told.turn} />
    case 'drawer':
      return <Drawer />
  }
}

function Status({ report }: { readonly report: PrinterReport }) {
  if (!report.ready) return <FailureNote failure={report.failure} testId="printer-status" />
  return (
    <Note tone={report.paperLow ? 'warn' : 'good'} testId="printer-status">
      {say(report.paperLow ? 'printers.status.low' : 'printers.status.ready')}
    </Note>
  )
}

/** Follows a test page in the print queue. When the queue no longer has it, it is printed. */
function TestPage({ printer, turn }: { readonly printer: PrinterName; readonly turn: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each test page needs a new answer.
  const { value: prints } = useAsked(useCallback(() => call('listPrints'), [turn]))
  const page = prints?.find((print) => print.kind === 'test' && print.printer === printer)
  if (prints !== null && page === undefined)
    return (
      <Note tone="good" testId="test-page-printed">
        {say('printers.test.printed')}
      </Note>
    )
  if (!page?.failure) return <Note tone="plain">{say('printers.test.printing')}</Note>
  return (
    <>
      <Note tone="warn">{failureText(say, page.failure)}</Note>
      <PressButton size="small" onPress={() => showRoom('prints')}>
        {say('word.printQueue')}
      </PressButton>
    </>
  )
}

function Drawer() {
  const failure = useView((view) => view.printing.drawer)
  if (failure !== null) return <FailureNote failure={failure} />
  return <Note tone="plain">{say('printers.drawer.asked')}</Note>
}
