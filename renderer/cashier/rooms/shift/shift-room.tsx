import { useCallback, useState } from 'react'
import { Columns, MainColumn, PressButton, SideColumn, ToolRow, useHotkey } from '../../../kit/index.ts'
import { call, type ReplyOf, say, useAsked, useMay, useView } from '../../page/index.ts'
import { KeptParts } from '../../page/kept-parts.tsx'
import { Unanswered } from '../../parts/failure-note.tsx'
import styles from '../../parts/shift.module.css'
import { showShift } from '../reconciliation/books-page.ts'
import { MoveCash, OpenShift } from './cash-forms.tsx'
import { CloseShift } from './close-shift.tsx'
import { OpenDrawer } from './open-drawer.tsx'
import { PrintButton } from './print-button.tsx'
import { ShiftFigures, ShiftHead } from './shift-figures.tsx'
import { ShiftList } from './shift-list.tsx'

/** The open shift and its commands, and the shifts before it. */
export function ShiftRoom() {
  const open = useView((view) => view.shift.open?.id ?? null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [before, setBefore] = useState(open)
  if (open !== before) {
    setBefore(open)
    // After closing, the page keeps showing that shift with its Z report, until the next shift is opened.
    setChosen(open === null ? (chosen ?? before) : null)
  }
  const shown = chosen ?? open
  return (
    <Columns second="middle" as="main" testId="shift-room">
      <MainColumn>
        <KeptParts open={shown ?? NONE}>
          {(one) =>
            one === NONE ? (
              // The form ends with the shift that it opened: each shift has a form of its own.
              open === null && <OpenShift />
            ) : (
              <OneShift shiftId={one} onBack={chosen === null ? null : () => setChosen(null)} />
            )
          }
        </KeptParts>
      </MainColumn>
      <SideColumn>
        <ShiftList chosen={shown} onChosen={(id) => setChosen(id === open ? null : id)} />
      </SideColumn>
    </Columns>
  )
}

/** In place of the id of a shift. */
const NONE = ''

type OneShiftProps = {
  readonly shiftId: string
  /** Null for the open shift. */
  readonly onBack: (() => void) | null
}

function OneShift({ shiftId, onBack }: OneShiftProps) {
  const { value: report, failure } = useAsked(useCallback(() => call('getShift', { shiftId }), [shiftId]))
  const [chosen, choose] = useState<Doing | undefined>(undefined)
  const running = useView((view) => view.shift.open?.id === shiftId)
  const closed = report?.shift.state === 'closed'
  const doing = chosen === undefined ? (report?.draft ? 'close' : null) : chosen
  // The shortcuts work before the report is loaded, so that fast typing goes into the opened form.
  useHotkey('F6', () => choose('in'), doing === null && running)
  useHotkey('F7', () => choose('out'), doing === null && running)
  useHotkey('F4', () => choose('close'), doing === null && (report === null ? running : !closed))
  const leave = () => choose(null)
  if (!closed && (doing === 'in' || doing === 'out')) return <MoveCash way={doing} onLeave={leave} />
  if (report === null) return <Unanswered failure={failure} />
  if (closed) return <ClosedShift report={report} onBack={onBack} />
  if (doing === 'close') return <CloseShift report={report} onLeave={leave} />
  return <RunningShift report={report} onBack={onBack} onDo={choose} />
}

type Report = NonNullable<ReplyOf<'getShift'>>
type Doing = 'in' | 'out' | 'close' | null

type RunningProps = {
  readonly report: Report
  readonly onBack: (() => void) | null
  readonly onDo: (action: Doing) => void
}

function RunningShift({ report, onBack, onDo }: RunningProps) {
  const { id, state } = report.shift
  const usable = state === 'open'
  return (
    <article className={styles.shift}>
      <ShiftHead report={report} onBack={onBack}>
        {usable ? <OpenDrawer /> : null}
      </ShiftHead>
      <ToolRow>
        <PressButton tone="main" hotkey="F4" onPress={() => onDo('close')} testId="shift-close-begin">
          {say('shift.close')}
        </PressButton>
        <PressButton hotkey="F6" disabled={!usable} onPress={() => onDo('in')} testId="cash-in">
          {say('shift.in')}
        </PressButton>
        <PressButton hotkey="F7" disabled={!usable} onPress={() => onDo('out')} testId="cash-out">
          {say('shift.out')}
        </PressButton>
        <PrintButton command="printX" shiftId={id} />
      </ToolRow>
      <ShiftFigures report={report} />
    </article>
  )
}

type ClosedProps = { readonly report: Report; readonly onBack: (() => void) | null }

function ClosedShift({ report, onBack }: ClosedProps) {
  const mayReconcile = useMay('books')
  const { id } = report.shift
  return (
    <article className={styles.shift} data-testid="shift-closed">
      <ShiftHead report={report} onBack={onBack} />
      <ToolRow>
        <PrintButton command="printZ" shiftId={id} />
        {report.shift.count === null ? null : <PrintButton command="printCount" shiftId={id} />}
        {mayReconcile ? (
          <PressButton onPress={() => showShift(id)}>{say('shift.reconcile')}</PressButton>
        ) : null}
      </ToolRow>
      <ShiftFigures report={report} />
    </article>
  )
}
