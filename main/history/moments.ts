const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?$/

/** The first ms of a shop day, or of a minute of it, by the terminal's own clock. Null where there is no such day. */
export function startOf(moment: string): number | null {
  const parts = partsOf(moment)
  return parts === null ? null : new Date(...parts).getTime()
}

/** The first ms after it. */
export function endOf(moment: string): number | null {
  const parts = partsOf(moment)
  if (parts === null) return null
  const [year, month, day, hour, minute] = parts
  return moment.includes('T')
    ? new Date(year, month, day, hour, minute + 1).getTime()
    : new Date(year, month, day + 1).getTime()
}

function partsOf(moment: string): [number, number, number, number, number] | null {
  const match = MOMENT.exec(moment)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map((part) => Number(part ?? 0))
  const date = new Date(year, month - 1, day, hour, minute)
  return date.getMonth() === month - 1 && date.getDate() === day ? [year, month - 1, day, hour, minute] : null
}
