export type Times = { readonly median_ms: number; readonly p95_ms: number }

/** Runs `action` so many times, one after the other. The function that `action` returns cleans up and is not timed. */
export const timesOf = (rounds: number, action: () => () => void): Times =>
  inShort(
    Array.from({ length: rounds }, () => {
      const before = performance.now()
      const tidy = action()
      const time = performance.now() - before
      tidy()
      return time
    }),
  )

export function inShort(times: readonly number[]): Times {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number): number =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2))
  return { median_ms: at(0.5), p95_ms: at(0.95) }
}
