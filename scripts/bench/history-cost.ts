/**
 * Measures what the tables for finding sales, the sums and the hash chain cost in a journal with a year of sales: once
 * in the upgrade of a file of a version without them, and in each commit. Works on a copy of the file.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { chainOf, MIGRATIONS, openDatabase, withEvent, writeChain } from '../../main/journal/index.ts'
import { type Indexed, indexSale, rebuildWith, sumUp } from '../../main/projections/index.ts'
import { applyAll, saleModel } from '../../main/sales/index.ts'
import { connect, makeWriter } from '../../main/sqlite/index.ts'
import { type Journal, openJournal } from '../../main/store/index.ts'
import type { Sale } from '../../shared/sale.ts'
import { totalOf } from '../../shared/sale-status.ts'
import { fillByCommits } from '../seed-history/fill-journal.ts'
import { sampleProducts } from '../seed-history/seed-history.ts'
import { yearOf } from '../seed-history/shop-year.ts'
import type { Story } from '../seed-history/telling.ts'
import { YEAR_UNTIL } from './seeded-year.ts'
import { inShort } from './times.ts'

const STORIES = 300
const DAY_MS = 24 * 3_600_000

export async function historyCost(file: string) {
  const folder = mkdtempSync(join(dirname(file), 'before-the-index-'))
  const old = join(folder, 'journal-practice.sqlite')
  try {
    copyAsBeforeTheIndex(file, old)
    const begun = performance.now()
    const journal = openJournal(old, { model: saleModel, now: Date.now })
    const upgrade_s = Number(((performance.now() - begun) / 1000).toFixed(1))
    const stories = await tomorrowsStories()
    const commit = whole(journal, stories)
    return { upgrade_s, commit: { whole: commit, ...ofWhich(old, stories) } }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies the rows into tables of the last version without an index, which had a separate table for events of sales. */
function copyAsBeforeTheIndex(file: string, old: string): void {
  const version = MIGRATIONS.findIndex((step) => 'sql' in step && step.sql.includes('TABLE found_sale'))
  if (version < 0) throw new Error('no step of the journal makes the index')
  const database = openDatabase(old, {
    migrations: MIGRATIONS.slice(0, version),
    rebuild: rebuildWith(saleModel),
  })
  try {
    database.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF')
    database.prepare('ATTACH ? AS year').run(file)
    database.exec('BEGIN')
    for (const table of tablesOf(database)) {
      const columns = columnsIn(database, 'main', table)
        .filter((column) => columnsIn(database, 'year', table).includes(column))
        .join(', ')
      database.exec(`INSERT OR REPLACE INTO main.${table} (${columns}) SELECT ${columns} FROM year.${table}`)
    }
    database.exec(`
      INSERT INTO main.sale_event (sale_id, seq, at, kind, body)
        SELECT subject, seq, at, kind, body FROM year.event ORDER BY subject, seq;
      COMMIT;
      DETACH year;
    `)
  } finally {
    database.close()
  }
}

const tablesOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(
      `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
       AND name IN (SELECT name FROM year.sqlite_schema)`,
    )
    .all()
    .map(({ name }) => String(name))

const columnsIn = (database: DatabaseSync, schema: 'main' | 'year', table: string): readonly string[] =>
  database
    .prepare('SELECT name FROM pragma_table_info(?, ?)')
    .all(table, schema)
    .map(({ name }) => String(name))

const tomorrowsStories = async (): Promise<readonly Story[]> => [
  ...yearOf({
    sales: STORIES,
    days: 1,
    seed: 7,
    until: YEAR_UNTIL + DAY_MS,
    products: await sampleProducts(),
  }),
]

/** Commits as the till does: each commit is on the disk before the next begins. */
function whole(journal: Journal, stories: readonly Story[]) {
  const took: number[] = []
  const timed: Journal = {
    ...journal,
    sales: {
      ...journal.sales,
      commit: (commit) => {
        const begun = performance.now()
        journal.sales.commit(commit)
        took.push(performance.now() - begun)
      },
    },
  }
  try {
    fillByCommits(timed, stories)
    return inShort(took)
  } finally {
    journal.close()
  }
}

/** Measures only the part of the same commits that writes the index, the sums and the chain. Rolls back at the end. */
function ofWhich(file: string, stories: readonly Story[]) {
  const index: number[] = []
  const sums: number[] = []
  const chain: number[] = []
  const database = connect(file)
  try {
    makeWriter(database)
    database.exec('PRAGMA foreign_keys = OFF; BEGIN')
    for (const { before, after, at, events } of changesOf(stories)) {
      const begun = performance.now()
      indexSale(database, before, after)
      const indexed = performance.now()
      const postings = saleModel.postings(before?.sale ?? null, after.sale.id, at, events)
      sumUp(database, [{ at, shiftId: null, postings }])
      index.push(indexed - begun)
      const summed = performance.now()
      link(database, after.sale.id, at, events)
      sums.push(summed - indexed)
      chain.push(performance.now() - summed)
    }
    database.exec('ROLLBACK')
    return { index: inShort(index), sums: inShort(sums), chain: inShort(chain) }
  } finally {
    database.close()
  }
}

/** Includes the serialization of the events, which a commit does anyway. */
function link(database: DatabaseSync, subject: string, at: number, events: Change['events']): void {
  let chain = chainOf(database)
  for (const [index, event] of events.entries()) {
    const { kind } = event
    const envelope = { id: `${subject}${index}`, subject, seq: index, at, kind, version: 1 }
    const rest = { body: JSON.stringify(event), command: null, actor: null, shift_id: null }
    chain = withEvent(chain, chain.position + 1, { ...envelope, ...rest })
  }
  writeChain(database, chain)
}

/** Uses other sale ids, because the sales of the whole commits are already in the file. */
type Change = Pick<Story['commits'][number], 'at' | 'events'> & { before: Indexed | null; after: Indexed }

function* changesOf(stories: readonly Story[]): Generator<Change> {
  for (const { id, commits } of stories) {
    let before: Indexed | null = null
    let sale: Sale | null = null
    for (const { at, events } of commits) {
      sale = applyAll(sale, `${id}-again`, at, events)
      const after: Indexed = { sale, total: totalOf(sale.lines) }
      yield { before, after, at, events }
      before = after
    }
  }
}
