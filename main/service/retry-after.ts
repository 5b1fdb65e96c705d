const LONGEST = 3_600_000

/** Reads Retry-After, seconds or a date (RFC 9110, 10.2.3), as ms from now; null where there is none to read. */
export function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST) : null
}
