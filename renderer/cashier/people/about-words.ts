import type { TerminalView } from '../../../shared/ipc/index.ts'
import { formatMoney, money } from '../../../shared/money.ts'
import type { SaleLine } from '../../../shared/sale.ts'
import { typedMoney } from '../../../shared/typed-money.ts'
import type { AskedApproval } from '../approval-asked.ts'
import type { CommandName, RequestOf } from '../call.ts'
import type { Say } from '../text.ts'

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
  changeLine: ({ lineId, price, quantity }, say, line) => {
    const found = line(lineId)
    if (found === null) return null
    const { name } = found.product
    if (price === undefined)
      return quantity === undefined ? null : say('approval.quantity', { name, to: quantity })
    return say('approval.price', { name, from: formatMoney(found.unitPrice), to: inMoney(price) })
  },
  removeLine: ({ lineId }, say, line) => {
    const found = line(lineId)
    return found && say('approval.remove', { name: found.product.name })
  },
  discountLine: ({ lineId, discount }, say, line) => {
    const found = line(lineId)
    return found && say('approval.discount', { name: found.product.name, discount: withItsSign(discount) })
  },
  discountSale: ({ discount }, say) =>
    discount === '' ? null : say('approval.discount.sale', { discount: withItsSign(discount) }),
  startReturn: ({ amount, reason }, say) =>
    say('approval.return', { amount: formatMoney(money(amount)), reason }),
  settleReturnStep: ({ action }, say) =>
    action.do === 'found-out' ? say(`return.action.${action.refunded ? 'refunded' : 'not-refunded'}`) : null,
  settleAttention: ({ resolution, amount }, say) =>
    [
      say(`attention.resolution.${resolution}`),
      ...(amount === null ? [] : [`${formatMoney(money(amount))} ₮`]),
    ].join(' · '),
  moveCash: ({ amount, reason }, say) => say('approval.cash-out', { amount: inMoney(amount), reason }),
  saveGoods: ({ goods: { name, price } }, say) => say('approval.goods', { name, price: inMoney(price) }),
}

/** What exactly is approved, if the permission's name is not enough. */
export function aboutWords(
  say: Say,
  { command, request }: Pick<AskedApproval, 'command' | 'request'>,
  { counter }: Pick<TerminalView, 'counter'>,
): string | null {
  const words = WORDS[command] as
    | ((request: unknown, say: Say, line: (lineId: string) => SaleLine | null) => string | null)
    | undefined
  const line = (lineId: string) => counter?.sale.lines.find(({ id }) => id === lineId) ?? null
  return words?.(request, say, line) ?? null
}
