import { formatMoney, money } from '../../../../shared/money/money.ts'
import { typedMoney } from '../../../../shared/money/typed-money.ts'
import type { TerminalView } from '../../../../shared/page/index.ts'
import { nameOf, type SaleLine } from '../../../../shared/sale/sale.ts'
import { CART_PERMISSIONS } from '../../../../shared/shop/staff.ts'
import type { AskedApproval } from '../../page/approval-asked.ts'
import type { CommandName, RequestOf, Say } from '../../page/index.ts'
import { cartApprovalWords } from '../../parts/discount-words.ts'

type Words = {
  readonly [Name in CommandName]?: (
    request: RequestOf<Name>,
    say: Say,
    line: (lineId: string) => SaleLine | null,
  ) => string | null
}

/** The typed discount with its sign, % or ₮. */
const withItsSign = (discount: string): string =>
  discount.includes('%') ? discount : `${inMoney(discount)} ₮`

const inMoney = (text: string): string => {
  const amount = typedMoney(text)
  return amount === null ? text : formatMoney(amount)
}

const WORDS: Words = {
  changeLine: ({ lineId, price }, say, line) => {
    const found = line(lineId)
    if (found === null || price === undefined) return null
    const name = nameOf(found)
    return say('approval.price', { name, from: formatMoney(found.unitPrice), to: inMoney(price) })
  },
  discountLine: ({ lineId, discount }, say, line) => {
    const found = line(lineId)
    return found && say('approval.discount', { name: nameOf(found), discount: withItsSign(discount) })
  },
  discountSale: ({ discount }, say) =>
    discount === '' ? null : say('approval.discount.sale', { discount: withItsSign(discount) }),
  startReturn: ({ amount, reason }, say) =>
    say('approval.return', { amount: formatMoney(money(amount)), reason }),
  correctReceiver: ({ register }, say) =>
    say('approval.receiver', { register: register ?? say('cart.receiver.individual') }),
  settleReturnStep: ({ action }, say) =>
    action.do === 'found-out' ? say(`return.action.${action.refunded ? 'refunded' : 'not-refunded'}`) : null,
  settleAttention: ({ resolution, amount }, say) =>
    [
      say(`attention.resolution.${resolution}`),
      ...(amount === null ? [] : [`${formatMoney(money(amount))} ₮`]),
    ].join(' · '),
  moveCash: ({ amount, reason }, say) => say('approval.cash-out', { amount: inMoney(amount), reason }),
  addMiscItem: ({ name, code = '', price, quantity }, say) =>
    [
      say('word.nameAndPrice', {
        name: name.trim() || `${say('misc.name')} ${code}`.trim(),
        price: inMoney(price),
      }),
      ...(quantity === undefined ? [] : [say('till.times', { quantity })]),
    ].join(' '),
  saveGoods: ({ goods: { name, price } }, say) => say('word.nameAndPrice', { name, price: inMoney(price) }),
}

const despiteBan = (request: unknown): boolean =>
  typeof request === 'object' && request !== null && 'despiteBan' in request

/**
 * What exactly is approved, if the permission's name is not enough. An approval of a discount or a price is for the whole
 * cart, so the text also names discounts and prices that take more off than was approved.
 */
export function aboutWords(
  say: Say,
  { command, request, permission }: Pick<AskedApproval, 'command' | 'request' | 'permission'>,
  { counter }: Pick<TerminalView, 'counter'>,
): string | null {
  const words = WORDS[command as CommandName] as
    | ((request: unknown, say: Say, line: (lineId: string) => SaleLine | null) => string | null)
    | undefined
  const line = (lineId: string) => counter?.sale.lines.find(({ id }) => id === lineId) ?? null
  const banned = despiteBan(request) && permission !== 'sell-banned' ? say('permission.sell-banned') : null
  const own = joined(words?.(request, say, line) ?? null, banned)
  const needed = counter?.approval ?? null
  if (needed === null || !CART_PERMISSIONS.some((one) => one === permission)) return own
  const ofCart = cartApprovalWords(say, needed)
  return joined(own, ofCart)
}

/** Null where there is nothing to say. */
const joined = (...parts: readonly (string | null)[]): string | null =>
  parts.filter((part) => part !== null).join(' · ') || null
