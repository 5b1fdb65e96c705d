/**
 * Writes stories into a journal in two ways: as the terminal does, a commit at a time, and straight into its tables, which
 * takes minutes for a million sales. A test holds that both leave the same rows.
 */
import { DatabaseSync } from 'node:sqlite'
import { sumAllSales } from '../../main/journal/day-sums.ts'
import { type Journal, openJournal } from '../../main/journal/index.ts'
import { indexAllSales } from '../../main/journal/sale-index.ts'
import { evolveAll, foldSale } from '../../main/sales/index.ts'
import { columnsOf } from '../../main/sales/ledger.ts'
import type { Sale } from '../../shared/sale.ts'
import type { Story } from './story.ts'
import { into, SALE_COLUMNS, saleRow } from './table-rows.ts'

export function fillByCommits(journal: Journal, stories: Iterable<Story>): void {
  for (const { id, commits } of stories) {
    let sale: Sale | null = null
    for (const { at, events, newJobs = [], ...rest } of commits) {
      sale = evolveAll(sale, id, at, events)
      journal.commit({ ...rest, sale, ...columnsOf(sale), at, events, newJobs })
      for (const job of newJobs) journal.beginPrint(job.id)
    }
  }
}

const EVERY = 20_000

export type FillProgress = (done: number, what: 'sales' | 'index' | 'sums') => void

export function fillFast(file: string, stories: Iterable<Story>, progress: FillProgress): void {
  openJournal(file, { fold: foldSale, now: Date.now, mode: 'practice' }).close()
  const database = new DatabaseSync(file)
  database.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA foreign_keys = OFF;
    PRAGMA cache_size = -1500000;
    BEGIN;
  `)
  const write = writerInto(database)
  let done = 0
  for (const story of stories) {
    write(story)
    done += 1
    if (done % EVERY === 0) progress(done, 'sales')
  }
  indexAllSales(database, (indexed) => progress(indexed, 'index'))
  sumAllSales(database, (summed) => progress(summed, 'sums'))
  database.exec('COMMIT; PRAGMA journal_mode = WAL;')
  database.close()
}

function writerInto(database: DatabaseSync): (story: Story) => void {
  const insertSale = into(database, 'sale', [
    ...SALE_COLUMNS,
    'state_since',
    'total',
    'due',
    'waits',
    'snapshot',
  ])
  const insertEvent = database.prepare(
    'INSERT INTO sale_event (sale_id, seq, at, kind, body) VALUES (?, ?, ?, ?, ?)',
  )
  const insertJob = database.prepare(
    `INSERT INTO print_job (id, kind, sale_id, state, attempts, queued_at, printed_at) VALUES (?, ?, ?, ?, 1, ?, ?)`,
  )
  const insertAttention = database.prepare(
    'INSERT INTO attention (sale_id, cause, failure, amount, at, settled_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return ({ id, commits }) => {
    let sale: Sale | null = null
    let since = 0
    let seq = 0
    for (const { at, events, newJobs = [], attention = [] } of commits) {
      const before: string | null = sale?.state.name ?? null
      sale = evolveAll(sale, id, at, events)
      if (sale.state.name !== before) since = at
      for (const event of events) insertEvent.run(id, ++seq, at, event.kind, JSON.stringify(event))
      for (const job of newJobs) {
        const printed = commits.find(({ printedJob }) => printedJob === job.id)
        insertJob.run(job.id, job.kind, id, printed ? 'printed' : 'printing', at, printed?.at ?? null)
      }
      for (const { cause, failure, amount } of attention) {
        const settled = commits.find(({ settles }) => settles?.includes(cause))
        insertAttention.run(id, cause, failure && JSON.stringify(failure), amount, at, settled?.at ?? null)
      }
    }
    if (sale === null) return
    const { total, due, waits } = columnsOf(sale)
    insertSale({
      ...saleRow(sale),
      state_since: since,
      total,
      due: Number(due),
      waits: Number(waits),
      snapshot: JSON.stringify(sale),
    })
  }
}
