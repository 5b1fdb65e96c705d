/** A reconciliation as rows of a spreadsheet: sums, fees, discrepancies, and every matched payment. */
import {
  type BookedShift,
  dayOfShopSpan,
  type MatchedPayment,
  type Reconciliation,
  type ReconciliationSeen,
} from '../../../../shared/books/reconciliation.ts'
import { formatZ, type Tally } from '../../../../shared/books/shift.ts'
import type { Money } from '../../../../shared/money/money.ts'
import type { Language } from '../../../../shared/shop/settings.ts'
import { TEXTS } from '../../../../shared/texts/index.ts'
import type { Cell } from '../../../shop/tables/index.ts'
import { tillLines } from '../till-lines.ts'

type Row = readonly Cell[]

export function* reconciliationRows(
  result: ReconciliationSeen,
  matched: Iterable<MatchedPayment>,
  language: Language,
): Generator<Row, void> {
  const say = TEXTS[language]
  const { span, shift, terminal, tills, doneAt, sums, fees, discrepancies, apart } = result
  const tally = (label: string, { count, amount }: Tally): Row => [label, count, tugriks(amount)]
  yield [say['books.title'], shift === null ? (dayOfShopSpan(span) ?? span) : shiftName(shift), terminal]
  if (shift !== null)
    yield [
      say['books.shift.times'],
      new Date(shift.openedAt),
      ...(shift.closedAt === null ? [] : [new Date(shift.closedAt)]),
    ]
  yield [say['books.done.at'], new Date(doneAt)]
  for (const line of tillLines(tills, language)) yield [line]
  yield []
  yield ['', say['books.count'], say['books.amount']]
  yield tally(say['books.sum.theirs'], sums.theirs)
  yield tally(say['books.sum.ours'], sums.ours)
  yield tally(say['books.sum.matched'], sums.matched)
  yield [say['books.sum.fees'], '', tugriks(sums.fees)]
  yield [say['books.sum.net'], '', tugriks(sums.net)]
  yield tally(say['books.sum.elsewhere'], sums.elsewhere)
  yield [say['books.sum.unread'], sums.unread]
  yield []
  yield [say['books.fees'], say['books.type'], say['books.count'], say['books.amount'], say['books.fee']]
  for (const { wallet, type, payments, fee } of fees)
    yield [wallet, say[`books.type.${type}`], payments.count, tugriks(payments.amount), tugriks(fee)]
  yield []
  yield [
    say['books.differences'],
    say['word.number'],
    say['word.payment'],
    say['books.ours'],
    say['books.theirs'],
    say['word.status'],
    say['books.explained'],
    say['books.resolved'],
  ]
  for (const one of discrepancies)
    yield [
      say[`books.kind.${one.kind}`],
      one.senderInvoiceNo,
      one.paymentId ?? '',
      one.ours === null ? '' : tugriks(one.ours),
      one.theirs === null ? '' : tugriks(one.theirs),
      one.status === null ? '' : say[`books.payment.${one.status}`],
      one.explained?.why ?? '',
      one.resolvedAt === null ? '' : new Date(one.resolvedAt),
    ]
  if (apart.length > 0) {
    yield []
    yield [say['books.apart'], say['word.number'], say['books.shift'], say['books.amount']]
    for (const one of apart)
      yield [
        say[`books.apart.${one.what}`],
        one.sequence,
        one.shift === null ? say['books.apart.no.shift'] : shiftName(one.shift),
        tugriks(one.amount),
      ]
  }
  yield []
  yield [
    say['books.matched'],
    say['word.payment'],
    say['books.date'],
    say['books.wallet'],
    say['books.amount'],
    say['books.fee'],
    say['word.status'],
  ]
  for (const one of matched)
    yield [
      one.senderInvoiceNo,
      one.paymentId,
      momentOf(one.date),
      one.name ?? one.wallet ?? '',
      tugriks(one.amount),
      one.fee === null ? '' : tugriks(one.fee),
      say[`books.payment.${one.status}`],
    ]
}

/** The Z number; for an open shift, which has none, its opening time. */
const shiftName = ({ zNumber, openedAt }: Pick<BookedShift, 'zNumber' | 'openedAt'>): Cell =>
  zNumber === null ? new Date(openedAt) : `Z ${formatZ(zNumber)}`

const tugriks = (amount: Money): number => amount / 100

/** A time as the service wrote it. Without a zone it is shop time. */
function momentOf(date: string | null): Cell {
  const at = date === null ? Number.NaN : Date.parse(date.replace(' ', 'T'))
  return Number.isNaN(at) ? (date ?? '') : new Date(at)
}

/** The file's name in letters that every file system takes: "2026-11-20", "Z-0012". */
export const fileNameOf = ({ span, shift }: Pick<Reconciliation, 'span' | 'shift'>): string => {
  if (shift === null) return span.replace(':', '-')
  return shift.zNumber === null ? `shift-${shift.id}` : `Z-${formatZ(shift.zNumber)}`
}
