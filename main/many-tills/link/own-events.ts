/**
 * Finds events of this till that the server has and this journal lacks. The journal was rescued or set back to a backup
 * then. A person is told, and can have them fetched (main/till/session/fetch-own-events.ts).
 */
import type { Log } from '../../base/clock-and-log.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import { addToList, type KeyValueTable, readList } from '../../storage/journal/index.ts'
import type { StreamReader } from '../../storage/projections/index.ts'
import type { Greeting, PushedEvent, ShopDatabase } from '../server/index.ts'
import type { LinkTask } from './link.ts'
import { isOurs, lineOf } from './streams.ts'

export type OwnEvents = LinkTask & {
  /** How many were found so far. */
  readonly missing: () => number
  /** Called with a listener for when that number changes. */
  readonly onFound: Signal['listen']
  /** True if events are missing, or if that was not checked yet. */
  readonly mayLack: () => boolean
  /**
   * Passes on all events of the sales and shifts of which some are missing, each once, in parts and in any order. Call the
   * returned function after the merge, which tells a person which of them went on differently here: those no longer count.
   */
  readonly fetch: (
    database: ShopDatabase,
    take: (events: readonly PushedEvent[]) => void,
  ) => Promise<() => void>
}

const EVERY_MS = 24 * 3_600_000

/** The name of the list of sales and shifts that a fetch could not take, because they went on differently here. */
const UNLIKE = 'own-events-unlike'

type Parts = { readonly streams: StreamReader; readonly notes: KeyValueTable; readonly log: Log }

export function ownEventsTask({ streams, notes, log }: Parts): OwnEvents {
  const changes = createSignal()
  let missing: number | null = null
  /** The chains that this journal has completely, each with its `next`. */
  const whole = new Map<string, number>()
  let others: Greeting['streams'] = []
  const unlike = readList(notes, UNLIKE)
  /** A rescue may have lost all of a subject since: then it can be fetched. */
  const isToldOf = (subject: string): boolean => unlike.has(subject) && streams.has(subject, 1)
  const isMissing = ({ subject, seq }: PushedEvent): boolean =>
    !streams.has(subject, seq) && !isToldOf(subject)

  return {
    name: 'own events',
    everyMs: EVERY_MS,
    missing: () => missing ?? 0,
    onFound: changes.listen,
    mayLack: () => missing !== 0,
    begin: ({ database, greeting }) => {
      const ours = lineOf('event', greeting.streams, streams).chain
      others = greeting.streams.filter(({ kind, chain }) => kind === 'event' && chain !== ours)
      for (const one of others)
        if (one.hash !== null && isOurs('event', one, streams)) whole.set(one.chain, one.next)
      return async () => {
        let found = 0
        for (const { chain, next } of others) {
          if (whole.get(chain) === next) continue
          const before = found
          for await (const events of eventsOf(database, chain, next)) found += events.filter(isMissing).length
          if (found === before) whole.set(chain, next)
        }
        if (found > (missing ?? 0))
          log.warn('the shop database has events that this journal lacks', { count: found })
        const before = missing ?? 0
        missing = found
        if (found !== before) changes.emit()
      }
    },
    fetch: async (database, take) => {
      /** Each with the number of an event that is missing. */
      const subjects = new Map<string, number>()
      const partly = others.filter(({ chain, next }) => whole.get(chain) !== next)
      for (const { chain, next } of partly)
        for await (const events of eventsOf(database, chain, next))
          for (const event of events) if (isMissing(event)) subjects.set(event.subject, event.seq)
      for (const { chain, next } of others)
        for await (const events of eventsOf(database, chain, next))
          take(events.filter(({ subject }) => subjects.has(subject)))
      return () => {
        for (const [subject, seq] of subjects)
          if (!streams.has(subject, seq) && streams.has(subject, 1)) addToList(notes, UNLIKE, subject)
      }
    },
  }
}

/** At most 500 at a time. */
async function* eventsOf(
  database: ShopDatabase,
  chain: string,
  next: number,
): AsyncGenerator<readonly PushedEvent[]> {
  for (let first = 1; first < next; ) {
    const page = await database.ownEvents('event', chain, first)
    yield page.map(({ position: _, ...event }) => event)
    const last = page.at(-1)
    if (last === undefined) return
    first = last.position + 1
  }
}
