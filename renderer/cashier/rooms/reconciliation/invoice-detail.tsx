import { useCallback, useState } from 'react'
import type { BookedPayment } from '../../../../shared/books/reconciliation.ts'
import { formatSaleNumber } from '../../../../shared/sale/sale.ts'
import { Hint, Note, PressButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { bankName, call, openSale, type ReplyOf, say, useAskedOnce, walletName } from '../../page/index.ts'
import { Unanswered } from '../../parts/failure-note.tsx'
import styles from './books.module.css'
import { InvoiceStatus, shortDate } from './books-table.tsx'

/** An invoice as the service returns it, with its payments and its sale. */
export function InvoiceDetail({ invoiceId }: { readonly invoiceId: string }) {
  const { value, failure } = useAskedOnce(
    useCallback(() => call('getServiceInvoice', { invoiceId }), [invoiceId]),
  )
  if (value === null) return <Unanswered failure={failure} words={say('books.loading')} />
  return <Detail detail={value} />
}

function Detail({ detail }: { readonly detail: ReplyOf<'getServiceInvoice'> }) {
  const { invoice, payments, sale } = detail
  return (
    <article className={styles.detail} data-testid="books-invoice-detail">
      <header className={styles.detailHead}>
        <h2 className={styles.breaks}>{invoice.senderInvoiceNo ?? invoice.invoiceId}</h2>
        <InvoiceStatus status={invoice.status} />
      </header>
      {invoice.amount === null ? null : <p className={styles.amount}>{withSign(invoice.amount)}</p>}
      <dl className={styles.facts}>
        <Fact label={say('books.invoice.id')} value={invoice.invoiceId} />
      </dl>
      {sale === null ? (
        <Note tone="warn">{say('books.invoice.no.sale')}</Note>
      ) : (
        <div>
          <PressButton onPress={() => openSale(sale.id)}>
            {say('books.sale', { number: formatSaleNumber(sale.sequence) })}
          </PressButton>
        </div>
      )}
      <h3>{say('books.invoice.payments')}</h3>
      {payments.count === 0 ? <Hint>{say('books.invoice.unpaid')}</Hint> : null}
      {payments.unread === 0 ? null : (
        <Note tone="warn" title={say('books.unread.title', { count: payments.unread })} />
      )}
      <ul className={styles.payments}>
        {payments.rows.map((payment) => (
          <PaymentRow key={payment.paymentId} payment={payment} />
        ))}
      </ul>
    </article>
  )
}

function PaymentRow({ payment }: { readonly payment: BookedPayment }) {
  const [open, setOpen] = useState(false)
  return (
    <li className={styles.payment}>
      <button
        type="button"
        className={styles.paymentHead}
        aria-expanded={open}
        onClick={() => setOpen((was) => !was)}
      >
        <span>
          <b>{withSign(payment.amount)}</b>
          <small>
            {[shortDate(payment.date), walletName(say, payment.name ?? payment.wallet ?? '')]
              .filter((part) => part !== '')
              .join(' · ')}
          </small>
        </span>
        <span className={styles.status} data-status={payment.status}>
          {say(`books.payment.${payment.status}`)}
        </span>
      </button>
      {open ? <PaymentDetail paymentId={payment.paymentId} /> : null}
    </li>
  )
}

/** A payment as the service returns it. */
function PaymentDetail({ paymentId }: { readonly paymentId: string }) {
  const { value, failure } = useAskedOnce(
    useCallback(() => call('getServicePayment', { paymentId }), [paymentId]),
  )
  if (value === null) return <Unanswered failure={failure} words={say('books.loading')} />
  return (
    <dl className={styles.facts} data-testid="books-payment-detail">
      <Fact label={say('word.payment')} value={value.paymentId} />
      <Fact label={say('books.type')} value={say(`books.type.${value.type}`)} />
      <Fact label={say('books.wallet')} value={value.wallet && walletName(say, value.wallet)} />
      <Fact label={say('word.bank')} value={value.bankCode && bankName(say, value.bankCode)} />
      <Fact label={say('books.fee')} value={value.fee === null ? null : withSign(value.fee)} />
      <Fact label={say('books.currency')} value={value.currency} />
      <Fact label={say('books.date')} value={value.date?.replace('T', ' ') ?? null} />
    </dl>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string | null }) {
  if (value === null || value === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
