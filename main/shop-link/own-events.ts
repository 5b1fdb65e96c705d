/**
 * Finds events of this till that the server has and this journal lacks. The journal was rescued or set back to a backup
 * then, and what is missing can be taken from a newer backup or a copy of the shop. A person is told.
 */
import type { Log } from '../environment.ts'
import type { StreamReader } from '../projections/index.ts'
import type { LinkTask } from './link.ts'
import { lineOf } from './streams.ts'

export type OwnEvents = LinkTask & {
  /** How many were found so far. */
  readonly missing: () => number
}

const EVERY_MS = 24 * 3_600_000

export function ownEventsTask(parts: { readonly streams: StreamReader; readonly log: Log }): OwnEvents {
  const { streams, log } = parts
  let missing = 0
  /** Chains that were read to the end, with the number there. */
  const read = new Map<string, number>()
  return {
    name: 'own events',
    everyMs: EVERY_MS,
    missing: () => missing,
    begin:
      ({ database, greeting }) =>
      async () => {
        const ours = lineOf('event', greeting.streams, streams).chain
        const others = greeting.streams.filter(({ kind, chain }) => kind === 'event' && chain !== ours)
        let found = 0
        for (const { chain, next } of others) {
          if (read.get(chain) === next) continue
          const before = found
          for (let first = 1; first < next; ) {
            const events = await database.ownEvents('event', chain, first)
            found += events.filter(({ subject, seq }) => !streams.has(subject, seq)).length
            const last = events.at(-1)
            if (last === undefined) break
            first = last.position + 1
          }
          if (found === before) read.set(chain, next)
        }
        if (found > missing)
          log.warn('the shop database has events that this journal lacks', { count: found })
        missing = found
      },
  }
}
