/**
 * The reconciliation of a day of a chain: what the payment service has for one merchant, and the sales of all tills of its
 * shops. They are compared as a till does it. Nothing is stored.
 */
import type { Client } from 'pg'
import { machineClock, silentLog } from '../../main/base/clock-and-log.ts'
import { compareDay, createRetryPolicy, tillLines } from '../../main/books/reports/index.ts'
import { booksOfTills, type ShopOfBooks } from '../../main/many-tills/figures/index.ts'
import { figuresOfShop, invoicedOfShop, shopsOf } from '../../main/many-tills/server/index.ts'
import { createServiceClient } from '../../main/payment-service/client/index.ts'
import type { TillFigures } from '../../shared/books/all-tills.ts'
import type { KeptDiscrepancy } from '../../shared/books/reconciliation.ts'
import type { Tally } from '../../shared/books/shift.ts'
import { formatMoney, type Money, money } from '../../shared/money/money.ts'
import { TEXTS } from '../../shared/texts/index.ts'

type Asked = {
  /** All that the login reads, if none is named. */
  readonly shops: readonly string[]
  readonly day: string
  readonly service: string
  readonly username: string
  readonly password: string
}
type Print = (line: string) => void

const say = TEXTS.en

/** Returns whether both sides agree, and could be read. */
export async function printReconciliation(reader: Client, asked: Asked, print: Print): Promise<boolean> {
  const shops = await readShops(reader, asked.shops)
  const client = createServiceClient({
    baseUrl: asked.service,
    credentials: { username: asked.username, password: asked.password },
    clock: machineClock,
    log: silentLog,
  })
  const retry = createRetryPolicy(machineClock, (why) => {
    if (why !== null) print(`waiting for the payment service: ${why.name}`)
  })
  try {
    // Says at once if the service refuses the merchant or cannot be reached. Later failures are waited for.
    await client.tryCredentials()
    const booksOfShop = booksOfTills({ shops: shops.all, me: () => null, clock: machineClock })
    const { sums, discrepancies, tills } = await compareDay(
      { service: client, clock: machineClock, booksOfShop },
      asked.day,
      retry,
    )
    print(`${asked.day}  ${shops.names.join(', ')}`)
    print(tallyLine(say['books.sum.theirs'], sums.theirs))
    print(tallyLine(say['books.sum.ours'], sums.ours))
    print(tallyLine(say['books.sum.matched'], sums.matched))
    print(`  ${say['books.sum.difference']}  ${formatMoney(money(sums.theirs.amount - sums.ours.amount))}`)
    print(`  ${say['books.sum.fees']}  ${formatMoney(sums.fees)}`)
    print(tallyLine(say['books.sum.elsewhere'], sums.elsewhere))
    if (sums.unread > 0) print(`  ${say['books.sum.unread']}  ${sums.unread}`)
    const tillsOf = shops.sorted(tills)
    print(`${say['books.differences']}: ${discrepancies.length}`)
    for (const one of discrepancies) print(`  ${discrepancyLine(one, shops.placeOf(one, tillsOf))}`)
    for (const [shop, its] of tillsOf) {
      print(shop)
      for (const line of tillLines(its, 'en')) print(`  ${line}`)
    }
    return discrepancies.length === 0 && sums.unread === 0
  } finally {
    retry.stop()
    await client.close()
  }
}

type TillsOfShops = readonly (readonly [shop: string, tills: readonly TillFigures[]])[]

/** The shops' rows, and of which shop and till each is. */
async function readShops(reader: Client, asked: readonly string[]) {
  const known = await shopsOf(reader)
  const names = asked.length > 0 ? [...new Set(asked)] : known
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: this login does not read this shop`)
  if (names.length === 0) throw new Error('this login reads no shop with a till')
  const counts = new Map<string, number>()
  const places = new Map<string, string>()
  const shopOf = (shop: string): ShopOfBooks => {
    const { invoiced, invoicedUnder } = invoicedOfShop(reader, shop)
    const noted = <Row extends { readonly id: string; readonly till: string }>(rows: Row[]): Row[] => {
      for (const { id, till } of rows) places.set(id, `${shop} ${till}`)
      return rows
    }
    return {
      tills: async () => {
        const tills = (await figuresOfShop(reader, shop, { sums: [] }))?.tills ?? []
        counts.set(shop, tills.length)
        return tills
      },
      invoiced: async (...which) => noted(await invoiced(...which)),
      invoicedUnder: async (which) => noted(await invoicedUnder(which)),
    }
  }
  return {
    names,
    all: names.map(shopOf),
    sorted: (tills: readonly TillFigures[]): TillsOfShops => {
      let at = 0
      return [...counts].map(([shop, count]) => {
        const its = tills.slice(at, at + count)
        at += count
        return [shop, its]
      })
    },
    /** The shop and the till; of an invoice without a sale the code in its number tells them. */
    placeOf: ({ saleId, senderInvoiceNo }: KeptDiscrepancy, tillsOf: TillsOfShops): string => {
      const place = saleId === null ? undefined : places.get(saleId)
      if (place !== undefined) return place
      const ofCode = tillsOf.flatMap(([shop, tills]) =>
        tills.flatMap(({ code }) => (senderInvoiceNo.startsWith(`${code}-`) ? [`${shop} ${code}`] : [])),
      )
      return ofCode.join(' or ')
    },
  }
}

const tallyLine = (label: string, { count, amount }: Tally): string =>
  `  ${label}  ${count}  ${formatMoney(amount)}`

function discrepancyLine(one: KeptDiscrepancy, place: string): string {
  const amount = (label: string, of: Money | null): string =>
    of === null ? '' : `${label} ${formatMoney(of)}`
  return [
    place,
    say[`books.kind.${one.kind}`],
    one.senderInvoiceNo,
    one.paymentId === null ? '' : `payment ${one.paymentId}`,
    amount('service', one.theirs),
    amount('sale', one.ours),
    one.status === null ? '' : say[`books.payment.${one.status}`],
  ]
    .filter((part) => part !== '')
    .join('  ')
}
