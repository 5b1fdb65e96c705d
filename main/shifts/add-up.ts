/** What a shift came to: the sum of what lies in the journal with its id, and of nothing else. */
import { type Money, money, NO_MONEY, sumMoney } from '../../shared/money.ts'
import type { EReceipt, Sale } from '../../shared/sale.ts'
import type { RecordedShiftEvent, ShiftDrawer, ShiftTotals, Tally } from '../../shared/shift.ts'
import type { JournalReader } from '../journal/index.ts'
import { evolveAll } from '../sales/index.ts'
import { type Movement, movements, returned, type Step } from './movements.ts'

export type ShiftReads = Pick<JournalReader, 'salesOfShift' | 'eventsInShifts' | 'shiftEvents'>

type TimedStep = Step & { readonly at: number }

export function addUp(journal: ShiftReads, shiftId: string): ShiftTotals {
  const read = journal.salesOfShift(shiftId).map((saleId) => stepsIn(journal, saleId, shiftId))
  const sales = read.filter((one) => one !== null)
  const steps = sales.flatMap((one) => one.steps)
  const moved = steps.flatMap(movements)
  const sold = steps.filter(({ event }) => event.kind === 'paid')
  const soldFor = tally(sold.map(({ after }) => totalOfState(after)))
  const returns = returnsIn(steps)
  const soldAt = sold.map(({ at }) => at)
  const owed = sales.filter(({ steps: own }) => own.some(({ event }) => event.kind === 'paid'))
  return {
    sales: soldFor,
    discounts: tally(sold.map(({ after }) => discountOf(after)).filter((amount) => amount > NO_MONEY)),
    cancelled: tally(steps.filter(isCancelledCharge).map(({ after }) => totalOfState(after))),
    returns,
    net: money(soldFor.amount - returns.amount),
    tenders: { cash: tender(moved, 'cash'), qr: tender(moved, 'qr'), card: tender(moved, 'card') },
    ...ereceiptsIn(
      steps,
      owed.map(({ last }) => last),
    ),
    drawer: drawerOf(journal.shiftEvents(shiftId), moved),
    firstSaleAt: soldAt.length === 0 ? null : Math.min(...soldAt),
    lastSaleAt: soldAt.length === 0 ? null : Math.max(...soldAt),
    unread: read.length - sales.length,
  }
}

/** The sale's steps that lie in the shift. Null where its events do not add up: a part of them was lost. */
function stepsIn(journal: ShiftReads, saleId: string, shiftId: string) {
  const steps: TimedStep[] = []
  let sale: Sale | null = null
  try {
    for (const { at, event, shiftId: of } of journal.eventsInShifts(saleId)) {
      const after: Sale = evolveAll(sale, saleId, at, [event])
      if (of === shiftId) steps.push({ before: sale, event, after, at })
      sale = after
    }
  } catch {
    return null
  }
  return sale === null ? null : { steps, last: sale }
}

const tally = (amounts: readonly Money[]): Tally => ({ count: amounts.length, amount: sumMoney(amounts) })

const totalOfState = ({ state }: Sale): Money => ('total' in state ? state.total : NO_MONEY)

const discountOf = ({ lines }: Sale): Money =>
  sumMoney(lines.flatMap(({ off, share }) => [off ?? NO_MONEY, share ?? NO_MONEY]))

/** An invoice that a sale sold for cash needs no more is none. */
const isCancelledCharge = ({ event, after }: Step): boolean =>
  event.kind === 'invoice-cancelled' && after.state.name === 'cancelled'

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
  steps: readonly Step[],
  sold: readonly Sale[],
): Pick<ShiftTotals, 'ereceipts' | 'taxes'> {
  const issued = steps.flatMap(({ event }) => (event.kind === 'ereceipt-issued' ? [event.ereceipt] : []))
  return {
    ereceipts: {
      issued: tally(issued.map(({ amount }) => amount)),
      owed: tally(sold.flatMap(owedOf)),
    },
    taxes: {
      vat: sumMoney(issued.map(({ vat }) => vat)),
      cityTax: sumMoney(issued.map(({ cityTax }) => cityTax)),
    },
  }
}

/** The payments of a sale whose e-receipts are still to be issued. */
function owedOf({ state }: Sale): readonly Money[] {
  if (!('ereceipts' in state)) return []
  return state.ereceipts
    .filter(isOwed)
    .map(
      ({ paymentId }) =>
        state.payments.find((payment) => payment.paymentId === paymentId)?.amount ?? NO_MONEY,
    )
}

const isOwed = (one: EReceipt): boolean =>
  one.step !== 'issued' && !(one.step === 'refused' && one.failure.name === 'GIVEN_UP')

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
