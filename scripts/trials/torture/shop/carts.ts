/** Parked carts that another till of the shop continued: each once, with the same goods. */
import type { DatabaseSync } from 'node:sqlite'
import type { Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { statusOf, totalOf } from '../../../../shared/sale/status.ts'

/** The sales of a journal whose cart moved. */
export function cartSales(database: DatabaseSync) {
  const first = database.prepare(
    `SELECT body FROM event WHERE subject = ? AND kind = 'cart-replaced' ORDER BY seq LIMIT 1`,
  )
  const discarded = database.prepare(`SELECT 1 FROM event WHERE subject = ? AND kind = 'discarded'`)
  return database
    .prepare(`SELECT id, snapshot FROM sale WHERE snapshot LIKE '%"moved%'`)
    .all()
    .map(({ id, snapshot }) => {
      const sale = JSON.parse(String(snapshot)) as Sale
      const cart = sale.movedFrom && first.get(String(id))
      const event = cart && (JSON.parse(String(cart.body)) as Extract<SaleEvent, { kind: 'cart-replaced' }>)
      return {
        sale,
        /** The cart's total when it came from another till; null for a cart that was rung up here. */
        brought: event ? totalOf(event.lines) : null,
        /** A person gave the cart up. */
        isDiscarded: discarded.get(String(id)) !== undefined,
      }
    })
}

export type CartSale = ReturnType<typeof cartSales>[number]

/** Checks that each cart was resumed at one till only, or that every further till that resumed it knows this and told the cashier. */
export function auditCarts(carts: readonly CartSale[], tell: (words: string) => void) {
  const byNumber = new Map(carts.map((one) => [one.sale.senderInvoiceNo, one]))
  const copies = carts.filter(({ sale }) => sale.movedFrom !== undefined)
  const unaware = new Map<string, string>()
  for (const { sale, brought } of copies) {
    const { number = '' } = sale.movedFrom ?? {}
    const origin = byNumber.get(number)
    if (origin?.sale.movedTo === undefined)
      tell(`${number} does not know that ${sale.senderInvoiceNo} continues it`)
    else if (
      origin.sale.movedTo.number === sale.senderInvoiceNo &&
      isWhole(origin) &&
      brought !== totalOf(origin.sale.lines)
    )
      tell(`${sale.senderInvoiceNo} began with ${brought}, and ${number} had ${totalOf(origin.sale.lines)}`)
    if (sale.movedTo !== undefined) continue
    const other = unaware.get(number)
    if (other !== undefined) tell(`${number} goes on as ${other} and as ${sale.senderInvoiceNo}`)
    unaware.set(number, sale.senderInvoiceNo)
  }
  for (const { sale } of carts)
    if (sale.movedTo !== undefined && !byNumber.has(sale.movedTo.number))
      tell(`${sale.senderInvoiceNo} goes on as ${sale.movedTo.number}, which is nowhere`)
  const origins = carts.filter(({ sale }) => sale.movedTo !== undefined)
  return {
    /** Parked carts that another till continued. */
    carts_moved: copies.length,
    /** How many of them went on at their own till too, and say so. */
    carts_at_two_tills: origins.filter(({ sale }) => statusOf(sale).name !== 'moved').length,
  }
}

/** Whether the cart was unchanged when it moved. Otherwise the till that parked it may have changed it since. */
const isWhole = ({ sale, isDiscarded }: CartSale): boolean => statusOf(sale).name === 'moved' && !isDiscarded
