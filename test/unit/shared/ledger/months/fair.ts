/** What a payer gets back for goods: their price, less what the shop lacks of the money for all of them. */
import { expect } from 'vitest'
import type { Money } from '../../../../../shared/money/money.ts'
import type { Resolution } from '../../../../../shared/sale/attention.ts'
import { attentionOf } from '../../../../../shared/sale/attention-items.ts'
import { worth } from './own-books.ts'
import type { Shop } from './shop.ts'

/**
 * The price of the goods with the customer and the money with the shop; null when a refund elsewhere may have been the
 * shop's own.
 */
export function standingOf({ sale, paymentsOf }: Shop, saleId: string) {
  const { lines, tenders, returns, decisions, ...rest } = sale(saleId)
  const standing = returns.filter(({ state }) => state !== 'cancelled')
  const parts = standing.flatMap((one) => one.parts)
  const told = paymentsOf(saleId).filter(({ isTold }) => isTold)
  const decided = (...resolutions: readonly Resolution[]) =>
    decisions.filter(({ resolution }) => resolutions.includes(resolution)).flatMap(({ shares }) => shares)
  const isUnclear =
    told.some(({ status, refund }) => status === 'PENDING' || refund !== 'none') ||
    rest.payments.some(({ contradicted }) => contradicted !== undefined) ||
    decided('repaid-transfer').length > 0 ||
    parts.some(({ step }) => step.name === 'repaid' && step.how === 'transfer') ||
    told.some((one) => one.toldGone > 0 && parts.some(({ paymentId }) => paymentId === one.paymentId))
  if (isUnclear) return null
  const list = attentionOf(sale(saleId)).map(({ cause, amount }) => ({ cause, amount: amount ?? 0 }))
  const owed = worth(list.filter(({ cause }) => ['surplus', 'paid-twice', 'late-money'].includes(cause)))
  const held = told.reduce((sum, { came, toldGone }) => sum + came - toldGone, 0)
  const kept = worth(tenders.filter(({ returnedAt }) => returnedAt === null))
  const handed = worth(parts.filter(({ step }) => step.name === 'repaid'))
  const given = worth(decided('repaid-cash', 'kept'))
  // The shop bears what went back above the price of the goods that "the goods came back" brought.
  const ofDecisions = standing.filter(({ id }) => id.startsWith('decision-'))
  return {
    goods: worth(lines) - worth(standing.flatMap((one) => one.lines)),
    money: held + kept - handed - given - owed,
    borne: worth(decided('written-off', 'goods-returned')) - worth(ofDecisions.flatMap((one) => one.lines)),
    short: worth(list.filter(({ cause }) => cause === 'refunded-elsewhere')),
  }
}

type Plan = { readonly amount: Money; readonly lines: readonly { readonly amount: Money }[] }

export function expectFair(shop: Shop, saleId: string, { amount, lines }: Plan): void {
  const back = worth(lines)
  expect(amount, 'a return brings back no more than its goods').toBeLessThanOrEqual(back)
  const stands = standingOf(shop, saleId)
  if (!stands) return
  expect(back, 'only goods that are with the customer come back').toBeLessThanOrEqual(stands.goods)
  const missing = Math.max(0, stands.goods - stands.money)
  expect(amount, 'a return brings back its goods, less what is missing').toBe(Math.max(0, back - missing))
}
