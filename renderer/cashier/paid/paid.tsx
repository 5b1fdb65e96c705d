import { useEffect, useRef } from 'react'
import type { SaleView } from '../../../shared/ipc/index.ts'
import { formatMoney, money, sumMoney } from '../../../shared/money.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { classNames, Icon, PressButton, useFreeKeyboard, useHotkey } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { clockTimeWithSeconds } from '../moment.ts'
import { howPaid } from '../payment-rows.tsx'
import { ReceiptCopies } from '../receipt-copies.tsx'
import { ReceiptPreview } from '../receipt-preview.tsx'
import type { PaidState } from '../state.ts'
import { announce, useView } from '../store.ts'
import { failureText, type Say, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import { Owed } from './owed.tsx'
import styles from './paid.module.css'
import { type Progress, progressInSight } from './progress.ts'

type PaidProps = { readonly counter: SaleView; readonly state: PaidState }

/** Money received: green from edge to edge, so that it is seen from across the counter. */
export function Paid({ counter, state }: PaidProps) {
  const say = useText()
  const { sale } = counter
  const change = changeOf(state)
  useEffect(() => {
    if (change > 0) announce(say('cash.announce', { amount: formatMoney(change) }))
    else announce(say('paid.announce', { amount: formatMoney(state.paid) }))
  }, [say, change, state.paid])
  return (
    <main className={styles.paid} data-testid="paid" data-state={state.name}>
      <section className={styles.big}>
        <Received state={state} />
        <p className={styles.line}>{paidWords(say, state)}</p>
        <p className={styles.number} data-testid="sale-number">
          {say('cart.sale', { number: formatSaleNumber(sale.sequence) })}
        </p>
        <DrawerShut state={state} />
        <Surplus state={state} />
        <RetiringWords state={state} />
        <ul className={styles.progress} aria-live="polite">
          {progressInSight(say, state).map((progress) => (
            <ProgressRow key={progress.id} progress={progress} />
          ))}
        </ul>
        <Owed sale={sale} state={state} />
        <NextSale saleId={sale.id} cash={state.cash.length > 0} />
      </section>
      <section className={styles.slip}>
        <ReceiptPreview saleId={sale.id} version={sale.version} waiting={say('paid.preview.none')} />
        <ReceiptCopies saleId={sale.id} files={['pdf']} />
      </section>
    </main>
  )
}

const changeOf = ({ cash }: PaidState) => sumMoney(cash.map((tender) => tender.change))

/** Where there is change to give back, that is what the cashier needs to see; what was paid stands beside it. */
function Received({ state }: { readonly state: PaidState }) {
  const say = useText()
  const change = changeOf(state)
  return (
    <>
      <div className={styles.received}>
        <span className={styles.tick}>
          <Icon name="check" size={52} />
        </span>
        <div>
          {change === 0 ? null : <p className={styles.changeLabel}>{say('paid.change')}</p>}
          <h1 className={styles.amount} data-testid={change === 0 ? 'paid-amount' : 'paid-change'}>
            {withSign(change === 0 ? state.paid : change)}
          </h1>
        </div>
      </div>
      {change === 0 ? null : (
        <p className={styles.given} data-testid="paid-amount">
          {say('paid.received', {
            received: formatMoney(sumMoney(state.cash.map((tender) => tender.received))),
            paid: formatMoney(state.paid),
          })}
        </p>
      )}
    </>
  )
}

/** The change lies in a drawer that stayed shut: said where it is looked for, and gone with the next sale. */
function DrawerShut({ state }: { readonly state: PaidState }) {
  const say = useText()
  const shut = useView(({ printing, settings }) =>
    settings.drawer.opens === 'cash' ? printing.drawer : null,
  )
  if (shut === null || state.cash.length === 0) return null
  return (
    <p className={styles.drawer} role="alert" data-testid="drawer-shut">
      <Icon name="warning" size={24} />
      {failureText(say, shut)}
    </p>
  )
}

/** A QR that is not needed any more goes its way behind the sale. */
function RetiringWords({ state }: { readonly state: PaidState }) {
  const say = useText()
  const step = state.retiring?.step
  if (step === undefined || step === 'absent' || step === 'cancelled') return null
  return (
    <p className={styles.quiet} data-testid="retiring">
      {say('paid.retiring')}
    </p>
  )
}

function paidWords(say: Say, state: PaidState): string {
  const [first, ...others] = state.payments.filter(({ status }) => status === 'PAID')
  const byPayment = first === undefined || others.length > 0 ? null : howPaid(say, first)
  const from = state.cash.length === 0 ? byPayment : cashWords(say, state, first !== undefined)
  return [say('paid.title'), from, clockTimeWithSeconds(state.paidAt)]
    .filter((part) => part !== null)
    .join(' · ')
}

function cashWords(say: Say, { paid, cash }: PaidState, split: boolean): string {
  if (!split) return say('paid.cash')
  const amount = sumMoney(cash.map((tender) => tender.amount))
  return say('paid.split', { cash: formatMoney(amount), qr: formatMoney(money(paid - amount)) })
}

function ProgressRow({ progress }: { readonly progress: Progress }) {
  return (
    <li className={classNames(progress.wrong && styles.wrong)} data-testid={`progress-${progress.id}`}>
      <Icon name={progress.icon} />
      {progress.words}
    </li>
  )
}

function Surplus({ state }: { readonly state: PaidState }) {
  const say = useText()
  if (state.surplus === 0) return null
  return (
    <div className={styles.surplus} role="status" data-testid="surplus">
      <strong>{say('paid.surplus', { amount: formatMoney(state.surplus) })}</strong>
      <span>{say('paid.surplus.todo')}</span>
    </div>
  )
}

/** The Enter that took the cash may come twice: so soon, nobody has read the change yet. */
const UNREAD_MS = 700

function NextSale({ saleId, cash }: { readonly saleId: string; readonly cash: boolean }) {
  const say = useText()
  const leaving = useAct()
  const shownAt = useRef(performance.now())
  useFreeKeyboard()
  const next = () => void leaving.run(() => call('nextSale', { saleId }))
  useHotkey('Enter', () => {
    if (!cash || performance.now() - shownAt.current >= UNREAD_MS) next()
  })
  return (
    <div className={styles.next}>
      <FailureNote failure={leaving.failure} />
      <PressButton size="large" hotkey="Enter" onPress={next} pending={leaving.pending} testId="next-sale">
        {say('paid.next')}
      </PressButton>
    </div>
  )
}
