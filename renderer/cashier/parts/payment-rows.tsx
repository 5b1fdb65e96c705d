import { handed } from '../../../shared/money/cash-rounding.ts'
import { formatMoney, NO_MONEY } from '../../../shared/money/money.ts'
import type { Payment, SeenPayment, TakenTender, Tender } from '../../../shared/sale/sale.ts'
import { classNames } from '../../kit/index.ts'
import { withSign } from '../../texts/index.ts'
import { bankName, type Say, say, walletName } from '../page/index.ts'
import styles from './payment-rows.module.css'

type PaymentRowsProps = {
  readonly payments: readonly Payment[]
  readonly tenders: readonly TakenTender[]
  /** The service's times of payments, by their ids. */
  readonly paidAt?: Readonly<Record<string, string>>
}

/** The tenders, and the payments as the last check returned them. */
export const PaymentRows = ({ payments, tenders, paidAt = {} }: PaymentRowsProps) => (
  <ul className={styles.rows}>
    {tenders.map((tender) => (
      <li key={tender.id} data-testid="tender-row" data-kind={tender.kind}>
        <span>
          <b>{howTendered(say, tender)}</b>
          {tender.rounding === undefined ? null : (
            <small>{say('payment.cash.rounding', { amount: formatMoney(tender.rounding) })}</small>
          )}
          {tender.change === 0 ? null : (
            <small>
              {say('payment.cash.change', {
                received: formatMoney(tender.received),
                change: formatMoney(tender.change),
              })}
            </small>
          )}
        </span>
        <span className={styles.amount}>{withSign(handed(tender))}</span>
      </li>
    ))}
    {payments.map((payment) => (
      <li key={payment.paymentId} className={classNames(payment.status !== 'PAID' && styles.void)}>
        <span>
          <b>{howPaid(say, payment)}</b>
          <small>
            {[statusWords(payment), paidAt[payment.paymentId]?.replace('T', ' ') ?? '']
              .filter((words) => words !== '')
              .join(' · ')}
          </small>
        </span>
        <span className={styles.amount}>{amountWords(payment)}</span>
      </li>
    ))}
  </ul>
)

/** "Банкны терминалаар · 1234" */
export const howTendered = (say: Say, { kind, reference }: Pick<Tender, 'kind' | 'reference'>): string =>
  [say(`tender.${kind}`), reference].filter((words) => words !== '').join(' · ')

/** "Шилжүүлэг · Хаан банк" */
export function howPaid(say: Say, { type, bankCode, wallet }: SeenPayment): string {
  const from = bankCode === null ? wallet && walletName(say, wallet) : bankName(say, bankCode)
  return from === null || from === '' ? say(`payment.${type}`) : `${say(`payment.${type}`)} · ${from}`
}

/** A partly refunded payment is still PAID at the service, so the refunded amount is added. */
function statusWords({ status, wentBack }: Payment): string {
  const words = say(`payment.status.${status}`)
  return status === 'PAID' && wentBack > NO_MONEY
    ? `${words} · ${say('payment.wentBack', { amount: formatMoney(wentBack) })}`
    : words
}

/** The amount with its currency. */
const amountWords = ({ amount, currency }: SeenPayment): string =>
  currency === undefined ? withSign(amount) : `${formatMoney(amount)} ${currency}`
