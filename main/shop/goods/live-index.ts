/**
 * The search index of goods that change. Building it takes a second for 100,000 goods, so changed products stay in a
 * small index beside it until there are many.
 */
import { chunked, runToEnd } from '../../base/chunked.ts'
import type { CatalogueItem } from './catalogue-item.ts'
import { nameKey } from './name-order.ts'
import { buildIndex, findIn, type Ranked, type SearchIndex, type Wanted, warmIndex } from './search.ts'

export type LiveIndex = {
  readonly find: (wanted: Wanted) => Ranked
  readonly added: (key: string, one: CatalogueItem) => void
  readonly removed: (key: string, one: CatalogueItem) => void
  /** Uses the index of new goods that have just replaced all others. */
  readonly adopt: (made: SearchIndex) => void
  /** Resolves when the index is built. `find` before that builds it at once. */
  readonly ready: () => Promise<void>
}

/** The search index is built again after more changes than this. */
const MOST_BESIDE = 200

/** The changes since the current search index was made, or since a new one began to be built. */
type Since = {
  readonly added: Map<string, CatalogueItem>
  /** Products that were changed or removed, and may still be in the search index in their old form. */
  readonly stale: Set<CatalogueItem>
}
const nothing = (): Since => ({ added: new Map(), stale: new Set() })

export function createLiveIndex(goods: () => ReadonlyMap<string, CatalogueItem>): LiveIndex {
  let index: SearchIndex | null = null
  let since = nothing()
  /** The index of `since.added`. */
  let recentChanges: SearchIndex | null = null
  let making: Promise<void> | null = null
  /** Null while no search index is built. */
  let sinceMaking: Since | null = null

  const settle = (made: SearchIndex, changed: Since): SearchIndex => {
    index = made
    since = changed
    recentChanges = null
    void chunked(warmIndex(made), () => index !== made)
    return made
  }
  const rebuildChunked = async (): Promise<void> => {
    const changed = nothing()
    sinceMaking = changed
    const made = await chunked(buildIndex([...goods().values()]))
    making = null
    if (sinceMaking !== changed) return
    settle(made, changed)
    sinceMaking = null
  }
  const indexNow = (): SearchIndex => index ?? settle(runToEnd(buildIndex(goods().values())), nothing())

  const find = (wanted: Wanted): Ranked => {
    const whole = indexNow()
    const { added, stale } = since
    const most = findIn(whole, {
      ...wanted,
      keep: stale.size === 0 ? wanted.keep : (one) => !stale.has(one) && wanted.keep?.(one) !== false,
    })
    if (added.size === 0) return most
    recentChanges ??= runToEnd(buildIndex(added.values()))
    return together(most, findIn(recentChanges, wanted))
  }

  return {
    find,
    added: (key, one) => {
      for (const each of [since, sinceMaking]) each?.added.set(key, one)
      recentChanges = null
      if (index !== null && since.added.size > MOST_BESIDE) making ??= rebuildChunked()
    },
    removed: (key, one) => {
      for (const each of [since, sinceMaking]) {
        each?.stale.add(one)
        each?.added.delete(key)
      }
    },
    adopt: (made) => {
      index = made
      since = nothing()
      sinceMaking = null
      recentChanges = null
    },
    ready: async () => {
      if (index !== null) return
      making ??= rebuildChunked()
      await making
    },
  }
}

/** Joins the results of both indexes. The second has only few, so each is inserted at its place. */
function together(most: Ranked, few: Ranked): Ranked {
  const merged = (rank: 0 | 1 | 2): readonly CatalogueItem[] => {
    const goods = [...most.ranks[rank]]
    for (const one of few.ranks[rank]) goods.splice(placeFor(goods, nameKey(one.product.name)), 0, one)
    return goods
  }
  return { ranks: [merged(0), merged(1), merged(2)], total: most.total + few.total }
}

/** The position behind all products whose name is less or equal. */
function placeFor(goods: readonly CatalogueItem[], key: string): number {
  let from = 0
  let to = goods.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (nameKey(goods[middle]?.product.name ?? '') <= key) from = middle + 1
    else to = middle
  }
  return from
}
