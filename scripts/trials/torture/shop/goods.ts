/** People who change prices at any till. Each price of a run is another one, so that the audit knows whose it is. */
import { createMutex, type Mutex } from '../../../../main/base/mutex.ts'
import type { GoodsRow } from '../../../../shared/shop/goods.ts'
import type { Counter } from '../customers.ts'

/** In tugriks, as prices of goods are stored. */
export type PriceEdit = { readonly till: string; readonly code: string; readonly price: number }

/** Pictures stay at their till. */
export type SoldGoods = Omit<GoodsRow, 'pictured'>

/** How many products are changed: few, so that tills often meet at one. */
export const CHANGED_GOODS = 4
const ALL = { query: '', only: 'all', offset: 0, limit: 200 } as const

export function createGoodsEdits() {
  /** The answered changes, in each till's order. */
  const made: PriceEdit[] = []
  /** Those before a person decided between this till's price and another one's. */
  const decided: PriceEdit[] = []
  const turns = new Map<string, Mutex>()
  /** So that the notes have the till's order. */
  const inTurn = (till: string, work: () => Promise<void>): Promise<void> => {
    const turn = turns.get(till) ?? createMutex()
    turns.set(till, turn)
    return turn.runExclusive(work)
  }
  let latest = 1_000_000

  return {
    /** Changes the price of one of the first products. */
    change: ({ cashier }: Counter, place: number) =>
      inTurn(cashier.till, async () => {
        await cashier.look('keepSample')
        const list = await cashier.look('listGoods', ALL)
        // Not the first one sold by the piece: the cashier gives it the code of a box (customers.ts).
        const rows = list.ok ? list.value.rows.filter(({ product: { unit } }) => unit === 'ш').slice(1) : []
        const row = rows[place]
        if (row === undefined) return
        latest += 1
        const price = latest // another change may begin meanwhile
        const { code, cityTax, price: _, ...product } = row.product
        const goods = { ...product, code, price: String(price), cityTax: cityTax ? 'yes' : 'no', codes: '' }
        const saved = await cashier.look('saveGoods', { was: code, goods })
        if (saved.ok) made.push({ till: cashier.till, code, price })
      }),
    /** Decides about one field that two tills changed at the same time. */
    decideOne: ({ cashier, chance }: Counter) =>
      inTurn(cashier.till, async () => {
        const list = await cashier.look('listShopConflicts')
        const conflicts = list.ok ? list.value : []
        const one = conflicts[chance.below(conflicts.length)]
        if (one === undefined) return
        const { kind, key, field } = one
        const keep = chance.pick(['theirs', 'ours'] as const)
        // Whatever the answer: a till that was killed may have decided, and is asked again.
        await cashier.look('decideShopConflict', { kind, key, field, keep })
        if (kind === 'product' && field === 'price')
          decided.push(...made.filter(({ till, code }) => till === cashier.till && code === key))
      }),
    /** What the tills sell, by till. */
    goodsOf: async (counters: readonly Counter[]) => {
      const shown = new Map<string, readonly SoldGoods[]>()
      for (const { cashier } of counters) {
        const list = await cashier.look('listGoods', ALL)
        shown.set(cashier.till, list.ok ? list.value.rows.map(({ pictured: _, ...row }) => row) : [])
      }
      return shown
    },
    made: made as readonly PriceEdit[],
    decided: decided as readonly PriceEdit[],
  }
}

export type GoodsEdits = ReturnType<typeof createGoodsEdits>
