import { dayAfter, shopMoment } from '../../shared/shop-day.ts'

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/
const MINUTE = 60_000

/** The first ms of a shop day, or of a minute of it. Null where there is no such day. */
export function startOf(moment: string): number | null {
  const [, day = '', clock] = MOMENT.exec(moment) ?? []
  return isDay(day) ? shopMoment(day, clock) : null
}

/** The first ms after it. */
export function endOf(moment: string): number | null {
  const start = startOf(moment)
  if (start === null) return null
  return moment.includes('T') ? start + MINUTE : shopMoment(dayAfter(moment, 1))
}

/** The calendar has it: there is no 30th of February. */
const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
