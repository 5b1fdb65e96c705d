/**
 * Sends what the journal records to the shop database: its events and its audit trail, under the journal's own numbers,
 * with the rows that they change. The numbers are the cursor: what the server has not acknowledged comes after its
 * `next`. The till reads in short slices, and one push at a time is under way.
 *
 * After a restore from a backup, or if a copy of the till made sales, the journal has other events under numbers that the
 * server already has. Then it continues in another stream, whose name is derived from the id of its chain. The server
 * skips events that it has already, by sale and number. The sums are those of the journal that speaks: each journal that
 * speaks after another one sends all its rows, with their events.
 */
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { Signal } from '../../base/signal.ts'
import type { Stream, StreamReader } from '../../storage/projections/index.ts'
import { firstBatch, type Greeting, type ShopDatabase, ShopDatabaseError } from '../server/index.ts'
import type { LinkTask } from './link.ts'
import type { Sent, SentFile } from './sent.ts'

export type StreamsParts = {
  readonly streams: StreamReader
  /** The version of the journal's rows. After an update that raises it, all rows are sent again. */
  readonly rows: number
  readonly onCommit: Signal['listen']
  readonly sent: SentFile
  readonly clock: Clock
  readonly log: Log
}

export type Streams = LinkTask & {
  /** The events and entries that the server does not have yet. */
  readonly unsent: () => Unsent
  /** The chain of the journal if a server of this epoch has all its events and entries; otherwise null. */
  readonly wholeAt: (epoch: string) => string | null
  /** The position of the last event that the server is known to have; 0 for none. */
  readonly lastSent: () => number
  /** The latest time at which the server may have answered last. A program that was killed may not have stored its last answers. */
  readonly heardBy: () => number
  /** Call it when the till leaves the shop database. */
  readonly forget: () => void
  readonly stop: () => void
}

export type Unsent = {
  readonly count: number
  /** The time of the oldest one; null if there is none. */
  readonly oldestAt: number | null
  /**
   * How long the oldest one waits; null if there is none. Of what the server refuses it is known also without the clock of
   * the till, which may be corrected meanwhile.
   */
  readonly waitsMs: number | null
  /** When the server answered last; null if never. */
  readonly heardAt: number | null
}

const STREAMS = ['event', 'audit'] as const satisfies readonly Stream[]
/** The most events in one push. The server takes them in some hundredths of a second (docs/decisions/shop-database.md). */
const MOST = 200
/** Rows are computed for this many events at a time, which takes a few milliseconds. */
const SLICE = 25
const EVERY_MS = 60_000
/** How often the file is written. Only a till that starts without the server reads it. */
const NOTED_EVERY_MS = 600_000

export function streamsTask(parts: StreamsParts): Streams {
  const { streams, rows, clock, log } = parts
  let sent = parts.sent.read()
  /** Events in the next push: half as many after a failure, so that a slow line gets each push through in time. */
  let most = MOST
  /** Since when the server took nothing of what was to be sent, by the monotonic clock. */
  let refusedSince: number | null = null
  let noted: { readonly sent: Sent; readonly at: number } | null = null
  /** How far the rows were sent again after an update, so that the next connection goes on there. */
  let resent: { readonly epoch: string; readonly chain: string; readonly next: readonly number[] } | null =
    null
  /** The server of the current session, and the chain under which it gets the events. */
  let session: { readonly epoch: string; readonly chain: string } | null = null

  const acknowledged = (stream: Stream): number => (sent?.chain === streams.chain() ? sent[stream] - 1 : 0)

  const note = (): void => {
    if (sent === null || noted?.sent === sent) return
    noted = { sent, at: clock.monotonic() }
    parts.sent.write(sent)
  }

  const unsent = (): Unsent => {
    const waiting = STREAMS.map((stream) => ({ stream, first: acknowledged(stream) + 1 }))
    const counts = waiting.map(({ stream, first }) => Math.max(0, streams.last(stream) - first + 1))
    const times = waiting.flatMap(({ stream, first }) => streams.atOf(stream, first) ?? [])
    const oldestAt = times.length === 0 ? null : Math.min(...times)
    const refusedMs = refusedSince === null ? 0 : clock.monotonic() - refusedSince
    return {
      count: counts.reduce((sum, count) => sum + count, 0),
      oldestAt,
      waitsMs: oldestAt === null ? null : Math.max(0, clock.now() - oldestAt, Math.round(refusedMs)),
      heardAt: sent?.at ?? null,
    }
  }

  return {
    name: 'streams',
    everyMs: EVERY_MS,
    onWork: parts.onCommit,
    begin: ({ database, greeting, renew, ended }) => {
      const chain = streams.chain()
      const lines = STREAMS.map((stream) => lineOf(stream, greeting.streams, streams))
      if (lines.some(({ isOther }) => isOther))
        log.warn('the journal is not the one that the shop database knows; it goes on in a stream of its own')
      const [events, audit] = lines as [Line, Line]
      let whole = sent?.chain === chain && sent.rows === rows ? sent.whole : undefined
      // After an update the rows of all events are sent again, with their events, which the server skips. So they are to a
      // server that was restored from a dump of before that.
      const isComplete = whole !== undefined && (whole.epoch === greeting.epoch || events.next > whole.event)
      const goesOn =
        resent !== null && resent.epoch === greeting.epoch && resent.chain === chain ? resent.next : []
      if (!isComplete) {
        whole = undefined
        for (const [at, line] of lines.entries()) line.next = Math.min(line.next, goesOn[at] ?? 1)
      }
      const heard = (): void => {
        const done = isComplete || events.next > streams.last('event')
        if (done) whole ??= { epoch: greeting.epoch, event: events.next }
        const form = whole ? { rows, whole } : { rows: sent?.rows ?? 0 }
        sent = { chain, event: events.next, audit: audit.next, at: clock.now(), ...form }
        resent = done ? null : { epoch: greeting.epoch, chain, next: lines.map(({ next }) => next) }
        if (noted === null || clock.monotonic() - noted.at > NOTED_EVERY_MS) note()
      }
      heard() // the file may be of a journal that was set back
      session = { epoch: greeting.epoch, chain: events.chain }
      ended.addEventListener('abort', note, { once: true })
      return async () => {
        let wasKnown = false
        for (const line of lines) {
          for (;;) {
            const batch = firstBatch(streams.from(line.stream, line.next, most))
            if (batch.length === 0) break
            refusedSince ??= clock.monotonic()
            try {
              if (await pushed(database, line, batch)) wasKnown = true
              refusedSince = null
            } catch (error) {
              // A smaller batch must not get through: the sums that go with it include the other till's money.
              const isOther = error instanceof ShopDatabaseError && error.failure === 'journal-of-other'
              if (!isOther) most = Math.max(1, Math.floor(batch.length / 2))
              throw error
            }
            most = Math.min(MOST, most * 2)
            if (ended.aborted) return
            heard()
          }
        }
        heard()
        if (wasKnown) renew()
      }
    },
    unsent,
    wholeAt: (epoch) => (session?.epoch === epoch && unsent().count === 0 ? session.chain : null),
    lastSent: () => acknowledged('event'),
    heardBy: () => (sent === null ? 0 : sent.at + NOTED_EVERY_MS),
    forget: () => {
      sent = null
      noted = null
      parts.sent.remove()
    },
    stop: note,
  }

  /** The rows that these events changed. Other work of the till runs between the slices. */
  async function rowsOf(batch: ReturnType<StreamReader['from']>) {
    const changed = new Map<string, ReturnType<StreamReader['rowsOf']>[number]>()
    for (let at = 0; at < batch.length; at += SLICE) {
      for (const row of streams.rowsOf(batch.slice(at, at + SLICE)))
        changed.set(`${row.kind} ${row.key}`, row)
      await nextTurn()
    }
    return [...changed.values()]
  }

  /**
   * Returns whether the server already had events that are new in this session. They came from another journal, of this till
   * or of a retired one. The next greeting says what else that journal sent.
   */
  async function pushed(
    database: ShopDatabase,
    line: Line,
    batch: ReturnType<StreamReader['from']>,
  ): Promise<boolean> {
    const changed = line.stream === 'event' ? await rowsOf(batch) : []
    const said = await database.push(line.stream, line.chain, line.next, batch, changed)
    const isNew = line.stream === 'event' && line.next >= line.greeted
    if (said.gap)
      log.warn('the shop database lost events and gets them again', { count: line.next - said.next })
    else if (said.apart > 0) log.warn('the shop database put events into quarantine', { count: said.apart })
    line.next = said.gap ? said.next : line.next + batch.length
    return isNew && !said.gap && said.taken + said.apart < batch.length
  }
}

/** The stream in which this journal continues. */
type Line = {
  readonly stream: Stream
  readonly chain: string
  next: number
  /** The position that the server expected next when the session began. */
  readonly greeted: number
  /** Whether the server knows another journal under this chain. */
  readonly isOther: boolean
}

type KnownStreams = Greeting['streams']

export function lineOf(stream: Stream, known: KnownStreams, journal: StreamReader): Line {
  const id = journal.chain()
  for (let turn = 0; ; turn += 1) {
    const chain = turn === 0 ? id : hash('sha256', `${id} ${turn}`, 'hex')
    const there = known.find((one) => one.kind === stream && one.chain === chain)
    if (there === undefined || isOurs(stream, there, journal))
      return { stream, chain, next: firstUnsent(there), greeted: there?.next ?? 1, isOther: turn > 0 }
  }
}

/** The number of the first event to send. Events are sent again if the server lacks their rows. */
const firstUnsent = (there: KnownStreams[number] | undefined): number =>
  there === undefined ? 1 : Math.min(there.next, there.rows)

/**
 * Whether the server's last event of the stream is this journal's event with that number. Then all before it are too: the hash
 * of an event covers them.
 */
export function isOurs(
  stream: Stream,
  { next, hash: last }: Pick<KnownStreams[number], 'next' | 'hash'>,
  journal: StreamReader,
): boolean {
  if (next === 1) return true
  if (next - 1 > journal.last(stream)) return false
  return last === null || journal.hashOf(stream, next - 1) === last
}
