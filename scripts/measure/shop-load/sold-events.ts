import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CurrentRow, PushedEvent } from '../../../main/many-tills/server/index.ts'
import { type Journal, openJournal } from '../../../main/storage/store/index.ts'
import { seedHistory } from '../seed-history/seed-history.ts'

/** What a till pushes while it makes a sale. */
export type Push = { readonly events: readonly PushedEvent[]; readonly rows: readonly CurrentRow[] }

type Recorded = ReturnType<Journal['streams']['from']>[number]

const DIFFERENT = 200
/** A till waits for half a second between two pushes, in which a cashier does about so many things. */
const EVENTS_A_PUSH = 4

/** Returns a function that makes the pushes of one more sale, with ids of its own. */
export async function soldEvents(): Promise<(till: string, number: number) => readonly Push[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-sold-'))
  const file = join(folder, 'journal.sqlite')
  await seedHistory({ file, sales: DIFFERENT, days: 2, seed: 1, until: Date.now() })
  const journal = openJournal(file, { now: Date.now, mode: 'test' })
  const bySale = new Map<string, Recorded[]>()
  for (const event of journal.streams.from('event', 1, journal.streams.last('event')))
    bySale.set(event.subject, [...(bySale.get(event.subject) ?? []), event])
  const samples = [...bySale.values()].map((events) =>
    Array.from({ length: Math.ceil(events.length / EVENTS_A_PUSH) }, (_, index) => {
      const some = events.slice(index * EVENTS_A_PUSH, (index + 1) * EVENTS_A_PUSH)
      return { events: some, rows: journal.streams.rowsOf(some) }
    }),
  )
  journal.close()
  rmSync(folder, { recursive: true, force: true })
  let version = 0
  return (till, number) => {
    const sale = randomUUID()
    version += 1
    return (samples[number % samples.length] ?? []).map(({ events, rows }) => ({
      events: events.map((event) => ({
        ...event,
        id: randomBytes(12).toString('base64url'),
        subject: sale,
        hash: randomBytes(32).toString('hex'),
      })),
      rows: rows.map((row) =>
        row.kind === 'sale'
          ? {
              ...row,
              key: sale,
              version: events.at(-1)?.seq ?? 1,
              body: { ...row.body, number: `${till}-${number}` },
            }
          : { ...row, version },
      ),
    }))
  }
}
