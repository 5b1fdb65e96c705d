/**
 * How long one command of a sale takes until it is on the disk (synchronous FULL), in journals of growing size, beside
 * plain rows of the same number and bytes that SQLite writes in one transaction of the same safety.
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
    const written = writtenBy(join(folder, 'counted.sqlite'), commits)
    const journals = new Map<number, Journal>()
    for (const size of SIZES) journals.set(size, await journalOf(size, join(folder, `${size}.sqlite`)))
    const plain = new DatabaseSync(join(folder, 'plain.sqlite'))
    const took = await inTurns<string>(
      {
        ...Object.fromEntries([...journals].map(([size, journal]) => [size, commands(journal, commits)])),
        [CONTROL]: plainRows(plain, written),
      },
      { rounds: ROUNDS, warmUp: WARM_UP },
    )
    for (const one of [...journals.values(), plain]) one.close()
    return figuresOf(took, written)
  })

function figuresOf(took: Readonly<Record<string, Spread>>, written: readonly Written[]): readonly Figure[] {
  const spread = (name: string | number): Spread => {
    const found = took[name]
    if (found === undefined) throw new Error(`${name} was not measured`)
    return found
  }
  const mean = (what: keyof Written) =>
    Math.round(written.reduce((sum, one) => sum + one[what], 0) / written.length)
  const smallest = named(SMALLEST)
  return [
    ...SIZES.map(
      (size): Figure => ({
        name: `a command in a journal of ${named(size)}`,
        note: `it changes ${mean('rows')} rows of ${mean('bytes')} bytes together; node:sqlite inserts the same`,
        unit: 'ms',
        ours: spread(size),
        against: { [CONTROL]: spread(CONTROL) },
        reach: { at: 'p50', peer: CONTROL, times: 1.5 },
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

type Written = { readonly rows: number; readonly bytes: number }

/** What each command changes: the rows that are new or differ afterwards, without indexes and deleted rows. */
function writtenBy(file: string, commits: readonly PlacedCommit[]): readonly Written[] {
  opened(file).close()
  let before = rowsIn(file)
  return commits.map((_, at) => {
    const journal = opened(file)
    carryOut(journal, commits, at)
    journal.close()
    const after = rowsIn(file)
    const changed = [...after].filter(([row]) => !before.has(row))
    before = after
    return { rows: changed.length, bytes: changed.reduce((sum, [, bytes]) => sum + bytes, 0) }
  })
}

/** Every row of every table, and its bytes. */
function rowsIn(file: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  const rows = tables.flatMap(({ name }) =>
    database
      .prepare(`SELECT * FROM ${name}`)
      .all()
      .map((row) => [`${name} ${JSON.stringify(row)}`, bytesOf(Object.values(row))] as const),
  )
  database.close()
  return new Map(rows)
}

const bytesOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + Buffer.byteLength(value)
    if (value instanceof Uint8Array) return sum + value.length
    return sum + (value === null ? 0 : 4)
  }, 0)

/** One transaction at each call, with the next command's number of rows and bytes. */
function plainRows(database: DatabaseSync, written: readonly Written[]): Deed {
  database.exec(`
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE plain (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
  `)
  const insert = database.prepare('INSERT INTO plain (body) VALUES (?)')
  let next = 0
  return () => {
    const { rows, bytes } = written[next] ?? { rows: 1, bytes: 0 }
    next += 1
    const body = 'x'.repeat(Math.ceil(bytes / rows))
    database.exec('BEGIN IMMEDIATE')
    for (let row = 0; row < rows; row += 1) insert.run(body)
    database.exec('COMMIT')
  }
}
