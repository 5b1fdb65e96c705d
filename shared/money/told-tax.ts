/**
 * A tax as the service told it: hundredths, or decimal text where it is finer (454.5454). Papers print it as it is, the
 * ledger rounds it half up (docs/decisions/fine-taxes.md).
 */
import { z } from 'zod'
import type { Wire } from '../wire.ts'
import { formatMoney, type Money, money } from './money.ts'
import { moneySchema } from './schemas.ts'

export const toldTaxSchema = z.union([moneySchema, z.string().regex(/^\d{1,13}\.\d{3,30}$/)])
export type ToldTax = Wire<typeof toldTaxSchema>

const DECIMALS = 30
/** A hundredth, in units of the last decimal. */
const HUNDREDTH = 10n ** BigInt(DECIMALS - 2)

function inLastDecimals(tax: ToldTax): bigint {
  if (typeof tax === 'number') return BigInt(tax) * HUNDREDTH
  const [whole = '', fraction = ''] = tax.split('.')
  return BigInt(whole + fraction.padEnd(DECIMALS, '0'))
}

/** Half up. */
export const roundedTax = (tax: ToldTax): Money =>
  money(Number((inLastDecimals(tax) + HUNDREDTH / 2n) / HUNDREDTH))

/** Reads decimal text of up to 30 decimals. */
export const toldTax = (text: string): ToldTax => fromLastDecimals(inLastDecimals(text))

/** Exact. */
export const sumTaxes = (taxes: readonly ToldTax[]): ToldTax =>
  fromLastDecimals(taxes.reduce((sum, tax) => sum + inLastDecimals(tax), 0n))

function fromLastDecimals(sum: bigint): ToldTax {
  if (sum % HUNDREDTH === 0n) return money(Number(sum / HUNDREDTH))
  const digits = String(sum).padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS).replace(/0+$/, '')}`
}

/** For people: "295", "1,454.5454". */
export const formatTax = (tax: ToldTax): string =>
  typeof tax === 'number' ? formatMoney(tax) : tax.replace(/\B(?=(\d{3})+\.)/g, ',')
