import { type KeyboardEvent, useRef, useState } from 'react'
import { type CountDraft, type CountLine, countSum, NOTES } from '../../../../shared/books/shift.ts'
import { formatMoney, tugriks } from '../../../../shared/money/money.ts'
import {
  Hint,
  Icon,
  PressButton,
  TextEntry,
  TwoStepButton,
  typeDigit,
  useHotkey,
} from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { announce, call, failureText, type ReplyOf, say, useCommand, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { PanelHead } from '../../parts/panel-head.tsx'
import styles from '../../parts/shift.module.css'
import { Difference } from './difference.tsx'
import { PrintButton } from './print-button.tsx'

type CloseShiftProps = {
  readonly report: NonNullable<ReplyOf<'getShift'>>
  readonly onLeave: () => void
}

type Pieces = Readonly<Partial<Record<number, string>>>

/**
 * Closes a shift: count the notes, compare with the expected cash, close. The main process stores every change of the
 * count, so that it survives a crash.
 */
export function CloseShift({ report, onLeave }: CloseShiftProps) {
  const { id, state } = report.shift
  const idempotencyKey = useRef(crypto.randomUUID())
  const [reason, setReason] = useState('')
  const closing = useCommand()
  const { pieces, lines, compared, done, failure, type, finish, keep } = useCount(report)
  const list = useRef<HTMLDivElement>(null)
  const waits = useView((view) => view.parked)
  const wrong = lines === null

  const close = async (uncounted = false) => {
    const closed = await closing.run(() =>
      call(
        'closeShift',
        {
          shiftId: id,
          lines: uncounted ? null : (lines ?? []),
          expected: uncounted ? null : (compared?.expected ?? null),
          reason,
        },
        idempotencyKey.current,
      ),
    )
    if (closed?.ok) announce(say('shift.closed.said', { number: closed.value.zNumber }))
    else keep()
  }
  const onEnter = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    const fields = [...(list.current?.querySelectorAll('input') ?? [])]
    const next = fields[fields.indexOf(event.target) + 1]
    if (next) next.focus()
    else finish()
  }
  useHotkey('F10', finish, compared === null && !wrong)
  return (
    <form className={styles.close} onSubmit={(event) => event.preventDefault()} data-testid="shift-close">
      <PanelHead title={say('shift.count.title')} onLeave={onLeave}>
        {compared === null ? null : <PrintButton command="printCount" shiftId={id} />}
      </PanelHead>
      {waits === 0 ? null : <Hint>{say('shift.close.waiting', { count: waits })}</Hint>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter moves from field to field. */}
      <div className={styles.count} ref={list} onKeyDown={onEnter}>
        {NOTES.map((value, index) => (
          <CountRow
            key={value}
            value={value}
            typed={pieces[value] ?? ''}
            first={index === 0}
            onChange={(text) => {
              closing.forget()
              type(value, text)
            }}
          />
        ))}
      </div>
      <div className={styles.counted}>
        <span>{say('shift.counted')}</span>
        <b>{withSign(countSum(lines ?? []))}</b>
      </div>
      <FailureNote failure={failure} />
      {compared === null ? (
        <PressButton
          tone="main"
          size="large"
          wide
          disabled={wrong}
          hotkey="F10"
          onPress={finish}
          testId="count-done"
        >
          {say('shift.count.done')}
        </PressButton>
      ) : (
        <>
          <Difference expected={compared.expected} difference={compared.difference} />
          {compared.reasonNeeded ? (
            <TextEntry
              label={say('shift.difference.reason')}
              value={reason}
              onChange={(text) => {
                closing.forget()
                setReason(text)
              }}
              error={closing.failure?.name === 'REASON_MISSING' ? failureText(say, closing.failure) : null}
              autoFocus={done}
              testId="close-reason"
            />
          ) : null}
          <FailureNote failure={closing.failure?.name === 'REASON_MISSING' ? null : closing.failure} />
          <TwoStepButton
            tone="main"
            size="large"
            wide
            sure={say('shift.close.sure')}
            about={compared.difference}
            onSure={() => void close()}
            code="F4"
            hotkey="F4"
            autoFocus={done && !compared.reasonNeeded}
            pending={closing.pending}
            disabled={wrong}
            testId="shift-close-now"
          >
            {say('shift.close.z')}
          </TwoStepButton>
        </>
      )}
      {state === 'left' ? (
        <TwoStepButton
          tone="plain"
          sure={say('shift.close.sure')}
          onSure={() => void close(true)}
          pending={closing.pending}
        >
          {say('shift.close.uncounted')}
        </TwoStepButton>
      ) : null}
    </form>
  )
}

/** The count as typed. `done`: it has just ended here, so the focus moves to the reason or to the close button. */
function useCount({ shift, draft }: CloseShiftProps['report']) {
  const [pieces, setPieces] = useState<Pieces>(() => typedOf(draft))
  const [compared, setCompared] = useState<CountDraft['compared']>(draft?.compared ?? null)
  // Sales that were made after the count change what is expected.
  const [seen, setSeen] = useState(draft)
  if (draft !== seen) {
    setSeen(draft)
    if (compared !== null && draft?.compared) setCompared(draft.compared)
  }
  const [done, setDone] = useState(false)
  const keeping = useCommand()
  const latest = useRef(0)

  const send = async (typed: Pieces, ended: boolean) => {
    const lines = linesOf(typed)
    if (lines === null) return
    const turn = ++latest.current
    const reply = await call('countDraft', { shiftId: shift.id, lines, done: ended })
    if (turn !== latest.current) return
    if (reply.ok) setCompared(reply.value.compared)
    else await keeping.run(async () => reply)
  }
  const type = (value: number, text: string) => {
    setDone(false)
    const next = { ...pieces, [value]: text.replace(/[^\d]/g, '').slice(0, 6) }
    setPieces(next)
    void send(next, compared !== null)
  }
  const keep = () => void send(pieces, true)
  const finish = () => {
    setDone(true)
    keep()
  }
  return { pieces, lines: linesOf(pieces), compared, done, failure: keeping.failure, type, keep, finish }
}

type CountRowProps = {
  readonly value: number
  readonly typed: string
  readonly first: boolean
  readonly onChange: (text: string) => void
}

function CountRow({ value, typed, first, onChange }: CountRowProps) {
  const count = Number(typed || 0)
  const step = (by: number) => onChange(String(Math.max(0, count + by)))
  const note = formatMoney(tugriks(value))
  return (
    <div className={styles.countRow}>
      <b>{`${note} ₮`}</b>
      <PressButton label={say('shift.count.less', { note })} onPress={() => step(-1)} disabled={count === 0}>
        <Icon name="minus" size={18} />
      </PressButton>
      <input
        className={styles.pieces}
        value={typed}
        onChange={(event) => onChange(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={typeDigit}
        inputMode="numeric"
        data-numbers="digits"
        aria-label={say('shift.count.pieces', { note })}
        placeholder="0"
        // biome-ignore lint/a11y/noAutofocus: the count begins with the largest note.
        autoFocus={first}
        autoComplete="off"
        data-testid={`count-${value}`}
      />
      <PressButton label={say('shift.count.more', { note })} onPress={() => step(1)}>
        <Icon name="plus" size={18} />
      </PressButton>
      <span className={styles.lineSum}>{count === 0 ? '' : formatMoney(tugriks(value * count))}</span>
    </div>
  )
}

const typedOf = (draft: CountDraft | null): Pieces =>
  Object.fromEntries((draft?.lines ?? []).map(({ value, count }) => [value, String(count)]))

/** Null if a field has an impossibly large number. */
function linesOf(pieces: Pieces) {
  const lines = NOTES.map((value) => ({ value, count: Number(pieces[value] || 0) }) satisfies CountLine)
  return lines.every(({ count }) => count <= 100_000) ? lines.filter(({ count }) => count > 0) : null
}
