/** Commands of the cart: goods, discounts, notes, receiver, parking, and tenders at the counter. */
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { handed } from '../../../shared/money/cash-rounding.ts'
import { parseDiscount } from '../../../shared/money/discount.ts'
import {
  formatQuantity,
  isMeasured,
  ONE,
  quantity as ofQuantity,
  parseQuantity,
} from '../../../shared/money/quantity.ts'
import { TAX_KINDS } from '../../../shared/money/tax.ts'
import { typedMoney } from '../../../shared/money/typed-money.ts'
import { severalAsText } from '../../../shared/page/several-goods.ts'
import { parkedSaleSchema } from '../../../shared/page/view.ts'
import { countOf, MISC, nameOf, piecesOf } from '../../../shared/sale/sale.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { oneLine } from '../../../shared/texts/one-line.ts'
import { emptyAtCounter, lineAmount, type RungUp, typedPrice, undoing } from '../../sale/index.ts'
import { usualGoods } from '../../shop/goods/index.ts'
import {
  amountsSold,
  approveCart,
  approvesCart,
  approvesPayment,
  auditOfCart,
  withMisc,
} from './cart-approval.ts'
import type { CommandContext } from './command-context.ts'
import { backgroundCommand, journalCommand, wholeRequest } from './define-command.ts'
import { answersOf, auditOfAnswers, many, permissionDespiteBan, ruleAnswers } from './rule-answers.ts'
import { aSale, id, typed, typedTender } from './schemas.ts'

const aLine = aSale.extend({ lineId: id })

/**
 * Adds a product by its code. Opens a sale where none is open. The reply has the line to highlight and its name, which
 * the page may not have yet.
 */
export const addProduct = journalCommand({
  request: z.strictObject({
    code: typed,
    quantity: typed.optional(),
    chosen: typed.optional(),
    /** The caller can ask for a weight, so weighed goods without a quantity are refused (WEIGHT_MISSING). */
    weighs: z.literal(true).optional(),
    many,
    ...ruleAnswers,
  }),
  reply: aLine.extend({ name: z.string() }),
  permission: 'sell',
  permissionFor: permissionDespiteBan,
  audit: auditOfAnswers,
  /**
   * A code is that of a product or the label of a scale. The detail of PRODUCT_UNKNOWN is the unknown code. `chosen` answers
   * CODE_OF_SEVERAL, whose detail lists the products that differ only in the case of their codes. The detail of
   * WEIGHT_MISSING is the product's own code.
   */
  handle: (context, { code, quantity, chosen, weighs, many: confirmed, ...flags }, authorization) => {
    const scanned = context.shop.goods.ringUp(code, context.shop.settings.read().weighedCodes, chosen)
    if (scanned.product === null)
      throw scanned.several.length === 0
        ? new CommandRefused('PRODUCT_UNKNOWN', scanned.missing)
        : new CommandRefused('CODE_OF_SEVERAL', severalAsText(scanned.several))
    const { product } = scanned
    const isBare = quantity === undefined && scanned.quantity === null && !('pack' in scanned && scanned.pack)
    if (weighs && isBare && isMeasured(product.unit)) throw new CommandRefused('WEIGHT_MISSING', product.code)
    const answers = { ...answersOf(flags, authorization), many: confirmed }
    const name = nameOf(scanned)
    const add = (many: string | undefined) => ({
      ...context.session().sale.counter.add(scanned, many, answers),
      name,
    })
    if (scanned.quantity === null) return add(quantity)
    const many = labelsOf(quantity)
    for (let label = 1; label < many; label += 1) add(scanned.quantity)
    return add(scanned.quantity)
  },
})

const LONGEST_NAME = 200
const LONGEST_CODE = 64

const miscItem = z.strictObject({
  price: typed,
  name: typed,
  taxKind: z.enum(TAX_KINDS),
  /** The scanned code that no product has. */
  code: typed.optional(),
  quantity: typed.optional(),
  many,
  ...ruleAnswers,
})

/**
 * Adds goods that are no product of the shop, by their price. They have the category, unit and codes for new goods. It needs
 * the permission of a changed price, unless a cashier may sell them alone.
 */
export const addMiscItem = journalCommand({
  request: miscItem,
  reply: aLine,
  permission: 'price-override',
  permissionFor: (request, context) =>
    withMisc(context, miscGoods(context, request), request.quantity).asks
      ? null
      : (permissionDespiteBan(request) ?? 'sell'),
  audit: (request, context) => ({
    ...request,
    ...withMisc(context, miscGoods(context, request), request.quantity).amounts,
  }),
  handle: (context, { quantity, many: confirmed, ...item }, authorization) => {
    const answers = { ...answersOf(item, authorization), many: confirmed }
    const added = context.session().sale.counter.add(miscGoods(context, item), quantity, answers)
    approveCart(context, added.saleId, authorization)
    return added
  },
})

function miscGoods(
  { shop: { goods, settings } }: CommandContext,
  { price, name, taxKind, code = '' }: z.output<typeof miscItem>,
): RungUp {
  const { newGoods } = settings.read()
  const usual = usualGoods(goods.own()?.entries() ?? [], newGoods.category, newGoods)
  const unlisted = oneLine(code, LONGEST_CODE)
  const own = oneLine(name, LONGEST_NAME)
  const product = {
    ...usual,
    // Reports keep different names and codes apart.
    code: `${MISC}${own || unlisted}`,
    name: own || `${TEXTS.mn['misc.name']} ${unlisted}`.trim(),
    price: typedPrice(price),
    taxKind,
    cityTax: false,
  }
  return { product, ...(unlisted && { unlisted }) }
}

const MOST_LABELS = 100

/** How many labels of a scale the quantity means: "3*" before a label is three such labels. */
function labelsOf(text: string | undefined): number {
  const many = text === undefined ? ONE : parseQuantity(text)
  if (many === null || many % ONE !== 0 || many > MOST_LABELS * ONE)
    throw new CommandRefused('QUANTITY_INVALID', String(MOST_LABELS))
  return many / ONE
}

const lineChange = aLine.extend({ quantity: typed.optional(), price: typed.optional(), many })
const lineChanged = approvesCart<z.output<typeof lineChange>>(
  ({ lines, discount }, { lineId, quantity, price }) => ({
    lines: lines.map((line) => {
      if (line.id !== lineId) return line
      const [many, unitPrice] = [parseQuantity(quantity ?? ''), typedMoney(price ?? '')]
      const after = {
        ...line,
        quantity: many === null ? line.quantity : ofQuantity(many * piecesOf(line)),
        unitPrice: unitPrice ?? line.unitPrice,
      }
      return { ...after, amount: lineAmount(after) }
    }),
    discount,
  }),
)

/**
 * A scale's label brings the price per unit that makes up its price, which may be any. That price holds for the goods of
 * the label only: more of them would be sold far below the product's price.
 */
function isMoreThanLabelled(
  { saleId, lineId, quantity }: z.output<typeof lineChange>,
  { session, shop: { goods } }: CommandContext,
): boolean {
  const line = session()
    .journal.sales.byId(saleId)
    ?.lines.find(({ id: one }) => one === lineId)
  const many = parseQuantity(quantity ?? '')
  if (!line || many === null || many <= countOf(line)) return false
  const known = goods.catalogue.scanned(line.pack?.code ?? line.product.code)
  return known !== null && line.product.price < known.product.price
}

/**
 * Changes the quantity or the price as typed. A field that is left out stays. More or fewer goods need no approval here:
 * if one is missing, taking the money needs it.
 */
export const changeLine = journalCommand({
  request: lineChange,
  permission: 'sell',
  permissionFor: (request, context) => {
    if (isMoreThanLabelled(request, context)) return 'price-override'
    return request.price === undefined ? null : lineChanged.permissionFor(request, context)
  },
  audit: (request, context) => {
    const { saleId, lineId } = request
    const line = context
      .session()
      .journal.sales.byId(saleId)
      ?.lines.find((one) => one.id === lineId)
    return {
      ...(line && { quantity: formatQuantity(countOf(line)), priceBefore: line.unitPrice }),
      ...lineChanged.audit(request, context),
    }
  },
  handle: (context, { saleId, lineId, quantity, price, many: confirmed }, authorization) => {
    context.session().sale.counter.change(saleId, lineId, {
      ...(quantity === undefined ? {} : { quantity }),
      ...(price === undefined ? {} : { price }),
      many: confirmed,
    })
    if (price !== undefined) approveCart(context, saleId, authorization)
  },
})

export const removeLine = journalCommand({
  request: aLine,
  permission: 'sell',
  audit: auditOfCart<z.output<typeof aLine>>(({ lines, discount }, { lineId }) => ({
    lines: lines.filter(({ id: one }) => one !== lineId),
    discount,
  })),
  handle: (context, { saleId, lineId }) => context.session().sale.counter.remove(saleId, lineId),
})

const lineDiscount = aLine.extend({ discount: typed })

/** The discount as typed, "5%" or "1000"; empty removes it. */
export const discountLine = journalCommand({
  request: lineDiscount,
  permission: 'discount',
  ...approvesCart<z.output<typeof lineDiscount>>(({ lines, discount }, { lineId, discount: text }) => ({
    lines: lines.map((line) => {
      const { discount: _had, ...bare } = line
      const own = parseDiscount(text)
      return line.id === lineId ? { ...bare, ...(own && { discount: own }) } : line
    }),
    discount,
  })),
  handle: (context, { saleId, lineId, discount }, authorization) => {
    context.session().sale.counter.discountLine(saleId, lineId, discount)
    approveCart(context, saleId, authorization)
  },
})

const saleDiscount = aSale.extend({ discount: typed })

/** The same for the whole sale. */
export const discountSale = journalCommand({
  request: saleDiscount,
  permission: 'discount',
  ...approvesCart<z.output<typeof saleDiscount>>(({ lines }, { discount }) => ({
    lines,
    discount: parseDiscount(discount),
  })),
  handle: (context, { saleId, discount }, authorization) => {
    context.session().sale.counter.discountSale(saleId, discount)
    approveCart(context, saleId, authorization)
  },
})

export const noteLine = journalCommand({
  request: aLine.extend({ note: typed }),
  permission: 'sell',
  handle: (context, { saleId, lineId, note }) =>
    context.session().sale.counter.noteLine(saleId, lineId, note),
})

export const noteSale = journalCommand({
  request: aSale.extend({ note: typed }),
  permission: 'sell',
  handle: (context, { saleId, note }) => context.session().sale.counter.noteSale(saleId, note),
})

/** Reverts the last change of the goods. */
export const undo = journalCommand({
  request: aSale,
  permission: 'sell',
  audit: (request, context) =>
    auditOfCart<z.output<typeof aSale>>(
      (cart) => undoing(context.session().journal.sales.events(request.saleId)) ?? cart,
    )(request, context),
  handle: (context, { saleId }) => context.session().sale.counter.undo(saleId),
})

/** Replies with the register number in its normal form, so that the page can show a correction. */
export const setReceiver = journalCommand({
  request: aSale.extend({ register: typed.nullable() }),
  reply: z.strictObject({ register: z.string().nullable() }),
  permission: 'sell',
  handle: (context, { saleId, register }) => ({
    register: context.session().sale.counter.setReceiver(saleId, register),
  }),
})

export const discardSale = journalCommand({
  request: aSale,
  permission: 'discard',
  audit: (request, context) => ({ ...request, ...amountsSold(context, request) }),
  handle: (context, { saleId }) => context.session().sale.counter.discard(saleId),
})

/** Parks an open sale. The label may be empty. */
export const parkSale = journalCommand({
  request: aSale.extend({ label: typed }),
  permission: 'park',
  audit: ({ saleId }) => ({ saleId }),
  handle: (context, { saleId, label }) => context.session().sale.parking.park(saleId, label),
})

/** Puts a parked sale at the counter. Refuses where an open sale with lines is there. */
export const resumeSale = journalCommand({
  request: aSale,
  permission: 'park',
  audit: wholeRequest,
  handle: (context, { saleId }) => context.session().sale.parking.resume(saleId),
})

/** Continues a cart that another till of the shop parked, in a new sale at the counter. `saleId` is the other till's. */
export const takeCart = journalCommand({
  request: aSale,
  reply: aSale,
  permission: 'park',
  audit: ({ saleId }, context) => ({ number: context.session().manyTills.carts.numberOf(saleId) }),
  before: async (context, { saleId }) => {
    const { journal } = context.session()
    const { carts: shopCarts } = context.session().manyTills
    emptyAtCounter(journal) // refuses before the cart is claimed
    return shopCarts.hold(saleId)
  },
  handle: (context, { saleId }) => {
    const { counter } = context.session().sale
    const { carts: shopCarts } = context.session().manyTills
    return { saleId: counter.continueCart(saleId, shopCarts.held(saleId)) }
  },
})

/** The sales that are set aside here, and after them the parked carts of other tills of the shop. */
export const listParked = backgroundCommand({
  reply: z.array(parkedSaleSchema),
  permission: 'park',
  handle: (context) => [
    ...context.session().sale.parking.list(),
    ...context.session().manyTills.carts.list(),
  ],
})

const tenderRequest = aSale.extend({ ...typedTender, ...ruleAnswers })

/**
 * Takes a tender, as typed; an empty amount is exactly the amount due. A smaller amount is a part of an open sale. For
 * a sale with an invoice it must cover all that is due: the QR is then cancelled.
 */
export const takeTender = journalCommand({
  request: tenderRequest,
  permission: 'sell',
  ...approvesPayment<z.output<typeof tenderRequest>>((context, { saleId, ...tender }) =>
    context.session().sale.tenders.check(saleId, tender, tender),
  ),
  handle: (context, { saleId, ...tender }, authorization) => {
    approveCart(context, saleId, authorization)
    context.session().sale.tenders.take(saleId, tender, answersOf(tender, authorization))
  },
})

export const returnTender = journalCommand({
  request: aSale.extend({ tenderId: id }),
  permission: 'sell',
  audit: (request, context) => {
    const tenders = context.session().journal.sales.byId(request.saleId)?.tenders ?? []
    const tender = tenders.find(({ id: one }) => one === request.tenderId)
    return { ...request, ...(tender && { kind: tender.kind, amount: handed(tender) }) }
  },
  handle: (context, { saleId, tenderId }) => context.session().sale.tenders.giveBack(saleId, tenderId),
})
