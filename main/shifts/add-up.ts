/** What a shift came to: the sum of what lies in the journal with its id, and of nothing else. */
import { type Money, money, NO_MONEY, sumMoney } from '../../shared/money.ts'
import type { EReceipt, Sale } from '../../shared/sale.ts'
import { paymentOf } from '../../shared/sale-account.ts'
import { hadInvoice, totalOf } from '../../shared/sale-status.ts'
import {
  type RecordedShiftEvent,
  SALE_TENDERS,
  type ShiftDrawer,
  type ShiftTotals,
  type Tally,
} from '../../shared/shift.ts'
import type { JournalReader, ShiftRecord } from '../journal/index.ts'
import { foldAll } from '../sales/index.ts'
import { type Movement, movements, returned, type Step } from './movements.ts'

export type ShiftReads = Pick<
  JournalReader,
  'salesOfShift' | 'eventsInShifts' | 'shiftEvents' | 'sale' | 'shift'
>

type TimedStep = Step & { readonly at: number }

export function addUp(journal: ShiftReads, shiftId: string): ShiftTotals {
  const events = journal.shiftEvents(shiftId)
  const read = journal.salesOfShift(shiftId).map((saleId) => stepsIn(journal, saleId, shiftId))
  const sales = read.filter((one) => one !== null)
  const steps = sales.flatMap((one) => one.steps)
  const moved = steps.flatMap(movements)
  const sold = steps.filter(({ event }) => event.kind === 'paid')
  const soldFor = tally(sold.map(({ after }) => totalOf(after.lines)))
  const returns = returnsIn(steps)
  const soldAt = sold.map(({ at }) => at)
  const owed = sales.filter(({ steps: own }) => own.some(({ event }) => event.kind === 'paid'))
  return {
    sales: soldFor,
    discounts: tally(sold.map(({ after }) => discountOf(after)).filter((amount) => amount > NO_MONEY)),
    cancelled: tally(steps.filter(isCancelledCharge).map(({ after }) => totalOf(after.lines))),
    returns,
    net: money(soldFor.amount - returns.amount),
    tenders: Object.fromEntries(
      SALE_TENDERS.map((one) => [one, tender(moved, one)]),
    ) as ShiftTotals['tenders'],
    ...ereceiptsIn(
      sales.flatMap(({ issued }) => issued),
      owed.map(({ last }) => last),
    ),
    drawer: drawerOf(events, moved),
    firstSaleAt: soldAt.length === 0 ? null : Math.min(...soldAt),
    lastSaleAt: soldAt.length === 0 ? null : Math.max(...soldAt),
    unread: read.length - sales.length + missingIn(events, journal.shift(shiftId)),
  }
}

/** An e-receipt, and the one that its payment had been given before: the same again, or one in place of a void one. */
type Issued = { readonly now: IssuedEReceipt; readonly had: IssuedEReceipt | undefined }
type IssuedEReceipt = Extract<EReceipt, { step: 'issued' }>

/** The sale's steps and e-receipts that lie in the shift. Null where one of its events is missing, or they do not add up. */
function stepsIn(journal: ShiftReads, saleId: string, shiftId: string) {
  const steps: TimedStep[] = []
  const issued: Issued[] = []
  const known = new Map<string, IssuedEReceipt>()
  let sale: Sale | null = null
  try {
    for (const { seq, at, event, shiftId: of } of journal.eventsInShifts(saleId)) {
      if (seq !== (sale?.version ?? 0) + 1) return null
      const after: Sale = foldAll(sale, saleId, at, [event])
      if (of === shiftId) steps.push({ before: sale, event, after, at })
      if (event.kind === 'ereceipt-issued') {
        const { ereceipt: now } = event
        if (of === shiftId) issued.push({ now, had: known.get(now.paymentId) })
        known.set(now.paymentId, now)
      }
      sale = after
    }
  } catch {
    return null
  }
  if (sale === null || sale.version !== journal.sale(saleId)?.version) return null
  return { steps, issued, last: sale }
}

const missingIn = (events: readonly RecordedShiftEvent[], shift: ShiftRecord | null): number =>
  (shift?.version ?? 0) - events.filter(({ seq }) => seq > 0).length

const tally = (amounts: readonly Money[]): Tally => ({ count: amounts.length, amount: sumMoney(amounts) })

const discountOf = ({ lines }: Sale): Money =>
  sumMoney(lines.flatMap(({ off, share }) => [off ?? NO_MONEY, share ?? NO_MONEY]))

/** An invoice that a sale sold for cash needs no more is none. */
const isCancelledCharge = ({ before, after }: Step): boolean =>
  before?.endedAt === null && after.endedAt !== null && hadInvoice(after)

function returnsIn(steps: readonly Step[]): Tally {
  const amounts = steps.map(returned).filter((amount) => amount !== NO_MONEY)
  return {
    count: amounts.reduce((count, amount) => count + Math.sign(amount), 0),
    amount: sumMoney(amounts),
  }
}

function tender(moved: readonly Movement[], which: Movement['tender']): Tally {
  const mine = moved.filter(({ tender: of, what }) => of === which && what !== 'repaid')
  return {
    count: mine.filter(({ what }) => what === 'taken').length,
    amount: sumMoney(mine.map(({ amount }) => amount)),
  }
}

function ereceiptsIn(
  issued: readonly Issued[],
  sold: readonly Sale[],
): Pick<ShiftTotals, 'ereceipts' | 'taxes'> {
  const more = (of: 'amount' | 'vat' | 'cityTax'): Money =>
    sumMoney(issued.map(({ now, had }) => money(now[of] - (had?.[of] ?? NO_MONEY))))
  return {
    ereceipts: {
      issued: { count: issued.filter(({ had }) => had === undefined).length, amount: more('amount') },
      owed: tally(sold.flatMap(owedOf)),
    },
    taxes: { vat: more('vat'), cityTax: more('cityTax') },
  }
}

/** The payments of a sale whose e-receipts are still to be issued. */
const owedOf = (sale: Sale): readonly Money[] =>
  sale.ereceipts.filter(isOwed).map(({ paymentId }) => paymentOf(sale, paymentId)?.came ?? NO_MONEY)

const isOwed = (one: EReceipt): boolean =>
  one.step !== 'issued' &&
  one.step !== 'voided' &&
  !(one.step === 'refused' && one.failure.name === 'GIVEN_UP')

function drawerOf(events: readonly RecordedShiftEvent[], moved: readonly Movement[]): ShiftDrawer {
  const float = sumMoney(events.flatMap(({ event }) => (event.kind === 'shift-opened' ? [event.float] : [])))
  const moves = (kind: 'cash-in' | 'cash-out'): Tally =>
    tally(events.flatMap(({ event }) => (event.kind === kind ? [event.amount] : [])))
  const inCash = moved.filter(({ tender: of }) => of === 'cash')
  const cashSales = tally(inCash.filter(({ what }) => what === 'taken').map(({ amount }) => amount))
  const givenBack = tally(inCash.filter(({ what }) => what !== 'taken').map(({ amount }) => money(-amount)))
  const [cashIn, cashOut] = [moves('cash-in'), moves('cash-out')]
  return {
    float,
    cashSales,
    cashIn,
    cashOut,
    givenBack,
    expected: money(float + cashSales.amount + cashIn.amount - cashOut.amount - givenBack.amount),
  }
}
