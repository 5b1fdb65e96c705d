/**
 * Shop days (yyyy-MM-dd) follow the time of Ulaanbaatar, whatever zone the machine is set to. A wrong zone of the
 * machine must not move a sale to another day, month or Z.
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

/** The zone's offset from UTC per hour, cached because the lookup is slow. */
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

/** The shop's local time as ISO text: "2026-11-20T14:05:09.000Z". The Z at the end is meaningless. */
const shopIso = (at: number): string => new Date(at + offsetAt(at)).toISOString()

export const shopDay = (at: number): string => shopIso(at).slice(0, 10)

/** "14:05:09" */
export const shopClock = (at: number): string => shopIso(at).slice(11, 19)

/** "2026-11-20 14:05:09", as on receipts. */
export const shopTime = (at: number): string => `${shopDay(at)} ${shopClock(at)}`

/** "14" */
export const shopHour = (at: number): string => shopIso(at).slice(11, 13)

/** The time in ms at which a shop day, or a time of it ("14:05"), begins. */
export function shopMoment(day: string, clock = '00:00'): number {
  const asUtc = Date.parse(`${day}T${clock.length === 5 ? `${clock}:00` : clock}Z`)
  return asUtc - offsetAt(asUtc - offsetAt(asUtc))
}

/** Adds days to a calendar day; `days` may be negative. Clock changes do not matter. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** Limits a day to the range in which the program can compute dates, in the shop's zone and in UTC. */
export const inCalendar = (day: string): string =>
  day < '1970-01-02' ? '1970-01-02' : day > '9999-12-29' ? '9999-12-29' : day

/** 1 is Monday, as weeks begin in Mongolia. */
export const weekdayOf = (day: string): Weekday => (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) as Weekday

type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7
