/** By how many bytes the journal grows with each sale of five lines with its e-receipt, beside its events as JSON. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { createShifts } from '../../../main/books/shifts/index.ts'
import { createSaleStore } from '../../../main/sale/run/index.ts'
import { type Journal, openJournal } from '../../../main/storage/store/index.ts'
import type { SaleEvent } from '../../../shared/sale/sale.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopMoment } from '../../../shared/shop/shop-day.ts'
import { inOrder } from '../seed-history/in-order.ts'
import type { Story } from '../seed-history/telling.ts'
import { type Curve, figure, type Measure, spreadOf } from './figure.ts'
import { CASHIER, fiveLineSales, REQUEST } from './five-lines.ts'
import { inFolder } from './in-folder.ts'

const SALES = 400
const UNTIL = shopMoment('2026-11-21')

export const measureBytesPerSale: Measure = async ({ sizes }) => {
  const point = await growth(SALES)
  return [
    figure({
      name: 'growth of the journal for each sale',
      note: 'five lines, a QR payment and an e-receipt; with all indexes and sums, without the answers of commands, which are kept for a week',
      unit: 'bytes',
      ours: point.ours,
      against: point.against,
      reach: { at: 'p50', peer: 'its events as JSON', times: 1.5 },
      ...(sizes ? { curve: await curve() } : {}),
    }),
  ]
}

async function curve(): Promise<Curve> {
  const points: Curve['points'][number][] = []
  for (const size of [SALES / 4, SALES, SALES * 4]) points.push(await growth(size))
  return { of: 'sales', points }
}

const growth = (size: number): Promise<Curve['points'][number]> =>
  inFolder(async (folder) => {
    const file = join(folder, 'journal.sqlite')
    const open = () => openJournal(file, { now: () => UNTIL })
    open().close()
    const empty = bytesIn(file)
    const stories = await fiveLineSales(size, 1, UNTIL)
    const journal = open()
    write(journal, stories)
    journal.close()
    const events = stories.map(({ commits }) =>
      commits.flatMap((commit) => commit.events.map((event) => `${JSON.stringify(event)}\n`)).join(''),
    )
    const each = (bytes: number) => spreadOf([bytes / size])
    return {
      size,
      ours: each(bytesIn(file) - empty),
      against: {
        'its events as JSON': each(Buffer.byteLength(events.join(''))),
        'these with gzip': each(gzipSync(events.join('')).length),
      },
    }
  })

/** Writes the sales as a till does with an open shift: what a person does carries the command and who did it. */
function write(journal: Journal, stories: readonly Story[]): void {
  let now = stories[0]?.commits[0]?.at ?? 0
  const clock = { now: () => now, monotonic: () => now, after: () => () => {} }
  const store = createSaleStore({ journal, clock })
  const shifts = createShifts({
    ...{ journal, clock, settings: () => FIRST_SETTINGS, cashier: () => CASHIER },
    recordsMissing: () => false,
  })
  // In one transaction, because only the size is measured.
  journal.command(commandAt(now, 0), () => {
    shifts.open('100000')
    let number = 0
    for (const { story, at, events, newJobs = [] } of inOrder(stories)) {
      now = at
      const append = () => void store.append(story.id, events, { newJobs })
      if (events.some(({ kind }) => BY_PERSON.has(kind))) journal.command(commandAt(at, ++number), append)
      else append()
      for (const { id } of newJobs) journal.printJobs.begin(id)
    }
  })
}

const BY_PERSON: ReadonlySet<SaleEvent['kind']> = new Set([
  ...(['opened', 'line-added', 'line-discounted', 'sale-discounted', 'receiver-set'] as const),
  ...(['tender-taken', 'invoice-requested'] as const),
])

const commandAt = (at: number, number: number) => ({
  id: `7c9e6679-7425-40de-944b-${String(number).padStart(12, '0')}`,
  at,
  actor: CASHIER,
  request: REQUEST,
})

/** The bytes of all pages in use, but for the table of commands. */
function bytesIn(file: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database
    .prepare(
      `SELECT sum(pgsize) AS bytes FROM dbstat
         WHERE name NOT IN (SELECT name FROM sqlite_schema WHERE tbl_name = 'command')`,
    )
    .get()
  database.close()
  return Number(row?.bytes)
}
