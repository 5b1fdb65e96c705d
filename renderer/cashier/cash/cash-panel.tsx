import { type FormEvent, useId, useRef, useState } from 'react'
import type { Reply } from '../../../shared/ipc/index.ts'
import { formatMoney, type Money, money } from '../../../shared/money.ts'
import { typedMoney } from '../../../shared/typed-money.ts'
import { PressButton, TextEntry, useHotkey } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { announce } from '../store.ts'
import { failureText, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './cash.module.css'

/** Notes in use, in tugriks. */
const NOTES = [20_000, 10_000, 5_000, 1_000, 500] as const

type CashPanelProps = {
  /** What taking it calls, under the name of the act. */
  readonly take: (received: string, act: string) => Promise<Reply<unknown>>
  readonly due: Money
  /** Whether less than is due may be taken: a part, with the rest by QR. */
  readonly part: boolean
  /** What taking it does besides, in words. */
  readonly words?: string
  readonly onClose: () => void
}

/**
 * Cash: what is due, what was given, what goes back. Shown here, decided by the main process. One opening of the panel is
 * one act, however often its button is pressed.
 */
export function CashPanel({ take: taken, due, part, words, onClose }: CashPanelProps) {
  const say = useText()
  const act = useRef(crypto.randomUUID())
  const taking = useAct()
  const [typed, setTyped] = useState('')
  const titleId = useId()
  const received = typed.trim() === '' ? due : typedMoney(typed)
  const short = received !== null && received < due
  const change = received === null || short ? null : money(received - due)
  const atField = taking.failure !== null && AT_FIELD.has(taking.failure.name)

  const take = async (event?: FormEvent) => {
    event?.preventDefault()
    if (short && !part) return
    const reply = await taking.run(() => taken(typed, act.current))
    if (!reply?.ok) return
    if (change !== null) announce(say('cash.announce', { amount: formatMoney(change) }))
    onClose()
  }
  const type = (text: string) => {
    taking.forget()
    setTyped(text)
  }
  const add = (note: number) => type(grouped(String((wholeTugriks(typed) ?? 0) + note)))
  useHotkey('Escape', onClose)
  return (
    <section className={styles.panel} role="dialog" aria-labelledby={titleId} data-testid="cash-panel">
      <header className={styles.header}>
        <h1 id={titleId}>{say('cash.title')}</h1>
        <PressButton tone="quiet" hotkey="Esc" onPress={onClose} testId="cash-close">
          {say('cash.back')}
        </PressButton>
      </header>
      <div className={styles.due}>
        <span>{say('cash.due')}</span>
        <b data-testid="due">{withSign(due)}</b>
      </div>
      <form className={styles.form} onSubmit={(event) => void take(event)}>
        <TextEntry
          label={say('cash.received')}
          value={typed}
          onChange={(text) => type(grouped(text))}
          hint={say('cash.received.hint')}
          inputMode="numeric"
          error={atField && taking.failure ? failureText(say, taking.failure) : null}
          autoFocus
          figures
          testId="cash-received"
        />
        <fieldset className={styles.notes}>
          <legend className={styles.hidden}>{say('cash.notes')}</legend>
          {NOTES.map((note) => (
            <PressButton
              key={note}
              onPress={() => add(note)}
              label={say('cash.note', { amount: formatMoney(money(note * 100)) })}
              testId={`cash-note-${note}`}
            >
              {formatMoney(money(note * 100))}
            </PressButton>
          ))}
          <PressButton onPress={() => type('')} testId="cash-exact">
            {say('cash.exact')}
          </PressButton>
        </fieldset>
        <div className={styles.change} data-short={short || received === null}>
          <span>{say(short ? 'cash.short' : 'cash.change')}</span>
          <b data-testid="cash-change" aria-live="polite">
            {received === null ? '—' : withSign(short ? money(due - received) : (change ?? due))}
          </b>
        </div>
        {words === undefined ? null : <p className={styles.words}>{words}</p>}
        <FailureNote failure={atField ? null : taking.failure} />
        <PressButton
          submits
          wide
          tone="main"
          size="large"
          hotkey="Enter"
          pending={taking.pending}
          disabled={received === null || (short && !part)}
          testId="cash-take"
        >
          {takeWords(say, { short, part, received })}
        </PressButton>
      </form>
    </section>
  )
}

const AT_FIELD: ReadonlySet<string> = new Set(['CASH_INVALID', 'CASH_TOO_LITTLE', 'AMOUNT_TOO_LARGE'])

function takeWords(
  say: ReturnType<typeof useText>,
  { short, part, received }: { short: boolean; part: boolean; received: Money | null },
): string {
  if (received === null || !short) return say('cash.take')
  return part ? say('cash.take.part', { amount: formatMoney(received) }) : say('cash.take.short')
}

/** Thousands apart while it is typed; what is no number stays as it is and is refused in words. */
function grouped(text: string): string {
  const bare = text.replace(/[ ,]/g, '')
  return /^\d{1,12}$/.test(bare) ? bare.replace(/\B(?=(\d{3})+$)/g, ',') : text
}

function wholeTugriks(text: string): number | null {
  const amount = typedMoney(text)
  return amount === null ? null : Math.trunc(amount / 100)
}
