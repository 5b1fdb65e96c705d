import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openJournal } from '../../../main/journal/index.ts'
import { foldSale } from '../../../main/sales/index.ts'
import { fillByCommits, fillFast } from '../../../scripts/seed-history/fill-journal.ts'
import { sampleProducts } from '../../../scripts/seed-history/seed-history.ts'
import { yearOf } from '../../../scripts/seed-history/shop-year.ts'
import { newFile, OPTIONS } from '../journal/till-journal.ts'

const UNTIL = new Date(2026, 10, 21).getTime()

const stories = async (seed = 3, sales = 60) =>
  yearOf({ sales, days: 6, seed, until: UNTIL, products: await sampleProducts() })

const TABLES = {
  sale: 'id',
  sale_event: 'sale_id, seq',
  print_job: 'id',
  attention: 'sale_id, cause',
  receipt_seal: 'sale_id',
  found_sale: 'place',
  sale_term: 'term, place',
  sold_goods: 'code, name',
  day_sum: 'subject, day, key',
}

function rowsOf(file: string): Record<string, unknown> {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Object.fromEntries(
      Object.entries(TABLES).map(([table, order]) => [
        table,
        database.prepare(`SELECT * FROM ${table} ORDER BY ${order}`).all(),
      ]),
    )
  } finally {
    database.close()
  }
}

test('the fast way into the journal leaves just the rows that commit after commit would', async () => {
  const [fast, slow] = [newFile(), newFile()]
  fillFast(fast, await stories(), () => {})
  const journal = openJournal(slow, OPTIONS)
  const all = [...(await stories())]
  journal.once('a whole week', UNTIL, () => fillByCommits(journal, all))
  journal.close()
  expect(rowsOf(fast)).toEqual(rowsOf(slow))
})

test('every seeded sale is what its events add up to', async () => {
  const file = newFile()
  fillFast(file, await stories(), () => {})
  const journal = openJournal(file, OPTIONS)
  for (const { id } of await stories())
    expect(foldSale(id, journal.events(id)).sale).toEqual(journal.sale(id))
  journal.close()
})

test('the same seed makes the same days, another seed others; nothing is left for the runner to do', async () => {
  const names = async (seed: number) => JSON.stringify([...(await stories(seed))])
  expect(await names(3)).toBe(await names(3))
  expect(await names(3)).not.toBe(await names(4))
  const file = newFile()
  fillFast(file, await stories(3, 400), () => {})
  const journal = openJournal(file, OPTIONS)
  expect(journal.counts().sales).toBe(400)
  expect(journal.dueSales()).toEqual([])
  expect(journal.owedJobs()).toEqual([])
  journal.close()
})
