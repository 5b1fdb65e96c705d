/** Days of the shop, yyyy-MM-dd. */

const two = (figure: number): string => String(figure).padStart(2, '0')

/** By this machine's own clock and zone. */
export function shopDay(at: number): string {
  const date = new Date(at)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** By the calendar alone: no clock is turned forward or back in it. `days` may be below nothing. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
