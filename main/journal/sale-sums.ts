/**
 * What one sale adds to the sums of its days, from which reports are added up.
 *
 *     subject    key                          day               of
 *     hour       09                           paid              sales that were sold, by the hour of the money
 *     product    its code                     paid              their lines
 *     category   its name                     paid              their lines
 *     cashier    id and name                  paid              who rang them up; empty: nobody was signed in
 *     tender     cash, terminal, transfer,    paid              what came in for them, with what came above the total
 *                qr, card
 *     discount   line, sale                   paid              what was taken off
 *     e-receipt  issued, owed, refused, void  paid              as the service said them
 *     elsewhere  refunded                     paid              money that went back without a return of ours
 *     back       card, terminal, cash,        return completed  the money of returns
 *     back-product, back-category, back-cashier                 their goods; who gave them back
 *     void       voided                       return completed  e-receipts voided for returns
 *     cancelled  charge, cart                 cancelled         charges that had an invoice; goods that never had one
 *     late       kept                         money found       what came for a cancelled charge and was not given back
 *
 * Whoever changes what a sale adds puts a step `{ sums: true }` at the end of the migrations.
 */

import type { Return, ReturnPart } from '../../shared/return.ts'
import type { EReceipt, Sale, SaleLine } from '../../shared/sale.ts'
import { heldOf, keptTenders, paymentOf, wentElsewhere } from '../../shared/sale-account.ts'
import { hadInvoice, totalOf } from '../../shared/sale-status.ts'
import { shopDay, shopHour } from '../../shared/shop-day.ts'
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

/** Several rows may have the same subject, day and key: they add up. */
export function sumsOf(sale: Sale): readonly SumRow[] {
  if (sale.soldAt !== null)
    return [...soldRows(sale, sale.soldAt), ...sale.returns.flatMap((one) => backRows(sale, one))]
  if (sale.endedAt === null) return []
  const found = sale.payments.flatMap(({ cameAt }) => cameAt ?? [])
  if (found.length > 0) return lateRows(sale, Math.max(...found))
  if (sale.lines.length === 0) return []
  const key = hadInvoice(sale) ? 'charge' : 'cart'
  return [
    row('cancelled', shopDay(sale.endedAt), key, {
      lines: sale.lines.length,
      amount: totalOf(sale.lines),
    }),
  ]
}

function lateRows(sale: Sale, foundAt: number): readonly SumRow[] {
  const amount = sum(sale.payments.map((payment) => heldOf(sale, payment)))
  return amount > 0 ? [row('late', shopDay(foundAt), 'kept', { amount })] : []
}

function soldRows(sale: Sale, soldAt: number): readonly SumRow[] {
  const { lines, cashier } = sale
  const day = shopDay(soldAt)
  const whole = { lines: lines.length, amount: totalOf(lines) }
  return [
    row('hour', day, shopHour(soldAt), whole),
    row('cashier', day, cashierKey(cashier), whole),
    ...lines.flatMap((line) => lineRows(line, day)),
    ...tenderRows(sale, day),
    ...discountRows(lines, day),
    ...sale.ereceipts.map((one) => ereceiptRow(sale, one, day)),
    ...elsewhereRows(sale, day),
  ]
}

const lineRows = ({ product, quantity, amount }: SaleLine, day: string): readonly SumRow[] => [
  row('product', day, product.code, { lines: 1, quantity, amount }),
  row('category', day, product.category, { lines: 1, quantity, amount }),
]

/** What a return of ours gave back since came in all the same. `card` is one that paid by QR. */
const tenderRows = (sale: Sale, day: string): readonly SumRow[] => [
  ...keptTenders(sale).map(({ kind, amount }) =>
    row('tender', day, kind === 'card' ? 'terminal' : kind, { amount }),
  ),
  ...sale.payments
    .map((payment) => ({ payment, amount: payment.came - wentElsewhere(sale, payment) }))
    .filter(({ amount }) => amount > 0)
    .map(({ payment, amount }) => row('tender', day, payment.type === 'CARD' ? 'card' : 'qr', { amount })),
]

function discountRows(lines: readonly SaleLine[], day: string): readonly SumRow[] {
  const off = lines.flatMap((line) => (line.off ? [line.off] : []))
  const shares = lines.flatMap((line) => (line.share ? [line.share] : []))
  return [
    ...off.map((amount) => row('discount', day, 'line', { amount })),
    ...(shares.length === 0 ? [] : [row('discount', day, 'sale', { amount: sum(shares) })]),
  ]
}

function ereceiptRow(sale: Sale, one: EReceipt, day: string): SumRow {
  if (one.step === 'issued')
    return row('e-receipt', day, 'issued', { amount: one.amount, vat: one.vat, cityTax: one.cityTax })
  const amount = paymentOf(sale, one.paymentId)?.came ?? 0
  const key = one.step === 'refused' || one.step === 'voided' ? one.step : 'owed'
  return row('e-receipt', day, key === 'voided' ? 'void' : key, { amount })
}

/** As the checks found it since: when it went, nobody told. */
function elsewhereRows(sale: Sale, day: string): readonly SumRow[] {
  const came = sum(tenderRows(sale, day).map(({ amount }) => amount))
  const missing = totalOf(sale.lines) - came
  return missing > 0 ? [row('elsewhere', day, 'refunded', { amount: missing })] : []
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

const wayOf = ({ step }: ReturnPart): string => {
  if (step.name !== 'repaid') return 'card'
  return step.how === 'card' ? 'terminal' : step.how
}

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
