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

/** Log lines for support. Never pass a secret, a lottery number or QR data. */
export type Log = {
  readonly info: (line: string) => void
  readonly warn: (line: string) => void
  readonly error: (line: string) => void
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
