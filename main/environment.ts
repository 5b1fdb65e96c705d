/** What a room asks of the machine it runs on, handed in so that a test hands in its own. */
export type Clock = {
  /** Wall time in ms since 1970. May jump. */
  readonly now: () => number
  /** Ms that only ever grow. For lifetimes and waits. */
  readonly monotonic: () => number
  /** Runs `act` once after so many ms; the answer calls it off. */
  readonly after: (ms: number, act: () => void) => () => void
}

export const machineClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** Lines for the support person. Never given a secret, a lottery number or QR data. */
export type Log = {
  readonly info: (line: string) => void
  readonly warn: (line: string) => void
  readonly error: (line: string) => void
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} }
