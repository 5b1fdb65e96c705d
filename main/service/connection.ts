/** The line to the service: what the header says of it, and the knock at its door while nobody else asks. */
import type { Connection } from '../../shared/ipc/index.ts'
import type { Clock } from '../environment.ts'
import { afterNews, type LineNews, NEW_LINE } from './connection-state.ts'
import { asFailure } from './failed.ts'
import { PASSWORD_NEEDED } from './locked.ts'
import type { ServiceFailure } from './types.ts'

export type ConnectionWatch = {
  readonly state: () => Connection
  /** How an exchange fared: null where the service answered in any way. */
  readonly reached: (why: ServiceFailure | null) => void
  /** What the system says. It changes nothing by itself: only requests do. */
  readonly hint: (online: boolean) => void
  /** Told each time the line is back. */
  readonly onRestored: (listener: () => void) => void
  readonly stop: () => void
}

export type ConnectionParts = {
  readonly clock: Clock
  readonly changed: () => void
  /** Asks the service something that costs nothing; how it fared comes in by `reached`. */
  readonly probe: () => Promise<void>
  readonly random: () => number
}

const FIRST_PROBE_MS = 2_000
const LONGEST_PROBE_MS = 60_000
const HINTS_APART_MS = 1_000

export function createConnection({ clock, changed, probe, random }: ConnectionParts): ConnectionWatch {
  const listeners: (() => void)[] = []
  let line = NEW_LINE
  let stopped = false
  let probing = false
  let pause = FIRST_PROBE_MS
  let lastHint = Number.NEGATIVE_INFINITY
  let callOff = (): void => {}

  const take = (news: LineNews): void => {
    const before = line.shown.state
    line = afterNews(line, news, clock.now())
    const now = line.shown.state
    if (now !== before) changed()
    if (now === 'connected' && before === 'disconnected') for (const listener of listeners) listener()
  }

  /** Any request puts the next knock off: it is for a till that asks nothing. */
  const schedule = (): void => {
    callOff()
    if (stopped || line.shown.state !== 'disconnected') return
    callOff = clock.after(pause * (0.85 + 0.3 * random()), () => void knock())
  }

  const knock = async (): Promise<void> => {
    if (stopped || probing) return
    probing = true
    pause = Math.min(LONGEST_PROBE_MS, pause * 2)
    try {
      await probe()
    } catch {
      // How it fared was told by `reached`.
    } finally {
      probing = false
      schedule()
    }
  }

  return {
    state: () => line.shown,
    reached: (why) => {
      if (stopped) return
      if (why === null) pause = FIRST_PROBE_MS
      take(
        why === null
          ? { kind: 'reached' }
          : { kind: 'failed', why: asFailure(why), certain: why.name === PASSWORD_NEEDED.name },
      )
      if (!probing) schedule()
    },
    hint: (online) => {
      if (stopped) return
      take({ kind: 'system', online })
      const now = clock.monotonic()
      if (!online || line.shown.state !== 'disconnected' || now - lastHint < HINTS_APART_MS) return
      lastHint = now
      pause = FIRST_PROBE_MS
      callOff()
      void knock()
    },
    onRestored: (listener) => void listeners.push(listener),
    stop: () => {
      stopped = true
      callOff()
    },
  }
}
