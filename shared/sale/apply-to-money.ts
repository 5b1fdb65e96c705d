/** Applies events to the money of a sale: tenders, payments, and decisions of people. Facts are only added. */
import { type Money, money, NO_MONEY, sumMoney, sumOf } from '../money/money.ts'
import { quantity } from '../money/quantity.ts'
import { settledByCharge, unneeded } from './apply-to-invoices.ts'
import { refundedByUs } from './money-of-sale.ts'
import { unfit } from './refuse.ts'
import { type LeftOfLine, leftOf, type Return, type ReturnLine } from './return.ts'
import type {
  Decision,
  EReceipt,
  Payment,
  Sale,
  SaleEvent,
  SaleInvoice,
  SeenPayment,
  TakenTender,
} from './sale.ts'
import { chargeOf } from './status.ts'

/** Null where the event is not about money. */
export function applyToMoney(sale: Sale, at: number, event: SaleEvent): Sale | null {
  switch (event.kind) {
    case 'tender-taken':
      return sale.tenders.some(({ id }) => id === event.tender.id)
        ? unfit(event.kind, 'taken already')
        : { ...sale, tenders: [...sale.tenders, { ...event.tender, at, returnedAt: null }] }
    case 'tender-returned':
      return sale.soldAt === null
        ? { ...sale, tenders: sale.tenders.map((one) => returnedOne(one, event.tenderId, at)) }
        : unfit(event.kind, 'sold')
    case 'payments-seen':
      return withPayments(sale, at, event)
    case 'paid':
      return sold(
        event.no === undefined ? sale : withPayments(sale, at, { ...event, no: event.no }),
        at,
        event,
      )
    case 'attention-settled':
      return settled(sale, at, event)
    default:
      return null
  }
}

const returnedOne = (tender: TakenTender, id: string, at: number): TakenTender =>
  tender.id === id && tender.returnedAt === null ? { ...tender, returnedAt: at } : tender

/** Adds the rows of a check to the accounts of the payments. A payment that the check does not list stays as it was. */
export function withPayments(
  sale: Sale,
  at: number,
  { payments: seen, no }: { readonly payments: readonly SeenPayment[]; readonly no: number },
): Sale {
  const known = new Map(sale.payments.map((payment) => [payment.paymentId, payment]))
  for (const row of seen) {
    const had = known.get(row.paymentId) ?? newPayment(row, no)
    known.set(
      row.paymentId,
      contradictedBy(row, seenAgain(had, row, at), refundedByUs(sale, row.paymentId), at),
    )
  }
  return { ...sale, payments: [...known.values()] }
}

const newPayment = (row: SeenPayment, invoiceNo: number): Payment => ({
  ...row,
  invoiceNo,
  came: NO_MONEY,
  cameAt: null,
  wentBack: NO_MONEY,
  wentBackAt: null,
  counted: NO_MONEY,
})

/**
 * Adds one row of a check to the payment's account. PAID says that money came; the largest amount ever listed counts.
 * REFUNDED, CANCELLED after PAID, or PAID with a smaller amount says that money went back. An older status that is
 * listed again changes nothing.
 */
function seenAgain(had: Payment, row: SeenPayment, at: number): Payment {
  const { currency, ...known } = had
  const type = row.type === 'unknown' ? had.type : row.type
  const listed = { ...known, ...row, type, status: isGone(had) ? had.status : row.status }
  if (row.currency !== undefined) return had.came > 0 ? had : listed
  const isPaid = row.status === 'PAID'
  const went = row.status === 'REFUNDED' || (row.status === 'CANCELLED' && had.came > 0)
  const came = money(Math.max(had.came, isPaid || went ? row.amount : NO_MONEY))
  const wentBack = money(Math.max(had.wentBack, went ? came : isPaid ? came - row.amount : NO_MONEY))
  return {
    ...listed,
    came,
    cameAt: had.cameAt ?? (came > had.came ? at : null),
    wentBack,
    wentBackAt: wentBack > had.wentBack ? at : had.wentBackAt,
  }
}

/**
 * Counts how often in a row the list contradicts the account: a payment that settles the sale is no longer PAID but did
 * not go back, or is still PAID after our refund was accepted. Either the list lags, or the account is wrong.
 */
function contradictedBy(row: SeenPayment, account: Payment, refunded: Money, at: number): Payment {
  const { contradicted: had, ...agreed } = account
  const { came, wentBack, counted } = agreed
  if (counted === NO_MONEY || row.currency !== undefined) return account
  const isNotThere =
    (row.status === 'PENDING' || row.status === 'unknown') && Math.max(wentBack, refunded) < came
  const isStillThere = row.status === 'PAID' && wentBack < refunded
  if (!isNotThere && !isStillThere) return agreed
  const before = had?.status === row.status ? had : { at, checks: 0 }
  return { ...agreed, contradicted: { status: row.status, at: before.at, checks: before.checks + 1 } }
}

/** Whether all money of the payment went back. A payment never becomes PAID again after that. */
const isGone = ({ status, came }: Payment): boolean =>
  status === 'REFUNDED' || (status === 'CANCELLED' && came > 0)

type Paid = Extract<SaleEvent, { kind: 'paid' }>

/** Settles the sale: e-receipts become due, and invoices that are not needed are cancelled or monitored. */
function sold(sale: Sale, at: number, event: Paid): Sale {
  if (sale.soldAt !== null || sale.parked) return unfit(event.kind, 'sold, or parked')
  const counted = new Map(event.counted.map(({ paymentId, amount }) => [paymentId, amount]))
  const payments = sale.payments.map((payment) => ({
    ...payment,
    counted: counted.get(payment.paymentId) ?? NO_MONEY,
  }))
  const paid: Sale = {
    ...sale,
    payments,
    ereceipts: event.receiptsDue.map((paymentId): EReceipt => ({ step: 'due', paymentId, failure: null })),
    terms: event.terms ?? sale.terms,
    refusal: null,
    soldAt: at,
    endedAt: null,
    monitoredUntil: event.monitorUntil ?? sale.monitoredUntil,
  }
  return isSettledBy(chargeOf(sale), payments) ? settledByCharge(paid) : unneeded(paid)
}

/** Whether the part of the invoice's payments that counts for the sale covers the amount of the invoice. */
const isSettledBy = (charge: SaleInvoice | null, payments: readonly Payment[]): boolean =>
  charge !== null &&
  charge.amount !== null &&
  sumMoney(payments.filter(({ invoiceNo }) => invoiceNo === charge.no).map(({ counted }) => counted)) >=
    charge.amount

function settled(sale: Sale, at: number, event: Extract<SaleEvent, { kind: 'attention-settled' }>): Sale {
  const { cause, resolution, by, shares } = event
  const decision: Decision = { cause, resolution, at, by, shares }
  const looked = resolution === 'seen'
  return {
    ...sale,
    decisions: [...sale.decisions, decision],
    returns:
      resolution === 'goods-returned' && shares.length > 0
        ? [...sale.returns, returnFor(sale, decision)]
        : sale.returns,
    notices: sale.notices.filter((notice) => notice.cause !== cause),
    ereceipts:
      looked && cause === 'ereceipt-refused'
        ? sale.ereceipts.map((one) => (one.step === 'refused' ? { ...one, seen: true } : one))
        : sale.ereceipts,
    invoices:
      looked && cause === 'invoice-left-open'
        ? sale.invoices.map((one) =>
            one.step.name === 'left-open' ? { ...one, step: { ...one.step, seen: true } } : one,
          )
        : sale.invoices,
  }
}

/** "The goods came back" is a completed return without money, because the money was refunded elsewhere before. */
function returnFor(sale: Sale, { at, by, shares }: Decision): Return {
  const left = leftOf(sale)
  const lines = linesFor(sumOf(shares), left)
  const back = sumOf(lines)
  return {
    id: `decision-${sale.decisions.length + 1}`,
    state: 'completed',
    openedAt: at,
    endedAt: at,
    lines,
    whole: back === sumOf(left),
    amount: NO_MONEY,
    voids: [],
    parts: [],
    standing: [],
    goodsForLost: shares,
    reason: '',
    by,
    approvedBy: null,
    slips: [],
  }
}

/**
 * Chooses returned lines for an amount: first a line worth exactly that amount, then the lines in order. Of a line that
 * is worth more, only an amount comes back, with quantity zero.
 */
function linesFor(amount: Money, left: readonly LeftOfLine[]): readonly ReturnLine[] {
  let rest: number = amount
  return [...left]
    .sort((one, other) => Number(other.amount === amount) - Number(one.amount === amount))
    .flatMap(({ line, quantity: had, amount: most }) => {
      const back = money(Math.min(rest, most))
      rest -= back
      return back > 0 ? [{ lineId: line.id, quantity: back === most ? had : quantity(0), amount: back }] : []
    })
}
