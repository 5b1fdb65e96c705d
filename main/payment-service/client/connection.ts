/** Monitors the connection to the service: its state for the header, and a probe while nobody else sends requests. */
import { type FailureName, NOTHING_SENT } from '../../../shared/failure.ts'
import type { Connection } from '../../../shared/page/index.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import { applyConnectionEvent, type ConnectionEvent, NEW_LINE } from './connection-state.ts'
import { asFailure } from './failed.ts'
import { PASSWORD_NEEDED, PASSWORD_UNREADABLE } from './locked.ts'
import type { ServiceFailure } from './types.ts'

export type ConnectionMonitor = {
  readonly state: () => Connection
  /** Call it after each exchange: null where the service answered, else the failure, which may be an answer too. */
  readonly reached: (why: ServiceFailure | null) => void
  /** The system's report. It does not change the state by itself, only requests do. */
  readonly hint: (online: boolean) => void
  readonly onChange: Signal['listen']
  /** Tells that the connection is back. */
  readonly onRestored: Signal['listen']
  readonly stop: () => void
}

export type ConnectionParts = {
  readonly clock: Clock
  /** Sends the cheapest request; its result comes through `reached`. */
  readonly probe: () => Promise<void>
  /** 0 to 1, for jitter. */
  readonly random: () => number
}

const FIRST_PROBE_MS = 2_000
const LONGEST_PROBE_MS = 60_000
/** All tills of a shop lose the connection at the same time and must not probe at the same time. */
const JITTER = { least: 0.85, range: 0.3 }
/** A minimum pause, because an unstable network card reports many times a second. */
const HINTS_APART_MS = 1_000

/**
 * Failures that mean no connection: nobody answered, or somebody else did, such as a captive portal (BAD_ANSWER). All
 * other failures are the service's own answers.
 */
const NOT_REACHED: ReadonlySet<FailureName> = new Set([
  ...NOTHING_SENT,
  'CONNECTION_LOST',
  'TIMEOUT',
  'BAD_ANSWER',
  PASSWORD_NEEDED.name,
  PASSWORD_UNREADABLE.name,
])

/** Failures of this till itself, which one request proves. */
const CERTAIN: ReadonlySet<FailureName> = new Set([PASSWORD_NEEDED.name, PASSWORD_UNREADABLE.name])

/** What the screen distinguishes: the name of the failure, or else the state. */
const shownState = (one: Connection): string => (one.state === 'disconnected' ? one.failure.name : one.state)

export function createConnection({ clock, probe, random }: ConnectionParts): ConnectionMonitor {
  const changes = createSignal()
  const restored = createSignal()
  let line = NEW_LINE
  let stopped = false
  let probing = false
  /** The system reported "online" during a probe that may hang on the dead connection. */
  let probeAgain = false
  let pause = FIRST_PROBE_MS
  let lastHint = Number.NEGATIVE_INFINITY
  let cancelTimer = (): void => {}

  const take = (event: ConnectionEvent): void => {
    line = applyConnectionEvent(line, event, { wall: clock.now(), monotonic: clock.monotonic() })
  }

  const tellIfNot = (before: Connection): void => {
    const now = line.shown
    if (shownState(now) === shownState(before)) return
    changes.emit()
    if (now.state === 'connected' && before.state === 'disconnected') restored.emit()
  }

  /** Whether to probe. Without a password no probe is possible. One that a keyring keeps may be readable by now. */
  const mayProbe = (): boolean =>
    !stopped && line.shown.state === 'disconnected' && line.shown.failure.name !== PASSWORD_NEEDED.name

  /** Every request postpones the next probe, which is only for an idle till. */
  const schedule = (): void => {
    cancelTimer()
    if (probing || !mayProbe()) return
    cancelTimer = clock.after(pause * (JITTER.least + JITTER.range * random()), () => void sendProbe())
  }

  const sendProbe = async (): Promise<void> => {
    cancelTimer()
    probing = true
    probeAgain = false
    pause = Math.min(LONGEST_PROBE_MS, pause * 2)
    try {
      await probe()
    } catch {
      // `reached` received the result.
    }
    probing = false
    if (probeAgain && mayProbe()) void sendProbe()
    else schedule()
  }

  return {
    state: () => notLaterThan(line.shown, clock.now()),
    reached: (why) => {
      if (stopped) return
      const before = line.shown
      const event = connectionEventOf(why)
      if (event.kind === 'reached') pause = FIRST_PROBE_MS
      take(event)
      schedule()
      tellIfNot(before)
    },
    hint: (online) => {
      if (stopped) return
      take({ kind: 'system', online })
      const now = clock.monotonic()
      if (!online || !mayProbe() || now - lastHint < HINTS_APART_MS) return
      lastHint = now
      pause = FIRST_PROBE_MS
      if (probing) probeAgain = true
      else void sendProbe()
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
  why === null || !NOT_REACHED.has(why.name)
    ? { kind: 'reached' }
    : { kind: 'failed', why: asFailure(why), certain: CERTAIN.has(why.name) }

/** Limits `since` to now, because the clock may have been set back. */
const notLaterThan = (shown: Connection, now: number): Connection =>
  shown.state === 'disconnected' && shown.since > now ? { ...shown, since: now } : shown
