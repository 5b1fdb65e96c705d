/**
 * How long one command of a sale takes until it is on the disk (synchronous FULL), in a small and a large journal, beside its
 * events as rows of JSON, which SQLite writes in one transaction of the same safety.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSaleStore } from '../../../main/sale/run/index.ts'
import { type Journal, openJournal } from '../../../main/storage/store/index.ts'
import { shopMoment } from '../../../shared/shop/shop-day.ts'
import { inOrder, type PlacedCommit } from '../seed-history/in-order.ts'
import { sampleProducts, seedHistory } from '../seed-history/seed-history.ts'
import { yearOf } from '../seed-history/shop-year.ts'
import { type Deed, type Figure, inTurns, type Measure, type Spread } from './figure.ts'
import { inFolder } from './till-window.ts'

const SMALLEST = 1_000
const LARGEST = 100_000
const SIZES = [SMALLEST, LARGEST]
const CONTROL = 'node:sqlite'
const ROUNDS = 300
const WARM_UP = 60
/** The journals end before the first measured sale. */
const FILLED_UNTIL = shopMoment('2026-11-21')
const SOLD_UNTIL = shopMoment('2026-12-21')

const CASHIER = { id: 'b2f0a5de-6c7b-4a50-9c8e-3f1f7f3a1c11', name: 'Болормаа' }
/** As long as the hash of a command's request. */
const REQUEST = 'f'.repeat(64)

export const measureJournalCommand: Measure = () =>
  inFolder(async (folder) => {
    const sold = { sales: 200, days: 1, seed: 2, until: SOLD_UNTIL, products: await sampleProducts() }
    const commits = [...inOrder(yearOf(sold))].slice(0, ROUNDS + WARM_UP)
    const journals = new Map<number, Journal>()
    for (const size of SIZES) journals.set(size, await journalOf(size, join(folder, `${size}.sqlite`)))
    const plain = new DatabaseSync(join(folder, 'plain.sqlite'))
    const took = await inTurns<string>(
      {
        ...Object.fromEntries([...journals].map(([size, journal]) => [size, commands(journal, commits)])),
        [CONTROL]: plainRows(plain, commits),
      },
      { rounds: ROUNDS, warmUp: WARM_UP },
    )
    for (const one of [...journals.values(), plain]) one.close()
    return figuresOf(took)
  })

function figuresOf(took: Readonly<Record<string, Spread>>): readonly Figure[] {
  const spread = (name: string | number): Spread => {
    const found = took[name]
    if (found === undefined) throw new Error(`${name} was not measured`)
    return found
  }
  const smallest = named(SMALLEST)
  return [
    ...SIZES.map(
      (size): Figure => ({
        name: `a command in a journal of ${named(size)}`,
        note: 'with the rows, sums and terms that follow from it, and the hash chain; node:sqlite inserts its events as JSON',
        unit: 'ms',
        ours: spread(size),
        against: { [CONTROL]: spread(CONTROL) },
        reach: { at: 'p50', peer: CONTROL, times: 2 },
      }),
    ),
    {
      name: `a command in a journal of ${named(LARGEST)}, beside a small one`,
      unit: 'ms',
      ours: spread(LARGEST),
      against: { [smallest]: spread(SMALLEST) },
      reach: { at: 'p50', peer: smallest, times: 1.25 },
    },
  ]
}

const named = (size: number): string => `${size.toLocaleString('en')} sales`

async function journalOf(sales: number, file: string): Promise<Journal> {
  // A busy shop: a thousand sales a day.
  await seedHistory({ file, sales, days: Math.ceil(sales / 1000), seed: 1, until: FILLED_UNTIL })
  return opened(file)
}

const opened = (file: string): Journal => openJournal(file, { now: () => SOLD_UNTIL })

/** Carries out the next command at each call. */
function commands(journal: Journal, commits: readonly PlacedCommit[]): Deed {
  let next = 0
  return () => {
    carryOut(journal, commits, next)
    next += 1
  }
}

/** Writes what one command of the cashier writes: the sale's events, and the reply under the idempotency key. */
function carryOut(journal: Journal, commits: readonly PlacedCommit[], at: number): void {
  const commit = commits[at]
  if (commit === undefined) throw new Error('there are too few commands')
  const { story, events, newJobs = [] } = commit
  const clock = { now: () => commit.at, monotonic: () => commit.at, after: () => () => {} }
  const store = createSaleStore({ journal, clock })
  const command = {
    id: `${story.id.slice(0, -6)}${at + 100_000}`,
    at: commit.at,
    actor: CASHIER,
    request: REQUEST,
  }
  journal.command(command, () => {
    store.append(story.id, events, { newJobs })
  })
}

/** Inserts the events of the next command at each call. */
function plainRows(database: DatabaseSync, commits: readonly PlacedCommit[]): Deed {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE plain (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  `)
  const insert = database.prepare('INSERT INTO plain (body) VALUES (?)')
  let next = 0
  return () => {
    database.exec('BEGIN IMMEDIATE')
    for (const event of commits[next]?.events ?? []) insert.run(JSON.stringify(event))
    database.exec('COMMIT')
    next += 1
  }
}
