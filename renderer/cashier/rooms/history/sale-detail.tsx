import { useCallback, useState } from 'react'
import type { Failure } from '../../../../shared/failure.ts'
import type { Money } from '../../../../shared/money/money.ts'
import { keptTenders } from '../../../../shared/sale/money-of-sale.ts'
import { formatSaleNumber, type RecordedEvent, type Sale } from '../../../../shared/sale/sale.ts'
import { isSold, type SaleStatus } from '../../../../shared/sale/status.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { Note, PressButton, Toolbar } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import {
  call,
  failureText,
  openSale,
  type ReplyOf,
  say,
  showRoom,
  useAsked,
  useCommand,
} from '../../page/index.ts'
import { bringFromShop } from '../../page/scanning/index.ts'
import { FailureNote, Unanswered } from '../../parts/failure-note.tsx'
import { clockTimeWithSeconds, dayAndTime } from '../../parts/moment.ts'
import { PaymentRows } from '../../parts/payment-rows.tsx'
import { RetryReceipt } from '../../parts/print-resolutions.tsx'
import { ReceiptCopies } from '../../parts/receipt-copies.tsx'
import { ReceiptPreview } from '../../parts/receipt-preview.tsx'
import { Receiver } from '../../parts/receiver.tsx'
import { Returns } from '../../parts/returns/index.ts'
import { SaleFacts } from '../../parts/sale-facts.tsx'
import { SaleLines } from '../../parts/sale-lines.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { CheckPayment } from '../all-tills/index.ts'
import { eventWords, failureOf } from './event-words.ts'
import styles from './history.module.css'

type SaleDetailProps = {
  readonly saleId: string
  readonly onReturn: () => void
  /** The person returns from the form of a return. */
  readonly returned: boolean
}

/** A sale with its goods, payments, events and receipt. */
export function SaleDetail({ saleId, onReturn, returned }: SaleDetailProps) {
  const { value, failure } = useAsked(useCallback(() => call('getSale', { saleId }), [saleId]))
  if (value === null) return <Unanswered failure={failure} />
  return <Detail {...value} onReturn={onReturn} returned={returned} />
}

type DetailProps = ReplyOf<'getSale'> & Pick<SaleDetailProps, 'onReturn' | 'returned'>

function Detail({ till, view, events, prints, onReturn, returned }: DetailProps) {
  const { sale, status, totals } = view
  const { payments } = sale
  const tenders = keptTenders(sale)
  return (
    <article className={styles.sale} data-testid="sale-detail">
      <header className={styles.saleHead}>
        <h2>
          {say('word.saleNumbered', {
            number: [...(till === null ? [] : [till]), formatSaleNumber(sale.sequence)].join(' '),
          })}
        </h2>
        <StateBadge state={status.name} />
        <b className={styles.saleTotal}>{withSign(totals.total)}</b>
      </header>
      <p className={styles.subtle}>
        {[
          dayAndTime(sale.origin ? (sale.soldAt ?? sale.openedAt) : sale.openedAt),
          ...(sale.cashier === null ? [] : [sale.cashier.name]),
        ].join(' · ')}
      </p>
      {sale.origin === undefined ? null : (
        <p className={styles.subtle} data-testid="sale-of-till">
          {say('history.ofTill.words', { code: sale.origin })}
        </p>
      )}
      <Moved sale={sale} />
      {till === null ? (
        <>
          {sale.origin === undefined ? <OwedReceipt saleId={sale.id} status={status} /> : null}
          <Returns sale={sale} onOpen={onReturn} focused={returned} />
        </>
      ) : (
        <SaleOfOtherTill code={till} sale={sale} total={totals.total} />
      )}
      <SaleFacts sale={sale} totals={totals} />
      <section>
        <h3>{say('word.goods')}</h3>
        <SaleLines lines={sale.lines} />
      </section>
      <section>
        <h3>{say('history.payments')}</h3>
        {payments.length + tenders.length === 0 ? (
          <p className={styles.subtle}>{say('history.payments.none')}</p>
        ) : (
          <PaymentRows payments={payments} tenders={tenders} />
        )}
      </section>
      <EReceipts sale={sale} />
      {till === null && isSold(sale) && view.receiverChange !== null ? <Receiver counter={view} /> : null}
      {till === null ? <Receipt sale={sale} /> : null}
      <Prints prints={prints} />
      <section>
        <h3>{say('history.events')}</h3>
        <Events events={events} lines={sale.lines} />
      </section>
    </article>
  )
}

/** Where the cart of the sale came from, and which other till continues it. */
const Moved = ({ sale: { movedFrom, movedTo } }: { readonly sale: Sale }) => (
  <>
    {movedFrom === undefined ? null : (
      <p className={styles.subtle} data-testid="moved-from">
        {say('history.movedFrom', { till: movedFrom.till, number: movedFrom.number })}
      </p>
    )}
    {movedTo === undefined ? null : (
      <p className={styles.subtle} data-testid="moved-to">
        {say('history.movedTo', { till: movedTo.till, number: movedTo.number })}
      </p>
    )}
  </>
)

type SaleOfOtherTillProps = { readonly code: string; readonly sale: Sale; readonly total: Money }

/** A sale of another till: it can be looked at, and its goods can be taken back here. */
function SaleOfOtherTill({ code, sale, total }: SaleOfOtherTillProps) {
  const bringing = useCommand()
  const bring = async () => {
    const reply = await bringing.run(() => bringFromShop(sale.senderInvoiceNo))
    if (reply?.ok) openSale(reply.value)
  }
  return (
    <>
      <Note tone="plain" testId="other-sale">
        {say('allTills.otherSale', { code })}
      </Note>
      <FailureNote failure={bringing.failure} />
      <CheckPayment code={code} sale={sale} total={total} />
      {sale.soldAt === null ? null : (
        <Toolbar>
          <PressButton onPress={() => void bring()} pending={bringing.pending} testId="bring-sale">
            {say('allTills.bring')}
          </PressButton>
        </Toolbar>
      )}
    </>
  )
}

/** Why the receipt is incomplete: the e-receipt or the paper is missing. */
function OwedReceipt({ saleId, status }: { readonly saleId: string; readonly status: SaleStatus }) {
  const retrying = useCommand()
  const why = owedFor(status)
  if (why === null) return null
  return (
    <>
      <FailureNote failure={retrying.failure ?? why} tone="warn" />
      <Toolbar>
        <RetryReceipt saleId={saleId} retrying={retrying} />
        {status.name === 'fulfilling' ? (
          <PressButton onPress={() => showRoom('prints')}>{say('word.printQueue')}</PressButton>
        ) : null}
      </Toolbar>
    </>
  )
}

function owedFor(status: SaleStatus): Failure | null {
  if (status.name === 'receipt-owed') return status.failure
  return status.name === 'fulfilling' && status.print.step === 'queued' ? status.print.failure : null
}

function EReceipts({ sale: { ereceipts } }: { readonly sale: Sale }) {
  if (ereceipts.length === 0) return null
  return (
    <section>
      <h3>{say('history.ereceipts')}</h3>
      <ul className={styles.papers} data-testid="sale-ereceipts">
        {ereceipts.map((one) => (
          <li key={one.paymentId}>
            <span>{say(`paid.ereceipt.${one.step}`)}</span>
            {one.step === 'issued' ? (
              <>
                <b>{withSign(one.amount)}</b>
                <small>{one.printedId}</small>
              </>
            ) : !('failure' in one) || one.failure === null ? null : (
              <small>{failureText(say, one.failure)}</small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Prints({ prints }: Pick<ReplyOf<'getSale'>, 'prints'>) {
  if (prints.length === 0) return null
  return (
    <section>
      <h3>{say('history.prints')}</h3>
      <ul className={styles.papers} data-testid="sale-prints">
        {prints.map((print) => (
          <li key={`${print.queuedAt} ${print.kind}`} data-state={print.state}>
            <span>{say(`prints.kind.${print.kind}`)}</span>
            <b>{say(`history.print.${print.state}`)}</b>
            <small>
              {dayAndTime(print.printedAt ?? print.queuedAt)}
              {print.failure === null ? null : ` · ${failureText(say, print.failure)}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

type EventsProps = { readonly events: readonly RecordedEvent[]; readonly lines: Sale['lines'] }

const Events = ({ events, lines }: EventsProps) => (
  <ol className={styles.events} data-testid="sale-events">
    {events.map(({ seq, at, event }) => {
      const failure = failureOf(event)
      return (
        <li key={seq} data-kind={event.kind}>
          <time>{isSameDay(at, events[0]?.at ?? at) ? clockTimeWithSeconds(at) : dayAndTime(at)}</time>
          <span>
            {eventWords(say, event, lines)}
            {failure === null ? null : <small>{failureText(say, failure)}</small>}
          </span>
        </li>
      )
    })}
  </ol>
)

const isSameDay = (one: number, other: number): boolean => shopDay(one) === shopDay(other)

function Receipt({ sale }: { readonly sale: Sale }) {
  const [shown, setShown] = useState(false)
  if (!isSold(sale)) return null
  return (
    <section className={styles.receiptPart}>
      <h3>{say('history.receipt')}</h3>
      <ReceiptCopies saleId={sale.id} files={['pdf', 'html']} />
      {shown ? (
        <div className={styles.receipt}>
          <ReceiptPreview saleId={sale.id} version={sale.version} waiting={say('history.receipt.none')} />
        </div>
      ) : (
        <PressButton onPress={() => setShown(true)}>{say('history.receipt.show')}</PressButton>
      )}
    </section>
  )
}
