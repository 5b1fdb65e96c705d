import { DatabaseSync } from 'node:sqlite'
import { loadCatalogue } from '../../../main/shop/goods/index.ts'
import { openJournal } from '../../../main/storage/store/index.ts'
import type { Product } from '../../../shared/shop/product.ts'
import { inProject } from '../../run/setup/project.mjs'
import { createDrawer } from './drawer.ts'
import { fillByCommits, fillFast } from './fill-journal.ts'
import { datesOf, yearOf } from './shop-year.ts'
import { tagFor } from './story.ts'

export type SeedRequest = {
  /** The path of the journal; the file must not exist yet. */
  readonly file: string
  readonly sales: number
  readonly days: number
  readonly seed: number
  readonly until: number
}

export async function seedHistory({ file, ...year }: SeedRequest): Promise<void> {
  beginJournal(file, year)
  fillFast(file, yearOf({ ...year, products: await sampleProducts() }))
}

/** Makes the same sales with shifts, commit by commit: for a few thousand sales, for screenshots. */
export async function seedWithShifts({ file, ...year }: SeedRequest): Promise<void> {
  const { until, seed } = year
  beginJournal(file, year)
  const stories = yearOf({ ...year, products: await sampleProducts() })
  const journal = openJournal(file, { now: () => until, mode: 'test' })
  try {
    const write = () => fillByCommits(journal, stories, createDrawer(journal, datesOf(year), seed))
    journal.command({ id: 'history', at: until, actor: null, request: '' }, write)
  } finally {
    journal.close()
  }
}

/** Replaces the journal's random tag by the tag in the numbers of the sales. */
function beginJournal(file: string, { until, seed }: Pick<SeedRequest, 'until' | 'seed'>): void {
  openJournal(file, { now: () => until, mode: 'test' }).close()
  const database = new DatabaseSync(file)
  database.prepare(`UPDATE key_value SET value = ? WHERE name = 'tag'`).run(tagFor(seed))
  database.close()
}

export async function sampleProducts(): Promise<readonly [Product, ...Product[]]> {
  const catalogue = await loadCatalogue(inProject('resources/catalogue/sample.json'))
  const [first, ...others] = [...catalogue.entries()].map(({ product }) => product)
  if (first === undefined) throw new Error('the sample catalogue is empty')
  return [first, ...others]
}
