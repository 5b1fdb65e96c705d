import { type Money, money, parseMoney } from '../../shared/money.ts'
import { type InvoiceRequest, type InvoiceShape, requirePricedLines } from './invoice-request.ts'
import { hundredthsOf } from './line-amounts.ts'
import type { Merchant } from './records.ts'
import { Refusal } from './refusal.ts'

/** What the payer owes. Refuses with INVALID_AMOUNT, MIN_AMOUNT_ERR, MAX_AMOUNT_ERR. */
export function amountDue(request: InvoiceRequest, shape: InvoiceShape, limits: Merchant): Money {
  return shape === 'ebarimt' ? amountOfLines(request, limits) : givenAmount(request.amount, limits)
}

function amountOfLines(request: InvoiceRequest, limits: Merchant): Money {
  const due = hundredthsOf(requirePricedLines(request))
  if (due <= 0n) throw new Refusal('INVALID_AMOUNT')
  if (due < BigInt(limits.min_amount)) throw new Refusal('MIN_AMOUNT_ERR')
  if (due > BigInt(limits.max_amount)) throw new Refusal('MAX_AMOUNT_ERR')
  return money(Number(due))
}

function givenAmount(amount: unknown, limits: Merchant): Money {
  if (amount === undefined) throw new Refusal('VALIDATION_FAILED', 'amount: required')
  if (typeof amount !== 'number' || !(amount > 0)) throw new Refusal('INVALID_AMOUNT')
  if (amount * 100 < limits.min_amount) throw new Refusal('MIN_AMOUNT_ERR')
  if (amount * 100 > limits.max_amount) throw new Refusal('MAX_AMOUNT_ERR')
  const due = parseMoney(String(amount))
  if (due === null) throw new Refusal('INVALID_AMOUNT', 'The amount has more than two decimals')
  return due
}
