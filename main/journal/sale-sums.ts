/**
 * What one sale adds to the sums of its days, from which reports are added up.
 *
 *     subject    key                          day               of
 *     hour       09                           paid              sales that were sold, by the hour of the money
 *     product    its code                     paid              their lines
 *     category   its name                     paid              their lines
 *     cashier    id and name                  paid              who rang them up; empty: nobody was signed in
 *     tender     cash, qr, card               paid              what came in for them, with what came above the total
 *     discount   line, sale                   paid              what was taken off
 *     e-receipt  issued, owed, refused, void  paid              as the service said them
 *     elsewhere  refunded                     paid              money that went back without a return of ours
 *     back       card, cash, transfer         return completed  the money of returns
 *     back-product, back-category, back-cashier                 their goods; who gave them back
 *     void       voided                       return completed  e-receipts voided for returns
 *     cancelled  charge, cart                 cancelled         charges that had an invoice; goods that never had one
 *     late       kept                         money found       what came for a cancelled charge and was not given back
 *
 * Whoever changes what a sale adds puts a step `{ sums: true }` at the end of the migrations.
 */

import type { Return, ReturnPart } from '../../shared/return.ts'
import type { EReceipt, Sale, SaleLine, SaleState, SeenPayment } from '../../shared/sale.ts'
import { shopDay } from '../../shared/shop-day.ts'
import type { Cashier } from '../../shared/staff.ts'

export type SumSubject =
  | 'hour'
  | 'product'
  | 'category'
  | 'cashier'
  | 'tender'
  | 'discount'
  | 'e-receipt'
  | 'elsewhere'
  | 'back'
  | 'back-product'
  | 'back-category'
  | 'back-cashier'
  | 'void'
  | 'cancelled'
  | 'late'

export type SumFigures = {
  /** Of what the subject counts: sales, lines, payments, e-receipts. */
  readonly times: number
  readonly lines: number
  /** Thousandths of a unit. */
  readonly quantity: number
  /** Hundredths of a tugrik, as are the taxes. */
  readonly amount: number
  readonly vat: number
  readonly cityTax: number
}

export type SumRow = SumFigures & {
  readonly subject: SumSubject
  /** yyyy-MM-dd by the terminal's own clock. */
  readonly day: string
  readonly key: string
}

type Settled = Extract<SaleState, { readonly paidAt: number }>

/** Several rows may have the same subject, day and key: they add up. */
export function sumsOf(sale: Sale): readonly SumRow[] {
  const { state } = sale
  if ('paidAt' in state)
    return [...soldRows(sale, state), ...sale.returns.flatMap((one) => backRows(sale, one))]
  if (state.name === 'cancelled' && sale.lines.length > 0)
    return [
      row('cancelled', shopDay(state.at), state.invoice === null ? 'cart' : 'charge', {
        lines: sale.lines.length,
        amount: linesTotal(sale.lines),
      }),
    ]
  if (state.name === 'paid-late' && state.paid > state.givenBack)
    return [row('late', shopDay(state.foundAt), 'kept', { amount: state.paid - state.givenBack })]
  return []
}

function soldRows(sale: Sale, state: Settled): readonly SumRow[] {
  const { lines, cashier } = sale
  const day = shopDay(state.paidAt)
  const whole = { lines: lines.length, amount: state.total }
  return [
    row('hour', day, hourOf(state.paidAt), whole),
    row('cashier', day, cashierKey(cashier), whole),
    ...lines.flatMap((line) => lineRows(line, day)),
    ...tenderRows(sale, state, day),
    ...discountRows(lines, day),
    ...state.ereceipts.map((one) => ereceiptRow(one, state.payments, day)),
    ...elsewhereRows(sale, state, day),
  ]
}

const lineRows = ({ product, quantity, amount }: SaleLine, day: string): readonly SumRow[] => [
  row('product', day, product.code, { lines: 1, quantity, amount }),
  row('category', day, product.category, { lines: 1, quantity, amount }),
]

/** What a return of ours gave back since came in all the same. */
function tenderRows(sale: Sale, { cash, payments }: Settled, day: string): readonly SumRow[] {
  const ours = refundedByUs(sale)
  return [
    ...cash.map(({ amount }) => row('tender', day, 'cash', { amount })),
    ...payments
      .filter(({ paymentId, status }) => status === 'PAID' || ours.has(paymentId))
      .map(({ type, amount }) => row('tender', day, type === 'CARD' ? 'card' : 'qr', { amount })),
  ]
}

function refundedByUs({ returns }: Sale): ReadonlySet<string> {
  const parts = returns.flatMap(({ parts: own }) => own)
  return new Set(
    parts.flatMap(({ by, step, paymentId }) =>
      by === 'refund' && step.name === 'refunded' && paymentId !== null ? [paymentId] : [],
    ),
  )
}

function discountRows(lines: readonly SaleLine[], day: string): readonly SumRow[] {
  const off = lines.flatMap((line) => (line.off ? [line.off] : []))
  const shares = lines.flatMap((line) => (line.share ? [line.share] : []))
  return [
    ...off.map((amount) => row('discount', day, 'line', { amount })),
    ...(shares.length === 0 ? [] : [row('discount', day, 'sale', { amount: sum(shares) })]),
  ]
}

function ereceiptRow(one: EReceipt, payments: readonly SeenPayment[], day: string): SumRow {
  if (one.step === 'issued')
    return row('e-receipt', day, 'issued', { amount: one.amount, vat: one.vat, cityTax: one.cityTax })
  const amount = payments.find(({ paymentId }) => paymentId === one.paymentId)?.amount ?? 0
  const key = one.step === 'refused' || one.step === 'voided' ? one.step : 'owed'
  return row('e-receipt', day, key === 'voided' ? 'void' : key, { amount })
}

/** As the checks found it since: when it went, nobody told. */
function elsewhereRows(sale: Sale, state: Settled, day: string): readonly SumRow[] {
  const came = sum(tenderRows(sale, state, day).map(({ amount }) => amount))
  return came >= state.total ? [] : [row('elsewhere', day, 'refunded', { amount: state.total - came })]
}

/** A return counts on the day on which all of its money was back; one that is under way does not yet. */
function backRows(sale: Sale, one: Return): readonly SumRow[] {
  if (one.state !== 'completed' || one.endedAt === null) return []
  const day = shopDay(one.endedAt)
  const goods = one.lines.flatMap(({ lineId, quantity, amount }) => {
    const product = sale.lines.find(({ id }) => id === lineId)?.product
    return product === undefined ? [] : [{ product, quantity, amount }]
  })
  const voided = one.voids.filter(({ step }) => step.name === 'voided')
  return [
    ...one.parts.map((part) => row('back', day, wayOf(part), { amount: part.amount })),
    row('back-cashier', day, cashierKey(one.by), { lines: one.lines.length, amount: one.amount }),
    ...goods.flatMap(({ product, quantity, amount }) => [
      row('back-product', day, product.code, { lines: 1, quantity, amount }),
      row('back-category', day, product.category, { lines: 1, quantity, amount }),
    ]),
    ...voided.map(() => row('void', day, 'voided', {})),
  ]
}

const wayOf = ({ step }: ReturnPart): string => (step.name === 'repaid' ? step.how : 'card')

/** An id has no space in it. */
const cashierKey = (cashier: Cashier | null): string =>
  cashier === null ? '' : `${cashier.id} ${cashier.name}`

export function cashierOfKey(key: string): Cashier | null {
  const space = key.indexOf(' ')
  return key === '' ? null : { id: key.slice(0, space), name: key.slice(space + 1) }
}

const NOTHING: SumFigures = { times: 1, lines: 0, quantity: 0, amount: 0, vat: 0, cityTax: 0 }

const row = (subject: SumSubject, day: string, key: string, figures: Partial<SumFigures>): SumRow => ({
  ...NOTHING,
  ...figures,
  subject,
  day,
  key,
})

const sum = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

const linesTotal = (lines: readonly SaleLine[]): number => sum(lines.map(({ amount }) => amount))

const hourOf = (at: number): string => String(new Date(at).getHours()).padStart(2, '0')
