/** For commands that give a discount or a price, or take money: the approval that the cart then needs, and its amounts. */

import type { Sale } from '../../../shared/sale/sale.ts'
import { totalOf } from '../../../shared/sale/status.ts'
import { priced } from '../../../shared/sale/totals.ts'
import { mayDo, type Permission } from '../../../shared/shop/staff.ts'
import {
  isOpen,
  linesWith,
  miscToApprove,
  neededApproval,
  newLine,
  openCart,
  type RungUp,
  takenOffCart,
  typedQuantity,
} from '../../sale/index.ts'
import type { About, Authorization } from '../../shop/people/index.ts'
import type { CommandContext } from './command-context.ts'
import { permissionDespiteBan } from './rule-answers.ts'

type OfSale = { readonly saleId: string }
type Goods = Pick<Sale, 'lines' | 'discount'>

type Change<Request> = (sale: Sale, request: Request) => Goods

/**
 * `permissionFor` and `audit` of a command that changes the cart like this before it is approved. Taking a discount or a
 * price back needs no approval, even if the cart still needs one: it is asked for when money is taken.
 */
export const approvesCart = <Request extends OfSale>(change: Change<Request>) => ({
  permissionFor: (request: Request, context: CommandContext): Permission | null => {
    const sale = openCart(context.session().journal, request.saleId)
    const after = changed(sale, change(sale, request))
    // A discount of the whole total is refused.
    return totalOf(after.lines) > 0 && givesMore(sale, after) ? permissionOf(context, after) : null
  },
  audit: auditOfCart(change),
})

/**
 * The same for a command that takes money for the cart. `check` throws why it would be refused, so that nobody approves
 * what is not done.
 */
export const approvesPayment = <Request extends OfSale & { readonly despiteBan?: true | undefined }>(
  check: (context: CommandContext, request: Request) => void,
) => ({
  permissionFor: (request: Request, context: CommandContext): Permission | null => {
    check(context, request)
    const sale = context.session().journal.sales.byId(request.saleId)
    return (sale && permissionOf(context, sale)) ?? permissionDespiteBan(request)
  },
  audit: auditOfCart<Request>((cart) => cart),
})

/** The audit row of a command that makes this change to the cart: the total before and after, and what discounts and lower prices take off. */
export function auditOfCart<Request extends OfSale>(change: Change<Request>) {
  return (request: Request, context: CommandContext): About => {
    const sale = context.session().journal.sales.byId(request.saleId)
    return { ...request, ...(sale && amountsOf(sale, changed(sale, change(sale, request)))) }
  }
}

/** Whether the customer pays less than before, or a line gets another price than its product's. */
const givesMore = (before: Sale, after: Sale): boolean =>
  totalOf(after.lines) < totalOf(before.lines) ||
  after.lines.some(
    ({ unitPrice, product }, place) =>
      unitPrice !== product.price && unitPrice !== before.lines[place]?.unitPrice,
  )

/**
 * Records that the cart was approved as it is now, if it needs that and the person, or the one who approved the command,
 * may. Call it in the transaction of the command.
 */
export function approveCart(
  context: CommandContext,
  saleId: string,
  { person, approvedBy }: Authorization,
): void {
  const { journal } = context.session()
  const { counter } = context.session().sale
  const sale = journal.sales.byId(saleId)
  const needed = sale && neededIn(context, sale)
  const by = approvedBy ?? person
  if (needed && by && mayDo(by.role, needed.permission)) counter.approve(saleId, { id: by.id, name: by.name })
}

/** The cart at the counter once these goods are added: whether its misc items need an approval, and its amounts. */
export function withMisc(
  { session, shop: { settings } }: CommandContext,
  goods: RungUp,
  quantity: string | undefined,
) {
  const { sales, counter } = session().journal
  const sale = sales.byId(counter.saleId() ?? '')
  const cart = sale && isOpen(sale) ? sale : { lines: [], discount: null }
  const line = newLine(goods, typedQuantity(quantity ?? '1', goods))
  const after = { ...cart, lines: priced(linesWith(cart.lines, line), cart.discount) }
  return { asks: miscToApprove(after, settings.read().miscLimit) > 0, amounts: amountsOf(cart, after) }
}

const permissionOf = (context: CommandContext, sale: Sale): Permission | null =>
  neededIn(context, sale)?.permission ?? null

const neededIn = ({ shop: { settings } }: CommandContext, sale: Sale) => neededApproval(sale, settings.read())

const changed = (sale: Sale, { lines, discount }: Goods): Sale => ({
  ...sale,
  lines: priced(lines, discount),
  discount,
})

/** For the audit row of a command that leaves the cart as it is: its total, and what discounts and lower prices take off. */
export function amountsSold({ session }: CommandContext, { saleId }: OfSale): About {
  const sale = session().journal.sales.byId(saleId)
  return sale ? amountsOf(sale, sale) : {}
}

/** Amounts of zero, and a total that stays, are left out. */
function amountsOf(before: Pick<Sale, 'lines'>, after: Pick<Sale, 'lines'>): About {
  const { off, repriced } = takenOffCart(after)
  const [totalBefore, total] = [totalOf(before.lines), totalOf(after.lines)]
  return {
    ...(totalBefore === total ? {} : { totalBefore }),
    total,
    ...(off === 0 ? {} : { off }),
    ...(repriced === 0 ? {} : { repriced }),
  }
}
