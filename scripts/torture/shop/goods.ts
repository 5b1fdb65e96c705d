/** People who change prices at any till. Each price of a run is another one, so that the audit knows whose it is. */
import type { GoodsRow } from '../../../shared/goods.ts'
import type { Counter } from '../customers.ts'

/** In tugriks, as prices of goods are stored. */
export type PriceEdit = { readonly till: string; readonly code: string; readonly price: number }

/** Pictures stay at their till. */
export type SoldGoods = Omit<GoodsRow, 'pictured'>

export type GoodsEdits = {
  /** Changes the price of one of the first products. */
  readonly change: (counter: Counter, place: number) => Promise<void>
  /** Decides about one field that two tills changed at the same time. */
  readonly decideOne: (counter: Counter) => Promise<void>
  /** What the tills sell, by till. */
  readonly goodsOf: (counters: readonly Counter[]) => Promise<ReadonlyMap<string, readonly SoldGoods[]>>
  /** The answered changes, in each till's order. */
  readonly made: readonly PriceEdit[]
  /** Those that a person gave up, because another till's stands. */
  readonly givenUp: readonly PriceEdit[]
}

/** How many products are changed: few, so that tills often meet at one. */
export const CHANGED_GOODS = 4
const ALL = { query: '', only: 'all', offset: 0, limit: 200 } as const

export function createGoodsEdits(): GoodsEdits {
  const made: PriceEdit[] = []
  const givenUp: PriceEdit[] = []
  let price = 1_000_000

  return {
    change: async ({ cashier }, place) => {
      await cashier.look('keepSample')
      const list = await cashier.look('listGoods', ALL)
      // Not the first one sold by the piece: the cashier gives it the code of a box (customers.ts).
      const rows = list.ok ? list.value.rows.filter(({ product: { unit } }) => unit === 'ш').slice(1) : []
      const row = rows[place]
      if (row === undefined) return
      price += 1
      const { code, cityTax, price: _, ...product } = row.product
      const goods = { ...product, code, price: String(price), cityTax: cityTax ? 'yes' : 'no', codes: '' }
      const saved = await cashier.look('saveGoods', { was: code, goods })
      if (saved.ok) made.push({ till: cashier.till, code, price })
    },
    decideOne: async ({ cashier, chance }) => {
      const list = await cashier.look('listShopConflicts')
      const conflicts = list.ok ? list.value : []
      const one = conflicts[chance.below(conflicts.length)]
      if (one === undefined) return
      const { kind, key, field, ours } = one
      const keep = chance.pick(['theirs', 'ours'] as const)
      const decided = await cashier.look('decideShopConflict', { kind, key, field, keep })
      if (!decided.ok || kind !== 'product' || field !== 'price') return
      const edit = { till: cashier.till, code: key, price: Number(ours) }
      if (keep === 'ours') made.push(edit)
      else givenUp.push(edit)
    },
    goodsOf: async (counters) => {
      const shown = new Map<string, readonly SoldGoods[]>()
      for (const { cashier } of counters) {
        const list = await cashier.look('listGoods', ALL)
        shown.set(cashier.till, list.ok ? list.value.rows.map(({ pictured: _, ...row }) => row) : [])
      }
      return shown
    },
    made,
    givenUp,
  }
}
