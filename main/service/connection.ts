/** The line to the service: what the header says of it, and the knock at its door while nobody else asks. */
import type { FailureName } from '../../shared/failure.ts'
import type { Connection } from '../../shared/ipc/index.ts'
import type { Clock } from '../environment.ts'
import { createSignal, type Signal } from '../signal.ts'
import { applyConnectionEvent, type ConnectionEvent, NEW_LINE } from './connection-state.ts'
import { asFailure } from './failed.ts'
import { PASSWORD_NEEDED } from './locked.ts'
import type { ServiceFailure } from './types.ts'

export type ConnectionMonitor = {
  readonly state: () => Connection
  /** How an exchange fared: null, or a failure that is itself an answer, where the service answered in any way. */
  readonly reached: (why: ServiceFailure | null) => void
  /** What the system says. It changes nothing by itself: only requests do. */
  readonly hint: (online: boolean) => void
  readonly onChange: Signal['listen']
  /** The connection is back. */
  readonly onRestored: Signal['listen']
  readonly stop: () => void
}

export type ConnectionParts = {
  readonly clock: Clock
  /** Asks the service something that costs nothing; how it fared comes in by `reached`. */
  readonly probe: () => Promise<void>
  /** 0 to 1, for jitter. */
  readonly random: () => number
}

const FIRST_PROBE_MS = 2_000
const LONGEST_PROBE_MS = 60_000
/** Every till of a shop loses its line at once: they are not to knock at once too. */
const JITTER = { least: 0.85, range: 0.3 }
/** A network card that comes and goes says so many times a second. */
const HINTS_APART_MS = 1_000

/**
 * The failures that say that nobody answered, or somebody else did: a captive portal's page is a BAD_ANSWER. All others are
 * the service's own answers, and the line is there.
 */
const NO_LINE: ReadonlySet<FailureName> = new Set([
  'NO_CONNECTION',
  'CONNECTION_LOST',
  'TIMEOUT',
  'BAD_ANSWER',
  PASSWORD_NEEDED.name,
])

export function createConnection({ clock, probe, random }: ConnectionParts): ConnectionMonitor {
  const changes = createSignal()
  const restored = createSignal()
  let line = NEW_LINE
  let stopped = false
  let probing = false
  /** The system said "online" while a knock hung on the dead line. */
  let knockAgain = false
  let pause = FIRST_PROBE_MS
  let lastHint = Number.NEGATIVE_INFINITY
  let cancelTimer = (): void => {}

  const take = (news: ConnectionEvent): void => {
    line = applyConnectionEvent(line, news, { wall: clock.now(), monotonic: clock.monotonic() })
  }

  const tellIfNot = (before: Connection['state']): void => {
    const now = line.shown.state
    if (now === before) return
    changes.emit()
    if (now === 'connected' && before === 'disconnected') restored.emit()
  }

  /** Without a password there is nothing to knock with. */
  const worthAKnock = (): boolean =>
    !stopped && line.shown.state === 'disconnected' && line.shown.failure.name !== PASSWORD_NEEDED.name

  /** Any request puts the next knock off: it is for a till that asks nothing. */
  const schedule = (): void => {
    cancelTimer()
    if (probing || !worthAKnock()) return
    cancelTimer = clock.after(pause * (JITTER.least + JITTER.range * random()), () => void knock())
  }

  const knock = async (): Promise<void> => {
    cancelTimer()
    probing = true
    knockAgain = false
    pause = Math.min(LONGEST_PROBE_MS, pause * 2)
    try {
      await probe()
    } catch {
      // How it fared was told by `reached`.
    }
    probing = false
    if (knockAgain && worthAKnock()) void knock()
    else schedule()
  }

  return {
    state: () => notLaterThan(line.shown, clock.now()),
    reached: (why) => {
      if (stopped) return
      const before = line.shown.state
      const news = connectionEventOf(why)
      if (news.kind === 'reached') pause = FIRST_PROBE_MS
      take(news)
      schedule()
      tellIfNot(before)
    },
    hint: (online) => {
      if (stopped) return
      take({ kind: 'system', online })
      const now = clock.monotonic()
      if (!online || !worthAKnock() || now - lastHint < HINTS_APART_MS) return
      lastHint = now
      pause = FIRST_PROBE_MS
      if (probing) knockAgain = true
      else void knock()
    },
    onChange: changes.listen,
    onRestored: restored.listen,
    stop: () => {
      stopped = true
      cancelTimer()
    },
  }
}

const connectionEventOf = (why: ServiceFailure | null): ConnectionEvent =>
  why === null || !NO_LINE.has(why.name)
    ? { kind: 'reached' }
    : { kind: 'failed', why: asFailure(why), certain: why.name === PASSWORD_NEEDED.name }

/** The machine's clock may have been set back since. */
const notLaterThan = (shown: Connection, now: number): Connection =>
  shown.state === 'disconnected' && shown.since > now ? { ...shown, since: now } : shown
