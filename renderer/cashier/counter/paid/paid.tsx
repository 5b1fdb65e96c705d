import { useEffect, useRef } from 'react'
import { handedIn, roundingIn } from '../../../../shared/money/cash-rounding.ts'
import { formatMoney, money, NO_MONEY, sumMoney, sumOf } from '../../../../shared/money/money.ts'
import type { SaleView } from '../../../../shared/page/index.ts'
import { formatSaleNumber, TENDER_KINDS } from '../../../../shared/sale/sale.ts'
import {
  classNames,
  Icon,
  PressButton,
  pressedAfter,
  Title,
  useFreeKeyboard,
  useHotkey,
} from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { announce, call, failureText, type Say, say, useCommand, useView } from '../../page/index.ts'
import type { PaidStatus } from '../../page/status.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { clockTimeWithSeconds } from '../../parts/moment.ts'
import { howPaid, howTendered } from '../../parts/payment-rows.tsx'
import { AllQrs, NextWords } from '../../parts/qrs.tsx'
import { ReceiptCopies } from '../../parts/receipt-copies.tsx'
import { ReceiptPreview } from '../../parts/receipt-preview.tsx'
import { Correction } from './correction.tsx'
import { Owed } from './owed.tsx'
import styles from './paid.module.css'
import { type Progress, progressInSight } from './progress.ts'

type PaidProps = { readonly counter: SaleView; readonly status: PaidStatus }

/** Money received. The whole screen is green, so that it can be seen from across the counter. */
export function Paid({ counter, status }: PaidProps) {
  const { sale } = counter
  const [change, paid] = [changeOf(status), paidOf(status)]
  const [text, amount] =
    change > 0 ? (['cash.announce', change] as const) : (['paid.announce', paid] as const)
  const words = say(text, { amount: formatMoney(amount) })
  useEffect(() => announce(words), [words])
  return (
    <main className={styles.paid} data-testid="paid" data-state={status.name}>
      <section className={styles.big}>
        <Received status={status} />
        <p className={styles.line}>{paidWords(say, status)}</p>
        <p className={styles.number} data-testid="sale-number">
          {say('word.saleNumbered', { number: formatSaleNumber(sale.sequence) })}
        </p>
        <AllQrs />
        <DrawerShut status={status} />
        <Surplus status={status} />
        <UnneededWords status={status} />
        <ul className={styles.progress} aria-live="polite">
          {progressInSight(say, status, sale).map((progress) => (
            <ProgressRow key={progress.id} progress={progress} />
          ))}
        </ul>
        <Owed sale={sale} status={status} />
        <Correction counter={counter} />
        <NextSale saleId={sale.id} counted={status.tenders.length > 0} />
      </section>
      <section className={styles.slip}>
        <ReceiptPreview saleId={sale.id} version={sale.version} waiting={say('paid.preview.none')} />
        <ReceiptCopies saleId={sale.id} files={['pdf']} />
      </section>
    </main>
  )
}

/** What the payer paid, with the rounding of cash. */
const paidOf = ({ paid, tenders }: PaidStatus) => sumMoney([paid, roundingIn(tenders)])

const changeOf = ({ tenders }: PaidStatus) => sumMoney(tenders.map(({ change }) => change))

/** If there is change, the cashier must see its amount; otherwise the paid amount is shown. */
function Received({ status }: { readonly status: PaidStatus }) {
  const change = changeOf(status)
  return (
    <>
      <div className={styles.received}>
        <span className={styles.tick}>
          <Icon name="check" size={52} />
        </span>
        <div>
          {change === 0 ? null : <p className={styles.changeLabel}>{say('word.change')}</p>}
          <Title className={styles.amount} testId={change === 0 ? 'paid-amount' : 'paid-change'}>
            {withSign(change === 0 ? paidOf(status) : change)}
          </Title>
        </div>
      </div>
      {change === 0 ? null : (
        <p className={styles.given}>
          {say('paid.received', {
            received: formatMoney(sumMoney(status.tenders.map((tender) => tender.received))),
            paid: formatMoney(paidOf(status)),
          })}
        </p>
      )}
    </>
  )
}

/** The drawer did not open, so the cashier cannot take out the change. Shown until the next sale. */
function DrawerShut({ status }: { readonly status: PaidStatus }) {
  const shut = useView(({ printing, settings }) =>
    settings.drawer.opens === 'cash' ? printing.drawer : null,
  )
  if (shut === null || status.tenders.every(({ kind }) => kind !== 'cash')) return null
  return (
    <p className={styles.drawer} role="alert" data-testid="drawer-shut">
      <Icon name="warning" size={24} />
      {failureText(say, shut)}
    </p>
  )
}

/** An unneeded QR is cancelled in the background. */
function UnneededWords({ status: { unneeded } }: { readonly status: PaidStatus }) {
  if (unneeded === 'none' || unneeded === 'cancelled') return null
  return (
    <p className={styles.subtle} data-testid="unneeded">
      {say(`paid.unneeded.${unneeded}`)}
    </p>
  )
}

const paidWords = (say: Say, status: PaidStatus): string =>
  [say('paid.title'), waysWords(say, status), clockTimeWithSeconds(status.paidAt)].join(' · ')

/** How it was paid: "Банкны терминалаар · 1234", or "Бэлнээр 1,000 ₮ + QR 500 ₮" for a split payment. */
function waysWords(say: Say, { paid, tenders, payments }: PaidStatus): string {
  const came = payments.filter((payment) => payment.came > NO_MONEY)
  const [tender, payment] = [tenders[0], came[0]]
  if (tenders.length + came.length === 1) {
    if (tender) return howTendered(say, tender)
    if (payment) return howPaid(say, payment)
  }
  const byKind = TENDER_KINDS.map((kind) => ({
    kind,
    amount: handedIn(tenders.filter((one) => one.kind === kind)),
  }))
  const ways = [...byKind, { kind: 'qr', amount: money(paid - sumOf(tenders)) } as const]
  return ways
    .filter(({ amount }) => amount > NO_MONEY)
    .map(({ kind, amount }) => `${say(`tender.brief.${kind}`)} ${withSign(amount)}`)
    .join(' + ')
}

const ProgressRow = ({ progress }: { readonly progress: Progress }) => (
  <li className={classNames(progress.wrong && styles.wrong)}>
    <Icon name={progress.icon} />
    {progress.words}
  </li>
)

function Surplus({ status }: { readonly status: PaidStatus }) {
  if (status.surplus === 0) return null
  return (
    <div className={styles.surplus} role="status" data-testid="surplus">
      <strong>{say('paid.surplus', { amount: formatMoney(status.surplus) })}</strong>
      <span>{say('paid.surplus.todo')}</span>
    </div>
  )
}

/** The Enter that took the money may be pressed twice. An Enter within this time must not hide the change. */
const UNREAD_MS = 700

type NextSaleProps = {
  readonly saleId: string
  /** Whether tenders were taken at the counter. */
  readonly counted: boolean
}

function NextSale({ saleId, counted }: NextSaleProps) {
  const leaving = useCommand()
  const shownAt = useRef(performance.now())
  useFreeKeyboard()
  const next = () => void leaving.run(() => call('nextSale', { saleId }))
  useHotkey('Enter', () => {
    if (!counted || pressedAfter(shownAt.current, UNREAD_MS)) next()
  })
  return (
    <div className={styles.next}>
      <FailureNote failure={leaving.failure} />
      <PressButton size="large" hotkey="Enter" onPress={next} pending={leaving.pending} testId="next-sale">
        <NextWords none="paid.next" />
      </PressButton>
    </div>
  )
}
