/** A longer Retry-After counts as this one. */
const LONGEST_MS = 3_600_000

/** The values of a header, one for each line of the answer's head. */
type Header = readonly string[] | undefined

/**
 * Reads Retry-After (RFC 9110, 10.2.3), digits or a date, in ms. A date is compared with the answer's own Date, because
 * the till's clock may be wrong. Null where it is missing, repeated or in another form.
 */
export function readRetryAfter(retryAfter: Header, date: Header): number | null {
  if (retryAfter === undefined) return null
  const text = onlyOne(retryAfter)
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - httpDate(onlyOne(date))
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_MS)
}

/** Reads the Date of an answer, in ms; null where it is missing, repeated or in another form. */
export function readDate(date: Header): number | null {
  const at = httpDate(onlyOne(date))
  return Number.isNaN(at) ? null : at
}

const onlyOne = (header: Header): string => (header?.length === 1 ? (header[0] ?? '').trim() : '')

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)'
const LONG_DAY = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const MONTH = `(?<month>${MONTHS.join('|')})`
const TIME = '(?<hour>[01]\\d|2[0-3]):(?<minute>[0-5]\\d):(?<second>[0-5]\\d|60)'
/** The three forms of a date in HTTP (RFC 9110, 5.6.7). */
const FORMS = [
  `${DAY}, (?<day>\\d{2}) ${MONTH} (?<year>\\d{4}) ${TIME} GMT`,
  `${LONG_DAY}, (?<day>\\d{2})-${MONTH}-(?<year>\\d{2}) ${TIME} GMT`,
  `${DAY} ${MONTH} (?<day>[ \\d]\\d) ${TIME} (?<year>\\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/** Ms since 1970; NaN where the text is no date. */
function httpDate(text: string): number {
  const parts = FORMS.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (parts === undefined) return Number.NaN
  const { day = '', month = '', year = '', hour, minute, second } = parts
  const date = new Date(0)
  date.setUTCFullYear(wholeYear(year), MONTHS.indexOf(month), Number(day))
  if (date.getUTCDate() !== Number(day)) return Number.NaN
  return date.setUTCHours(Number(hour), Number(minute), Number(second))
}

/** RFC 9110, 5.6.7: a year of two digits that would be more than 50 years ahead is a past one. */
function wholeYear(digits: string): number {
  if (digits.length === 4) return Number(digits)
  const thisYear = new Date().getUTCFullYear()
  const year = thisYear - (thisYear % 100) + Number(digits)
  return year > thisYear + 50 ? year - 100 : year
}
