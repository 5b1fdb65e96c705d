/** Sales of five lines, paid by QR, with their e-receipts. */
import { sampleProducts } from '../seed-history/seed-history.ts'
import { yearOf } from '../seed-history/shop-year.ts'
import type { Story, StoryCommit } from '../seed-history/telling.ts'

const LINES = 5

/** Who sells them. */
export const CASHIER = { id: 'b2f0a5de-6c7b-4a50-9c8e-3f1f7f3a1c11', name: 'Болормаа' }
/** As long as the hash of a command's request. */
export const REQUEST = 'f'.repeat(64)

export async function fiveLineSales(count: number, seed: number, until: number): Promise<readonly Story[]> {
  const sales: Story[] = []
  // More customers come than are needed: about one of a hundred buys so much and pays by QR.
  const year = { sales: count * 400, days: 30, seed, until, products: await sampleProducts() }
  for (const story of yearOf(year)) {
    if (isFitting(story)) sales.push(story)
    if (sales.length === count) return sales
  }
  throw new Error(`only ${sales.length} of ${count} sales`)
}

const isFitting = ({ commits }: Story): boolean =>
  count(commits, 'line-added') === LINES &&
  count(commits, 'ereceipt-issued') === 1 &&
  count(commits, 'return-opened') === 0

const count = (commits: readonly StoryCommit[], kind: string): number =>
  commits.flatMap(({ events }) => events).filter((event) => event.kind === kind).length
