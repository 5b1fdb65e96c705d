import { dayAfter, shopDay } from '../../../shared/shop/shop-day.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import type { JournalReader } from '../../storage/store/index.ts'

const DAYS = 30
/** About three screens of tiles. */
const MOST = 60

/**
 * Returns the codes of the best-selling goods, best first: those with the most sold lines, less returned lines, in the 30
 * days before today. Today is left out, so that the tiles do not move during a day.
 */
export function createBestSellers(
  journal: Pick<JournalReader, 'sums'>,
  clock: Pick<Clock, 'now'>,
): () => readonly string[] {
  let known: { readonly day: string; readonly codes: readonly string[] } | null = null
  return () => {
    const day = shopDay(clock.now())
    if (known?.day !== day)
      known = { day, codes: bestSellers(journal, dayAfter(day, -DAYS), dayAfter(day, -1)) }
    return known.codes
  }
}

function bestSellers({ sums }: Pick<JournalReader, 'sums'>, from: string, to: string): readonly string[] {
  const lines = new Map(sums.byKey('product', from, to).map((row) => [row.key, row.lines]))
  for (const { key, lines: back } of sums.byKey('back-product', from, to))
    lines.set(key, (lines.get(key) ?? 0) - back)
  return [...lines]
    .filter(([, sold]) => sold > 0)
    .sort(([one, sold], [other, otherSold]) => otherSold - sold || (one < other ? -1 : 1))
    .slice(0, MOST)
    .map(([code]) => code)
}
