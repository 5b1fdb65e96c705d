/** Compares every Z with the tenders: adds up the events of its shift again, independently of the product. */

import type { ShiftTotals } from '../../../../shared/books/shift.ts'
import type { SaleEvent, TenderKind } from '../../../../shared/sale/sale.ts'
import type { SaleRows, ShiftRows } from './journal-file.ts'
import type { Find } from './story.ts'

/** What went through the counter in a shift, in hundredths of a tugrik. */
export type CounterSums = { cash: number; card: number; transfer: number; rounding: number }

export const noSums = (): CounterSums => ({ cash: 0, card: 0, transfer: 0, rounding: 0 })

/** Adds what the events of a sale did at the counter to the sums of their shifts. */
export function addMovements(
  { sale, events, shifts }: SaleRows,
  sumsOf: (shiftId: string) => CounterSums,
): void {
  events.forEach((event, index) => {
    const shiftId = shifts[index]
    if (typeof shiftId !== 'string') return
    const sums = sumsOf(shiftId)
    for (const [kind, amount] of moved(sale, event)) sums[kind] += amount
  })
}

function moved(
  sale: SaleRows['sale'],
  event: SaleEvent,
): readonly (readonly [TenderKind | 'rounding', number])[] {
  switch (event.kind) {
    case 'tender-taken':
      return [
        [event.tender.kind, event.tender.received - event.tender.change],
        ['rounding', event.tender.rounding ?? 0],
      ]
    case 'tender-returned':
      return sale.tenders
        .filter(({ id }) => id === event.tenderId)
        .flatMap(({ kind, received, change, rounding = 0 }) => [
          [kind, change - received] as const,
          ['rounding', -rounding] as const,
        ])
    case 'attention-settled':
      return event.resolution === 'repaid-cash' ? [['cash', -(event.amount ?? 0)]] : []
    case 'repaid': {
      const part = sale.returns
        .find(({ id }) => id === event.returnId)
        ?.parts.find(({ id }) => id === event.partId)
      if (part === undefined) return []
      const came = part.paymentId === null ? (part.tender ?? 'cash') : null
      // Money that goes back in another way than it came changes only the drawer, and only when it is cash.
      return event.how === 'cash' || event.how === came
        ? [
            [event.how, -part.amount - (part.rounding ?? 0)],
            ['rounding', -(part.rounding ?? 0)],
          ]
        : []
    }
    default:
      return []
  }
}

export function auditShifts(
  shifts: readonly ShiftRows[],
  sumsOf: (shiftId: string) => CounterSums,
  find: Find,
): void {
  for (const shift of shifts) {
    const words = `shift ${shift.id} of ${shift.terminal} (${shift.tag}), Z ${shift.zNumber}`
    if (shift.events.some(({ seq }, index) => seq !== index + 1))
      find('lost_sales', `${words}: its events are not whole`)
    if (shift.state !== 'closed') {
      find('unexplained', `${words}: it is ${shift.state}`)
      continue
    }
    const closed = shift.events.flatMap(({ event }) => (event.kind === 'shift-closed' ? [event] : []))
    if (closed.length !== 1 || closed[0]?.zNumber !== shift.zNumber)
      find('wrong_amounts', `${words}: it was closed ${closed.length} times`)
    if (shift.zReports > 1) find('doubled_receipts', `${words}: ${shift.zReports} Zs were printed`)
    for (const { totals } of closed) compareTotals(words, totals, sumsOf(shift.id), shift, find)
  }
}

function compareTotals(
  words: string,
  { tenders, drawer, bridge }: ShiftTotals,
  sums: CounterSums,
  { events }: ShiftRows,
  find: Find,
): void {
  const own = events.reduce((all, { event }) => {
    if (event.kind === 'shift-opened') return all + event.float
    if (event.kind === 'cash-in') return all + event.amount
    return event.kind === 'cash-out' ? all - event.amount : all
  }, 0)
  const compare = (what: string, said: number, is: number): void => {
    if (said !== is) find('wrong_amounts', `${words}: ${what} is ${said}, its events come to ${is}`)
  }
  compare('what must be in the drawer', drawer.expected, own + sums.cash)
  compare('cards at the bank’s terminal', tenders.terminal.amount, sums.card)
  compare('transfers', tenders.transfer.amount, sums.transfer)
  compare('what rounding left out', bridge.rounding, -sums.rounding)
  compare('what nothing explains', bridge.unexplained, 0)
}
