/**
 * Money is an integer number of hundredths of a tugrik (möngö), so that sums are exact (law 8). The contract writes
 * amounts as decimal text or as a JSON number (docs/payment-service.md#money).
 */
export type Money = number & { readonly __unit: 'hundredths of a tugrik' }

/** The largest single amount: far above any sale and far below the limit of exact integers. */
export const LARGEST_MONEY = 1_000_000_000_000 as Money

/** Brands an integer of hundredths as money. Throws for other numbers, which are a programming error. */
export function money(hundredths: number): Money {
  if (!Number.isSafeInteger(hundredths)) throw new RangeError(`not an integer of hundredths: ${hundredths}`)
  return hundredths as Money
}

export const NO_MONEY = money(0)

/** Money from whole tugriks. */
export const tugriks = (whole: number): Money => money(whole * 100)

/**
 * Reads decimal text ("100", "100.5", "-3.00") exactly. Digits after the second decimal must be zero. Returns null for
 * other text; the caller chooses the error.
 */
export function parseMoney(text: string): Money | null {
  const match = /^(-?)(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(text.trim())
  if (!match) return null
  const [, sign, whole, fraction = ''] = match
  const hundredths = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  if (hundredths > LARGEST_MONEY) return null
  return money(sign && hundredths > 0 ? -hundredths : hundredths)
}

/** The JSON number that the service expects: 12345.5 for 1234550 hundredths. */
export const moneyAsNumber = (amount: Money): number => amount / 100

/** The decimal text that the service expects, without trailing zeros: "1234.5", "4350". */
export function moneyAsText(amount: Money): string {
  const sign = amount < 0 ? '-' : ''
  const whole = Math.trunc(Math.abs(amount) / 100)
  const rest = Math.abs(amount) % 100
  return rest === 0 ? `${sign}${whole}` : `${sign}${whole}.${String(rest).padStart(2, '0').replace(/0$/, '')}`
}

export const sumMoney = (amounts: Iterable<Money>): Money => {
  let sum = 0
  for (const amount of amounts) sum += amount
  return money(sum)
}

export const sumOf = (parts: readonly { readonly amount: Money }[]): Money =>
  sumMoney(parts.map(({ amount }) => amount))

/** "99,999" */
export const withCommas = (whole: number): string => whole.toString().replace(/\B(?=(\d{3})+$)/g, ',')

/** The amount for people: "32,509" or "2,955.36", with a true minus sign and without ₮. */
export function formatMoney(amount: Money): string {
  const whole = withCommas(Math.trunc(Math.abs(amount) / 100))
  const rest = Math.abs(amount) % 100
  return `${amount < 0 ? '−' : ''}${whole}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`
}
