import type { Clock } from '../../base/clock-and-log.ts'

/** At most five hints a second in all, one a second for each invoice, and 64 waiting. */
const PACE_MS = 200
const INVOICE_PACE_MS = 1000
const MOST_WAITING = 64

export type EarlyChecks = {
  /** False where too many are waiting: then the next poll finds the payment. */
  readonly add: (invoiceId: string) => boolean
  readonly stop: () => void
}

/**
 * Limits the work that callbacks can cause. A hint that comes again too soon waits, because a second callback may mean
 * a second payment. Equal hints wait as one.
 */
export function createEarlyChecks(clock: Clock, action: (invoiceId: string) => void): EarlyChecks {
  const waiting = new Set<string>()
  const lately = new Map<string, number>()
  let cancelTimer: (() => void) | null = null

  const isReady = (invoiceId: string, now: number): boolean =>
    now - (lately.get(invoiceId) ?? Number.NEGATIVE_INFINITY) >= INVOICE_PACE_MS

  const turn = (): void => {
    const now = clock.monotonic()
    for (const invoiceId of lately.keys()) if (isReady(invoiceId, now)) lately.delete(invoiceId)
    const next = [...waiting].find((invoiceId) => isReady(invoiceId, now))
    cancelTimer = next !== undefined || waiting.size > 0 ? clock.after(PACE_MS, turn) : null
    if (next === undefined) return
    waiting.delete(next)
    lately.set(next, now)
    action(next)
  }

  return {
    add: (invoiceId) => {
      if (waiting.size >= MOST_WAITING && !waiting.has(invoiceId)) return false
      waiting.add(invoiceId)
      if (cancelTimer === null) turn()
      return true
    },
    stop: () => {
      cancelTimer?.()
      waiting.clear()
    },
  }
}
