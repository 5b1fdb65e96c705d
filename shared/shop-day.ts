/**
 * Days of the shop, yyyy-MM-dd. They are Ulaanbaatar's on every machine, whatever its zone is set to: a terminal that was set
 * up in another zone must not put a sale into another day, month or Z.
 */
const SHOP_ZONE = 'Asia/Ulaanbaatar'

const HOUR = 3_600_000

const inZone = new Intl.DateTimeFormat('en-CA', {
  timeZone: SHOP_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** What the shop's clock is ahead of UTC in that hour; asked of the zone's table once an hour. */
const offsets = new Map<number, number>()
const MOST_OFFSETS = 20_000

function offsetAt(at: number): number {
  const hour = Math.floor(at / HOUR)
  const known = offsets.get(hour)
  if (known !== undefined) return known
  const parts = Object.fromEntries(inZone.formatToParts(hour * HOUR).map(({ type, value }) => [type, value]))
  const shown = Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:00Z`)
  if (offsets.size >= MOST_OFFSETS) offsets.clear()
  offsets.set(hour, shown - hour * HOUR)
  return shown - hour * HOUR
}

/** ISO text of the shop's clock: "2026-11-20T14:05:09.000Z", where the Z is to be left aside. */
const shopIso = (at: number): string => new Date(at + offsetAt(at)).toISOString()

export const shopDay = (at: number): string => shopIso(at).slice(0, 10)

/** "14:05:09" */
export const shopClock = (at: number): string => shopIso(at).slice(11, 19)

/** "2026-11-20 14:05:09", as receipts have it. */
export const shopTime = (at: number): string => `${shopDay(at)} ${shopClock(at)}`

/** "14" */
export const shopHour = (at: number): string => shopIso(at).slice(11, 13)

/** When a day of the shop begins, or a moment of it ("14:05") is, in ms. */
export function shopMoment(day: string, clock = '00:00'): number {
  const asUtc = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}Z`)
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}

/** By the calendar alone: no clock is turned forward or back in it. `days` may be below nothing. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}
