/** The machine's clock. It is passed in, so that a test can pass its own. */
export type Clock = {
  /** Wall time in ms since 1970. May jump. */
  readonly now: () => number
  /** Ms that never go back, for lifetimes and waits. */
  readonly monotonic: () => number
  /** Runs `action` once after this many ms. The returned function cancels it. */
  readonly after: (ms: number, action: () => void) => () => void
}

export const machineClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, action) => {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
}

/** The fields of a log line (main/base/log/fields.ts has their shapes). */
export type LogFields = {
  readonly command?: string
  readonly operation?: string
  readonly step?: string
  readonly sale?: string | null
  readonly job?: string
  readonly kind?: string
  readonly printer?: string
  readonly failure?: string | null
  readonly status?: number | null
  readonly ms?: number
  readonly count?: number
  /** A file of the data folder. */
  readonly file?: string
  readonly reason?: string
  /** What was thrown. */
  readonly error?: unknown
}

/**
 * Log lines for support: a sentence, and fields of known shapes (main/base/log). Never pass a secret, a lottery number or QR
 * data, although the log would strike them.
 */
export type Log = Readonly<Record<'info' | 'warn' | 'error', (line: string, fields?: LogFields) => void>>

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
