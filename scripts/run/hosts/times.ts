export type Times = { readonly median_ms: number; readonly p95_ms: number }

export function inShort(times: readonly number[]): Times {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number): number =>
    Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(2))
  return { median_ms: at(0.5), p95_ms: at(0.95) }
}
