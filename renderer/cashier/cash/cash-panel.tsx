import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type Failure, failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/ipc/index.ts'
import { formatMoney, type Money, money } from '../../../shared/money.ts'
import { typedMoney } from '../../../shared/typed-money.ts'
import { SubmitButton, TextEntry } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { PanelHead } from '../panel-head.tsx'
import { useScans } from '../scanning/index.ts'
import { announce } from '../store.ts'
import { failureText, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './cash.module.css'
import { Notes } from './notes.tsx'
import { bareOf, grouped, withNote } from './typed-sum.ts'
import { useSure } from './use-sure.ts'

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
  const sure = useSure()
  const [typed, setTyped] = useState('')
  const titleId = useId()
  const panel = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const received = typed.trim() === '' ? due : typedMoney(typed)
  const short = received !== null && received < due
  const change = received === null || short ? null : money(received - due)
  const wrong = wrongOf(typed, received) ?? taking.failure
  const atField = wrong !== null && AT_FIELD.has(wrong.name)

  const shown = received === null ? '—' : withSign(short ? money(due - received) : (change ?? due))

  const take = async (event?: FormEvent) => {
    event?.preventDefault()
    if (short && !part) return
    if (change !== null && change >= MUCH_CHANGE && !sure.confirmed()) return
    const reply = await taking.run(() => taken(typed, act.current))
    if (!reply?.ok) return
    if (short) announce(say('cash.taken.row', { amount: formatMoney(received) }))
    else if (change !== null && change > 0) announce(say('cash.announce', { amount: formatMoney(change) }))
    onClose()
  }
  const type = (text: string) => {
    taking.forget()
    sure.forget()
    setTyped(text)
  }
  // A barcode is no amount, and what ends it takes no money: the goods are the till's business, the keyboard stays here.
  useScans((scan, pass) => {
    scan.putBack()
    field.current?.focus()
    pass(scan)
  })
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  // Goods rung up meanwhile change what is due; the keyboard is still for the cash.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is due is what leads it back.
  useEffect(() => {
    field.current?.focus()
  }, [due])
  return (
    <section
      ref={panel}
      className={styles.panel}
      role="dialog"
      aria-labelledby={titleId}
      data-testid="cash-panel"
    >
      <PanelHead title={say('cash.title')} titleId={titleId} onLeave={onClose} testId="cash-close" />
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
          error={atField ? failureText(say, wrong) : null}
          inputRef={field}
          autoFocus
          figures
          testId="cash-received"
        />
        <Notes
          onAdd={(note) => type(withNote(typed, note))}
          last={{ words: say('cash.exact'), onPress: () => type(''), testId: 'cash-exact' }}
          testId="cash-note"
        />
        <div className={styles.change} data-short={short || received === null}>
          <span>{say(short ? 'cash.short' : 'cash.change')}</span>
          <b data-testid="cash-change" aria-live="polite" data-long={shown.length > LONG}>
            {shown}
          </b>
        </div>
        {words === undefined ? null : <p className={styles.words}>{words}</p>}
        <FailureNote failure={atField ? null : taking.failure} />
        <SubmitButton
          pending={taking.pending}
          disabled={received === null || (short && !part)}
          testId="cash-take"
        >
          {sure.asking ? say('cash.take.sure') : takeWords(say, { short, part, received })}
        </SubmitButton>
      </form>
    </section>
  )
}

/** More goes back than anyone hands over too much: a nought too many, or a barcode. Asked about once. */
const MUCH_CHANGE = money(10_000_000)

/** Longer than millions: "1,000,000 ₮". */
const LONG = 11

/** Said while it is typed: the button does not take what is no amount. */
function wrongOf(typed: string, received: Money | null): Failure | null {
  if (received !== null || typed.trim() === '') return null
  return failure(/^\d+$/.test(bareOf(typed)) ? 'AMOUNT_TOO_LARGE' : 'CASH_INVALID')
}

const AT_FIELD: ReadonlySet<string> = new Set(['CASH_INVALID', 'CASH_TOO_LITTLE', 'AMOUNT_TOO_LARGE'])

function takeWords(
  say: ReturnType<typeof useText>,
  { short, part, received }: { short: boolean; part: boolean; received: Money | null },
): string {
  if (received === null || !short) return say('cash.take')
  return part ? say('cash.take.part', { amount: formatMoney(received) }) : say('cash.take.short')
}
