/**
 * The receiver of the payment callback (docs/payment-service.md#callback). It trusts no callback: a callback only
 * brings the next check of a sale forward. Without a receiver the terminal sells by polling.
 */
import { failure } from '../../../shared/failure.ts'
import type { CallbackState } from '../../../shared/page/index.ts'
import type { CallbackSettings } from '../../../shared/shop/settings.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { codeOf } from '../../base/files/error-code.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import { createEarlyChecks } from './early-checks.ts'
import { callbackAddress, isOurPath } from './path.ts'
import { type CallbackServer, openCallbackServer } from './server.ts'

/** Retried, because this terminal's previous receiver may still hold the port, or the network may be missing. */
const TRY_AGAIN_MS = 30_000

export type CallbackReceiver = {
  /** The invoice's `callback_url`; null where nothing listens. */
  readonly address: () => string | null
  readonly state: () => CallbackState
  readonly onChange: Signal['listen']
  /** Begins to listen. `hint` is called with an invoice that may have been paid, and returns whether it is ours. */
  readonly start: (hint: Hint) => void
  /** Call it after a change of the settings: moves the receiver to the new address. Returns at once. */
  readonly retune: () => void
  readonly close: () => Promise<void>
}

type Hint = (invoiceId: string) => boolean

export type ReceiverParts = {
  readonly settings: () => CallbackSettings
  /** The secret path of the address. Called only where the receiver is on. */
  readonly path: () => string
  readonly clock: Clock
  readonly log: Log
  readonly timeoutMs?: number
}

export function createCallbackReceiver(parts: ReceiverParts): CallbackReceiver {
  const { clock, log } = parts
  const changes = createSignal()
  const tally = createTally(clock, log)
  const hints = createEarlyChecks(clock, (invoiceId) => tally.count(outcomeOf(hint, invoiceId)))
  let hint: Hint = () => false
  let wanted: CallbackSettings | null = null
  let closed = false
  let state: CallbackState = { state: 'off' }
  let address: string | null = null
  let server: CallbackServer | null = null
  let turning: Promise<void> = Promise.resolve()
  let cancelTimer = (): void => {}

  const show = (now: CallbackState): void => {
    if (closed || now.state === state.state) return
    state = now
    changes.emit()
  }

  const failed = (error: unknown): void => {
    if (state.state !== 'failed')
      log.warn(`the callback receiver cannot listen: ${codeOf(error) ?? 'unknown'}`)
    show({ state: 'failed', failure: failure('CALLBACK_NOT_LISTENING') })
    cancelTimer = clock.after(TRY_AGAIN_MS, retune)
  }

  const listen = async (settings: CallbackSettings): Promise<void> => {
    const path = parts.path()
    const opened = await openCallbackServer({
      ...settings,
      timeoutMs: parts.timeoutMs,
      isOurs: (pathname) => isOurPath(callbackAddress(settings, path), pathname),
      heard: (invoiceId) => {
        if (!closed && !hints.add(invoiceId)) tally.count('too many')
      },
      refused: () => {
        if (!closed) tally.count('malformed or misdirected')
      },
    })
    server = opened
    address = callbackAddress({ ...settings, port: opened.port }, path)
  }

  const turnTo = async (settings: CallbackSettings): Promise<void> => {
    address = null
    await server?.close()
    server = null
    if (closed || settings !== wanted || !settings.enabled) return
    try {
      await listen(settings)
      if (settings === wanted) show({ state: 'listening' })
    } catch (error) {
      if (!closed && settings === wanted) failed(error)
    }
  }

  const retune = (): void => {
    const settings = { ...parts.settings() }
    if (closed || (state.state === 'listening' && isSame(settings, wanted))) return
    cancelTimer()
    wanted = settings
    if (!settings.enabled) show({ state: 'off' })
    turning = turning.then(() => turnTo(settings))
  }

  return {
    start: (told) => {
      hint = told
      retune()
    },
    address: () => address,
    state: () => state,
    onChange: changes.listen,
    retune,
    close: async () => {
      closed = true
      cancelTimer()
      hints.stop()
      tally.stop()
      await turning
      await server?.close()
    },
  }
}

/** Ignores a journal that cannot be read, which is reported elsewhere: only the hint is lost. */
function outcomeOf(hint: Hint, invoiceId: string) {
  try {
    return hint(invoiceId) ? 'known' : 'of no invoice of ours'
  } catch {
    return 'failed'
  }
}

const isSame = (one: CallbackSettings, other: CallbackSettings | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const LINE_EVERY_MS = 60_000

type Heard = 'known' | 'of no invoice of ours' | 'too many' | 'malformed or misdirected' | 'failed'

/** Counts callbacks for the log, with at most one line a minute. */
function createTally(clock: Clock, log: Log) {
  const counts = new Map<Heard, number>()
  let cancelTimer: (() => void) | null = null
  const tell = (): void => {
    cancelTimer = null
    log.info(`callbacks: ${[...counts].map(([heard, count]) => `${count} ${heard}`).join(', ')}`)
    counts.clear()
  }
  return {
    count: (heard: Heard): void => {
      counts.set(heard, (counts.get(heard) ?? 0) + 1)
      cancelTimer ??= clock.after(LINE_EVERY_MS, tell)
    },
    stop: (): void => {
      cancelTimer?.()
      if (counts.size > 0) tell()
    },
  }
}
