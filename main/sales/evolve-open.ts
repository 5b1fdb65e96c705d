import type { Sale, SaleEvent, SaleState } from '../../shared/sale.ts'
import { priced } from './discounts.ts'
import { unfit } from './event-does-not-fit.ts'
import { settled } from './evolve-sold.ts'
import { totalOf } from './totals.ts'

type Open = Extract<SaleState, { name: 'open' }>

/** The goods and the receiver, which change only while the sale is open. Null where the event is not about them. */
export function cartAfter(sale: Sale, state: Open, event: SaleEvent): Sale | null {
  if (event.kind === 'receiver-set')
    return { ...sale, receiver: event.receiver, state: { ...state, failure: null } }
  if (event.kind === 'sale-noted') return { ...sale, note: event.note }
  if (event.kind === 'line-noted') return { ...sale, lines: notedLines(sale.lines, event) }
  const discount = event.kind === 'sale-discounted' ? event.discount : sale.discount
  const lines = event.kind === 'sale-discounted' ? sale.lines : linesAfter(sale, event)
  if (lines === null) return null
  if (state.cash.length > 0) return unfit(event.kind, 'open with cash taken')
  return { ...sale, discount, lines: priced(lines, discount), state: { ...state, failure: null } }
}

type Noted = Extract<SaleEvent, { kind: 'line-noted' }>

const notedLines = (lines: Sale['lines'], { lineId, note }: Noted): Sale['lines'] =>
  lines.map((line) => {
    if (line.id !== lineId) return line
    const { note: _had, ...bare } = line
    return note === '' ? bare : { ...bare, note }
  })

function linesAfter({ lines }: Sale, event: SaleEvent): Sale['lines'] | null {
  switch (event.kind) {
    case 'line-added': {
      const place = lines.findIndex((line) => line.id === event.before)
      return place === -1
        ? [...lines, event.line]
        : [...lines.slice(0, place), event.line, ...lines.slice(place)]
    }
    case 'line-discounted':
      return lines.map((line) => {
        if (line.id !== event.lineId) return line
        const { discount: _had, ...bare } = line
        return event.discount === null ? bare : { ...bare, discount: event.discount }
      })
    case 'line-changed':
      return lines.map((line) =>
        line.id === event.lineId
          ? { ...line, quantity: event.quantity, unitPrice: event.unitPrice, amount: event.amount }
          : line,
      )
    case 'line-removed':
      return lines.filter((line) => line.id !== event.lineId)
    default:
      return null
  }
}

export function afterOpen(sale: Sale, state: Open, at: number, event: SaleEvent): SaleState {
  const { cash } = state
  switch (event.kind) {
    case 'invoice-requested':
      return {
        name: 'invoicing',
        total: event.total,
        due: event.due ?? event.total,
        cash,
        shape: event.shape,
        step: { name: 'requested', attempt: event.attempt },
        withdrawing: false,
      }
    case 'cash-taken':
      return { ...state, failure: null, cash: [...cash, event.tender] }
    case 'cash-returned':
      return { ...state, cash: cash.filter((tender) => tender.id !== event.tenderId) }
    case 'paid':
      return settled({ ...event, at, total: totalOf(sale.lines), cash, charged: null, retiring: null })
    case 'parked':
      return cash.length > 0
        ? unfit(event.kind, 'open with cash taken')
        : { name: 'parked', label: event.label, at }
    case 'discarded':
      return cash.length > 0 ? unfit(event.kind, 'open with cash taken') : discarded(sale, at)
    default:
      return unfit(event.kind, 'open')
  }
}

export function afterParked(sale: Sale, at: number, event: SaleEvent): SaleState {
  switch (event.kind) {
    case 'resumed':
      return { name: 'open', failure: null, cash: [] }
    case 'discarded':
      return discarded(sale, at)
    default:
      return unfit(event.kind, 'parked')
  }
}

function discarded(sale: Sale, at: number): SaleState {
  const total = totalOf(sale.lines)
  return {
    name: 'cancelled',
    at,
    total,
    due: total,
    cash: [],
    invoice: null,
    watchUntil: 0,
    payments: [],
    shape: null,
    shownAt: null,
  }
}
