import { useCallback, useState } from 'react'
import { PressButton, useHotkey } from '../../kit/index.ts'
import { showShift } from '../books/index.ts'
import { call, type ReplyOf } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { useAsked } from '../use-asked.ts'
import { type Command, useCommand } from '../use-command.ts'
import { useMay } from '../use-may.ts'
import { CloseShift } from './close-shift.tsx'
import { CountSlip } from './count-slip.tsx'
import { MoveCash } from './move-cash.tsx'
import { OpenShift } from './open-shift.tsx'
import styles from './shift.module.css'
import { ShiftFigures, ShiftHead } from './shift-figures.tsx'
import { ShiftList } from './shift-list.tsx'

/** The drawer's day: the shift that is open, what is done with it, and those before it. */
export function ShiftRoom() {
  const open = useView((view) => view.shift.open?.id ?? null)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = chosen ?? open
  return (
    <main className={styles.room} data-testid="shift-room">
      <section className={styles.desk}>
        {shown === null ? (
          <OpenShift />
        ) : (
          <OneShift
            key={shown}
            shiftId={shown}
            onBack={chosen === null ? null : () => setChosen(null)}
            onClosed={setChosen}
          />
        )}
      </section>
      <aside className={styles.before}>
        <ShiftList chosen={shown} onChosen={(id) => setChosen(id === open ? null : id)} />
      </aside>
    </main>
  )
}

type OneShiftProps = {
  readonly shiftId: string
  /** Null where it is the one that is open. */
  readonly onBack: (() => void) | null
  readonly onClosed: (shiftId: string) => void
}

function OneShift({ shiftId, onBack, onClosed }: OneShiftProps) {
  const say = useText()
  const { value: report, failure } = useAsked(useCallback(() => call('getShift', { shiftId }), [shiftId]))
  const [chosen, choose] = useState<Doing | undefined>(undefined)
  const running = useView((view) => view.shift.open?.id === shiftId)
  const closed = report?.shift.state === 'closed'
  const doing = chosen === undefined ? (report?.draft ? 'close' : null) : chosen
  // The keys work before the figures are there: what is typed after them belongs to the form they open.
  useHotkey('F6', () => choose('in'), doing === null && running)
  useHotkey('F7', () => choose('out'), doing === null && running)
  useHotkey('F12', () => choose('close'), doing === null && (report === null ? running : !closed))
  const leave = () => choose(null)
  if (!closed && (doing === 'in' || doing === 'out')) return <MoveCash way={doing} onLeave={leave} />
  if (report === null)
    return failure === null ? (
      <p className={styles.quiet}>{say('history.loading')}</p>
    ) : (
      <FailureNote failure={failure} />
    )
  if (closed) return <ClosedShift report={report} onBack={onBack} />
  if (doing === 'close') return <CloseShift report={report} onLeave={leave} onClosed={onClosed} />
  return <RunningShift report={report} onBack={onBack} onDo={choose} />
}

type Report = NonNullable<ReplyOf<'getShift'>>
type Doing = 'in' | 'out' | 'close' | null

type RunningProps = {
  readonly report: Report
  readonly onBack: (() => void) | null
  readonly onDo: (act: Doing) => void
}

function RunningShift({ report, onBack, onDo }: RunningProps) {
  const say = useText()
  const printing = useCommand()
  const { id, state } = report.shift
  const usable = state === 'open'
  return (
    <article className={styles.shift} data-testid="shift-open-report">
      <ShiftHead report={report} onBack={onBack} />
      <div className={styles.tools}>
        <PressButton hotkey="F6" disabled={!usable} onPress={() => onDo('in')} testId="cash-in">
          {say('shift.in')}
        </PressButton>
        <PressButton hotkey="F7" disabled={!usable} onPress={() => onDo('out')} testId="cash-out">
          {say('shift.out')}
        </PressButton>
        <PrintButton command="printX" shiftId={id} printing={printing} />
        <PressButton tone="main" hotkey="F12" onPress={() => onDo('close')} testId="shift-close-begin">
          {say('shift.close')}
        </PressButton>
      </div>
      <FailureNote failure={printing.failure} />
      <ShiftFigures report={report} />
    </article>
  )
}

type PrintButtonProps = {
  readonly command: 'printX' | 'printZ'
  readonly shiftId: string
  readonly printing: Command
}

/** Says that the paper is on its way; what holds it up the header says. */
function PrintButton({ command, shiftId, printing }: PrintButtonProps) {
  const say = useText()
  const [sent, setSent] = useState(false)
  const print = async () => {
    const reply = await printing.run(() => call(command, { shiftId }, crypto.randomUUID()))
    setSent(reply?.ok ?? sent)
  }
  return (
    <>
      <PressButton
        pending={printing.pending}
        onPress={() => void print()}
        testId={command === 'printX' ? 'print-x' : 'print-z'}
      >
        {say(command === 'printX' ? 'shift.print.x' : 'shift.print.z')}
      </PressButton>
      {sent ? (
        <p className={styles.sent} role="status">
          {say('shift.print.sent')}
        </p>
      ) : null}
    </>
  )
}

type ClosedProps = { readonly report: Report; readonly onBack: (() => void) | null }

function ClosedShift({ report, onBack }: ClosedProps) {
  const say = useText()
  const mayReconcile = useMay('books')
  const printing = useCommand()
  const { id } = report.shift
  return (
    <article className={styles.shift} data-testid="shift-closed">
      <ShiftHead report={report} onBack={onBack} />
      <div className={styles.tools}>
        <PrintButton command="printZ" shiftId={id} printing={printing} />
        {report.shift.count === null ? null : <CountSlip shiftId={id} />}
        {mayReconcile ? (
          <PressButton onPress={() => showShift(id)} testId="shift-reconcile">
            {say('shift.reconcile')}
          </PressButton>
        ) : null}
      </div>
      <FailureNote failure={printing.failure} />
      <ShiftFigures report={report} />
    </article>
  )
}
