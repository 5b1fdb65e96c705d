/** Checks that every exchange is recorded in both sales, exactly once and with the same amount. */
import { isDeepStrictEqual } from 'node:util'
import type { ExchangeNote } from '../notes.ts'
import type { SaleRows } from './journal-file.ts'
import type { Find } from './story.ts'

/** One of the two events of an exchange: a repaid part of a return, or the tender of the other sale. */
export type Half = {
  readonly command: string | null
  readonly saleId: string
  /** Null for the sale that took the money. */
  readonly returnId: string | null
  readonly money: number
}

/** How the notes begin by which the two sales refer to each other. */
const INTO = /^Бараа солив № /
const FROM = /^Буцаалт № /

export function halvesOf({ sale, recorded }: SaleRows): readonly Half[] {
  return recorded.flatMap(({ command, event }): Half[] => {
    if (event.kind === 'tender-taken' && FROM.test(event.tender.reference))
      return [{ command, saleId: sale.id, returnId: null, money: event.tender.received }]
    if (event.kind !== 'repaid' || !INTO.test(event.note ?? '')) return []
    const { returnId } = event
    const part = sale.returns.find(({ id }) => id === returnId)?.parts.find(({ id }) => id === event.partId)
    return [{ command, saleId: sale.id, returnId, money: (part?.amount ?? 0) + (part?.rounding ?? 0) }]
  })
}

export function auditExchanges(halves: readonly Half[], notes: readonly ExchangeNote[], find: Find): void {
  const commands = new Set([...halves, ...notes].map(({ command }) => command))
  for (const command of commands) {
    const mine = halves.filter((half) => half.command === command)
    const back = mine.filter(({ returnId }) => returnId !== null)
    const taken = mine.filter(({ returnId }) => returnId === null)
    const gave = back.reduce((sum, { money }) => sum + money, 0)
    if (command === null || taken.length !== 1 || gave !== taken[0]?.money)
      find(
        'wrong_amounts',
        `an exchange gave ${gave} and took ${taken.map(({ money }) => money).join(' and ')}`,
      )
    const note = notes.find((one) => one.command === command)
    if (note === undefined) continue
    const there = { saleId: back[0]?.saleId, returnId: back[0]?.returnId, intoSaleId: taken[0]?.saleId }
    const { saleId, returnId, intoSaleId } = note
    if (!isDeepStrictEqual(there, { saleId, returnId, intoSaleId }))
      find('lost_sales', `"${command}" was answered, and is ${JSON.stringify(there)}`)
  }
}
