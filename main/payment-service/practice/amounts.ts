import { LARGEST_MONEY, type Money, money, moneyAsNumber, parseMoney } from '../../../shared/money/money.ts'
import {
  type InvoiceLine,
  type InvoiceRequest,
  type InvoiceShape,
  requirePricedLines,
} from './invoice-request.ts'
import type { Merchant } from './records.ts'
import { Refusal } from './refusal.ts'

/** "4350.00": money where the contract's tables say text. */
export const amountText = (amount: Money): string =>
  `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`

/**
 * The exact price of lines: quantity × unit price − discounts + surcharges. Both factors have up to six decimals, so
 * the arithmetic uses 10⁻¹² tugrik and rounds once, half up, to hundredths.
 */

const MILLION = 1_000_000n
const HUNDREDTH = (MILLION * MILLION) / 100n

/** Decimal text with at most six decimals, in millionths. */
function millionths(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole) * MILLION + BigInt(fraction.padEnd(6, '0'))
}

type Adjustments = InvoiceLine['discounts']

const sum = (figures: readonly bigint[]): bigint => figures.reduce((total, figure) => total + figure, 0n)

const adjusted = (adjustments: Adjustments): bigint =>
  sum((adjustments ?? []).map(({ amount }) => millionths(String(amount)))) * MILLION

function exactAmount(line: InvoiceLine): bigint {
  const gross = millionths(line.line_quantity ?? '0') * millionths(line.line_unit_price ?? '0')
  return gross - adjusted(line.discounts) + adjusted(line.surcharges)
}

/** Rounds half up. A bigint stays exact above every limit, so that the caller can compare. */
const inHundredths = (exact: bigint): bigint => (exact < 0n ? 0n : (exact + HUNDREDTH / 2n) / HUNDREDTH)

/** The sum of the lines in hundredths. A bigint, because lines can claim more than `Money` can hold. */
const hundredthsOf = (lines: readonly InvoiceLine[]): bigint => inHundredths(sum(lines.map(exactAmount)))

/** As `Money`, limited to its largest value. */
const bounded = (hundredths: bigint): Money =>
  hundredths > BigInt(LARGEST_MONEY) ? LARGEST_MONEY : money(Number(hundredths))

/** The amount of one line on a receipt; 0 where it is negative. */
export const lineAmount = (line: InvoiceLine): Money => bounded(hundredthsOf([line]))

/** The city tax that the lines declare: `taxes[]` with the description CITY_TAX. */
export function declaredCityTax(lines: readonly InvoiceLine[]): Money {
  const taxes = lines.flatMap((line) => line.taxes ?? []).filter((tax) => tax.description === 'CITY_TAX')
  return bounded(inHundredths(adjusted(taxes)))
}

/** The amount that the payer owes. Refuses with INVALID_AMOUNT, MIN_AMOUNT_ERR, MAX_AMOUNT_ERR. */
export const amountDue = (request: InvoiceRequest, shape: InvoiceShape, limits: Merchant): Money =>
  shape === 'ebarimt' ? amountOfLines(request, limits) : givenAmount(request.amount, limits)

function amountOfLines(request: InvoiceRequest, limits: Merchant): Money {
  const due = hundredthsOf(requirePricedLines(request))
  if (due <= 0n) throw new Refusal('INVALID_AMOUNT')
  if (due > BigInt(LARGEST_MONEY)) throw new Refusal('MAX_AMOUNT_ERR')
  return withinLimits(money(Number(due)), limits)
}

function givenAmount(amount: unknown, limits: Merchant): Money {
  if (amount === undefined) throw new Refusal('VALIDATION_FAILED', 'amount: required')
  if (typeof amount !== 'number' || !(amount > 0)) throw new Refusal('INVALID_AMOUNT')
  if (amount > moneyAsNumber(LARGEST_MONEY)) throw new Refusal('MAX_AMOUNT_ERR')
  return withinLimits(exactMoney(amount), limits)
}

function withinLimits(due: Money, limits: Merchant): Money {
  if (due < limits.min_amount) throw new Refusal('MIN_AMOUNT_ERR')
  if (due > limits.max_amount) throw new Refusal('MAX_AMOUNT_ERR')
  return due
}

/** A JSON number of tugriks in hundredths, read through its decimal text: 1.15 × 100 is below 115. */
export function exactMoney(tugriks: number): Money {
  const amount = parseMoney(String(tugriks))
  if (amount === null) throw new Refusal('INVALID_AMOUNT', 'The amount has more than two decimals')
  return amount
}
