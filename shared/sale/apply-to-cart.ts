import { keptTenders } from './money-of-sale.ts'
import { unfit } from './refuse.ts'
import type { Sale, SaleEvent } from './sale.ts'
import { chargeOf, mayChangeReceiver } from './status.ts'
import { priced } from './totals.ts'

/**
 * Goods, discounts and note change only in an open cart, the receiver until an e-receipt is requested. Null where the event
 * is about something else.
 */
export function applyToCart(sale: Sale, event: SaleEvent): Sale | null {
  const answer = withAnswer(sale, event)
  const after = answer ?? changed(sale, event)
  if (after === null) return null
  if (event.kind === 'receiver-set')
    return mayChangeReceiver(sale) ? after : unfit(event.kind, 'an e-receipt was requested')
  // Cash in place of a QR may be asked about when the sale is charged.
  const isFrozen = sale.parked || (chargeOf(sale) !== null && answer === null)
  if (sale.soldAt !== null || sale.endedAt !== null || isFrozen) return unfit(event.kind, 'no open cart')
  return isEmptied(after, event) ? withoutAnswers(after) : after
}

/** The goods of the next customer may follow in the same sale, so what was answered for these ends with them. */
const isEmptied = ({ lines }: Sale, { kind }: SaleEvent): boolean =>
  lines.length === 0 && (kind === 'line-removed' || kind === 'cart-replaced')

function withoutAnswers(sale: Sale): Sale {
  const { ageConfirmed: _age, bansLifted: _bans, ...bare } = sale
  return bare
}

function withAnswer(sale: Sale, event: SaleEvent): Sale | null {
  if (event.kind === 'age-confirmed') return { ...sale, ageConfirmed: event.age }
  if (event.kind === 'bans-lifted')
    return { ...sale, bansLifted: [...new Set([...(sale.bansLifted ?? []), ...event.categories])] }
  return null
}

function changed(sale: Sale, event: SaleEvent): Sale | null {
  if (event.kind === 'receiver-set')
    return { ...sale, receiver: event.receiver, refusal: chargeOf(sale) === null ? null : sale.refusal }
  if (event.kind === 'sale-noted') return { ...sale, note: event.note }
  if (event.kind === 'cart-replaced') return replaced(sale, event)
  if (event.kind === 'line-noted') return { ...sale, lines: notedLines(sale.lines, event) }
  const discount = event.kind === 'sale-discounted' ? event.discount : sale.discount
  const lines = event.kind === 'sale-discounted' ? sale.lines : applyToLines(sale, event)
  if (lines === null) return null
  if (keptTenders(sale).length > 0) return unfit(event.kind, 'held by a tender')
  return { ...sale, discount, lines: priced(lines, discount), refusal: null }
}

function replaced(sale: Sale, event: Extract<SaleEvent, { kind: 'cart-replaced' }>): Sale {
  const { lines, discount, approved, note, receiver, rest, again } = event
  // A tender stays with the part of a split cart that it fits.
  const isSplit = rest !== undefined || again === true
  if (keptTenders(sale).length > 0 && !isSplit) return unfit(event.kind, 'held by a tender')
  const { approved: _had, restWaits, ...bare } = sale
  return {
    ...bare,
    ...(restWaits === undefined || again ? {} : { restWaits }),
    ...{ lines: priced(lines, discount), discount, note, receiver },
    // Keeps the refusal, which tells the cashier why the charge became a cart again.
    refusal: again ? sale.refusal : null,
    ...(approved === undefined ? {} : { approved }),
    ...(rest === undefined ? {} : { restWaits: true }),
  }
}

type Noted = Extract<SaleEvent, { kind: 'line-noted' }>

const notedLines = (lines: Sale['lines'], { lineId, note }: Noted): Sale['lines'] =>
  lines.map((line) => {
    if (line.id !== lineId) return line
    const { note: _had, ...bare } = line
    return note === '' ? bare : { ...bare, note }
  })

function applyToLines({ lines }: Sale, event: SaleEvent): Sale['lines'] | null {
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
