/**
 * Finds the meanings of a typed search. Digits may be a sale's number, an amount, or the beginning of an id: all of
 * those are searched.
 *
 *     147   0147   №147           number of the day, or an amount (№: only the number)
 *     14500   14,500   14500₮     amount               10000-15000     amounts from and to
 *     2026-11-20   11-20          a day                10:00-12:30     a part of it
 *     талх   talh 700             goods, or a cashier  5123456   УА00112233   the receiver's register
 *     K01-261120-0147-X7F3, an e-receipt's or a payment's id: complete, or its beginning
 */
import type { Money } from '../../../shared/money/money.ts'
import { typedMoney } from '../../../shared/money/typed-money.ts'
import { parseRegister } from '../../../shared/shop/register-number.ts'
import { dayAfter, inCalendar, shopMoment } from '../../../shared/shop/shop-day.ts'

export type Meant = {
  /** Each figure can mean several things. A sale must match all figures. */
  readonly figures: readonly Figure[]
  /** Text that may be a product, a cashier or an id. */
  readonly words: string
  /** Moments as in `HistoryFilters`. */
  readonly from: string | null
  readonly to: string | null
  readonly least: Money | null
  readonly most: Money | null
}

export type Figure = {
  readonly text: string
  readonly number: number | null
  readonly amount: Money | null
  readonly register: string | null
  /** Whether it may be a product's code or the beginning of an id. */
  readonly code: boolean
}

const DAY = /(?:^|\s)(?:(\d{4})[-.])?(\d{1,2})[-.](\d{1,2})(?=\s|$)/
const HOURS = /(?:^|\s)(\d{1,2}):(\d{2})(?:\s?[-–]\s?(\d{1,2}):(\d{2}))?(?=\s|$)/
const AMOUNT = '\\d{1,3}(?:,\\d{3})+|\\d+'
const AMOUNTS = new RegExp(`(?:^|\\s)(${AMOUNT})\\s?₮?\\s?(?:[-–—]|\\.\\.)\\s?(${AMOUNT})\\s?₮?(?=\\s|$)`)

/** `today` is the shop's day. A day without a year is the last such day. */
export function understand(typed: string, today: string): Meant {
  const rest = { text: ` ${typed.normalize('NFC').trim()} ` }
  const day = dayIn(rest, today)
  const hours = hoursIn(rest, day ?? today)
  const range = amountsIn(rest)
  const tokens = rest.text.split(/\s+/).filter((token) => token !== '')
  const words = tokens.some((token) => /\p{L}/u.test(token) && figure(token).register === null)
  return {
    figures: words ? [] : tokens.map(figure),
    words: words ? tokens.join(' ') : '',
    from: hours?.from ?? day,
    to: hours?.to ?? day,
    least: range?.least ?? null,
    most: range?.most ?? null,
  }
}

type Rest = { text: string }

function taken(rest: Rest, pattern: RegExp): RegExpExecArray | null {
  const match = pattern.exec(rest.text)
  if (match) rest.text = rest.text.replace(match[0], ' ')
  return match
}

function dayIn(rest: Rest, today: string): string | null {
  const match = DAY.exec(rest.text)
  if (!match) return null
  const [, typedYear, month = '', date = ''] = match
  const monthAndDay = `${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (Number(month) < 1 || Number(month) > 12 || Number(date) < 1 || Number(date) > 31) return null
  taken(rest, DAY)
  if (typedYear !== undefined) return `${typedYear}-${monthAndDay}`
  const year = Number(today.slice(0, 4))
  const thisYear = `${year}-${monthAndDay}`
  return thisYear <= today ? thisYear : `${year - 1}-${monthAndDay}`
}

function hoursIn(rest: Rest, day: string): { readonly from: string; readonly to: string } | null {
  const match = HOURS.exec(rest.text)
  if (!match) return null
  const [, hour = '', minute = '', endHour = hour, endMinute = minute] = match
  if ([hour, endHour].some((one) => Number(one) > 23) || [minute, endMinute].some((one) => Number(one) > 59))
    return null
  taken(rest, HOURS)
  return {
    from: `${day}T${hour.padStart(2, '0')}:${minute}`,
    to: `${day}T${endHour.padStart(2, '0')}:${endMinute}`,
  }
}

function amountsIn(rest: Rest): { readonly least: Money; readonly most: Money } | null {
  const match = AMOUNTS.exec(rest.text)
  const [one, other] = [typedMoney(match?.[1] ?? ''), typedMoney(match?.[2] ?? '')]
  if (one === null || other === null) return null
  taken(rest, AMOUNTS)
  return one <= other ? { least: one, most: other } : { least: other, most: one }
}

/** The largest number of a sale within a day. */
const LARGEST_NUMBER = 99_999

function figure(token: string): Figure {
  const number = /^[№#N]?0*(\d{1,5})$/u.exec(token)
  const only = /^[№#N]/u.test(token)
  const digits = number === null ? null : Number(number[1])
  return {
    text: token,
    number: digits === null || digits === 0 || digits > LARGEST_NUMBER ? null : digits,
    amount: only || /^0\d/.test(token) ? null : typedMoney(token),
    register: only ? null : (parseRegister(token)?.register ?? null),
    code: !only && !token.includes('₮') && !token.includes(','),
  }
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?$/
const MINUTE = 60_000

/** The first ms of a shop day or of a minute; null where the day does not exist. */
export function startOf(moment: string): number | null {
  const [, day = '', clock] = MOMENT.exec(moment) ?? []
  return isDay(day) ? shopMoment(inCalendar(day), clock) : null
}

export function endOf(moment: string): number | null {
  const start = startOf(moment)
  if (start === null) return null
  return moment.includes('T') ? start + MINUTE : shopMoment(dayAfter(inCalendar(moment), 1))
}

/** Whether the day exists, unlike 30 February. */
const isDay = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}
