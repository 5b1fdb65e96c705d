/** Commands of past sales: the history, returns, the attention list, and pending tasks. */
import { z } from 'zod'
import { tillChoiceSchema } from '../../../shared/books/all-tills.ts'
import { STANDINGS, salePageSchema, TENDERS } from '../../../shared/books/history.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { handed } from '../../../shared/money/cash-rounding.ts'
import { money, withCommas } from '../../../shared/money/money.ts'
import { LARGEST_QUANTITY, ONE, parseQuantity } from '../../../shared/money/quantity.ts'
import { attentionItemSchema, saleViewSchema, waitingWorkSchema } from '../../../shared/page/view.ts'
import {
  ATTENTION_CAUSES,
  isPrintCause,
  RESOLUTIONS,
  type Resolution,
} from '../../../shared/sale/attention.ts'
import { REPAYMENT_WAYS, returnPlanSchema } from '../../../shared/sale/return.ts'
import type { WantedBack } from '../../../shared/sale/return-plan.ts'
import { QUEUED_WORK, recordedEventSchema } from '../../../shared/sale/sale.ts'
import { salePrintSchema } from '../../../shared/shop/printing.ts'
import { asCashier } from '../../../shared/shop/staff.ts'
import { saleView } from '../../sale/index.ts'
import { amountsSold, approveCart } from './cart-approval.ts'
import {
  backgroundCommand,
  commandAlone,
  defineCommand,
  journalCommand,
  wholeRequest,
} from './define-command.ts'
import { answersOf, ruleAnswers } from './rule-answers.ts'
import { aSale, count, hundredths, id, typed, typedTender } from './schemas.ts'

const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/)

/** `text` as typed: a number, an amount or a range of amounts, a name, an id, a day; empty finds everything. */
export const searchSales = backgroundCommand({
  request: z.strictObject({
    text: typed,
    from: moment.nullable(),
    to: moment.nullable(),
    standing: z.enum(STANDINGS).nullable(),
    tender: z.enum(TENDERS).nullable(),
    cashier: z.string().max(120).nullable(),
    product: z.string().max(64).nullable(),
    till: tillChoiceSchema.default('this'),
    /** The `next` of the previous page. Null is the first page, which is also counted. */
    before: count.nullable(),
    limit: z.int().min(1).max(200),
  }),
  reply: salePageSchema,
  permission: 'history',
  handle: (context, { till, ...request }) => {
    const { history } = context.session().books
    const { allTills } = context.session().manyTills
    // A line keeps the product's own code if a further code of one piece was scanned, and a pack's code too.
    const ownCodeOf = (code: string): string | null => {
      const sold = context.shop.goods.catalogue.scanned(code)
      return sold === null || sold.pack !== undefined ? null : sold.product.code
    }
    return till === 'this'
      ? history.search(request, ownCodeOf)
      : allTills.sales.search(till, request, ownCodeOf)
  },
})

/** The names of all cashiers who have made a sale. */
export const listSaleCashiers = backgroundCommand({
  reply: z.array(z.string()),
  permission: 'history',
  handle: (context) => context.session().journal.search.cashierNames(),
})

/** A sale of this till, or of another till of the shop, which can only be looked at. */
export const getSale = backgroundCommand({
  request: aSale,
  reply: z.strictObject({
    /** The other till's terminal code; null for a sale of this till. */
    till: z.nullable(z.string()),
    view: saleViewSchema,
    events: z.array(recordedEventSchema),
    prints: z.array(salePrintSchema),
  }),
  permission: 'history',
  handle: async (context, { saleId }) => {
    const { journal } = context.session()
    const { runner } = context.session().sale
    const { allTills } = context.session().manyTills
    const settings = context.shop.settings.read()
    const sale = journal.sales.byId(saleId)
    if (sale !== null) {
      const view = saleView(sale, journal, runner, settings)
      return {
        till: null,
        view,
        events: journal.sales.events(saleId),
        prints: journal.printJobs.ofSale(saleId),
      }
    }
    const other = await allTills.sales.one(saleId)
    if (other === null) throw new CommandRefused('NOT_FOUND')
    const { till } = other
    const view = saleView(other.sale, other.journal, { monitoring: () => null }, settings)
    return { till, view, events: other.journal.sales.events(saleId), prints: [] }
  },
})

/** Finds a sale of another till of the shop by the number on its receipt, so that its goods can be returned here. */
export const bringSale = defineCommand({
  request: z.strictObject({ number: typed }),
  reply: z.strictObject({ saleId: id }),
  permission: 'history',
  handle: async (context, { number }) => ({
    saleId: await context.session().manyTills.returns.bring(number),
  }),
})

const repaymentWay = z.enum(REPAYMENT_WAYS)
/** `lines` null returns all that is left of the sale. `way`: how the shop repays what was not paid in cash. */
const wantedReturn = aSale.extend({
  lines: z
    .array(z.strictObject({ lineId: id, quantity: typed }))
    .min(1)
    .max(1000)
    .nullable(),
  way: repaymentWay,
})

const wantedLines = (lines: z.output<typeof wantedReturn>['lines']): WantedBack =>
  lines === null
    ? null
    : lines.map(({ lineId, quantity: text }) => {
        const quantity = parseQuantity(text)
        if (quantity === null)
          throw new CommandRefused('QUANTITY_INVALID', withCommas(LARGEST_QUANTITY / ONE))
        return { lineId, quantity }
      })

/** The dry run of a return. */
export const planReturn = backgroundCommand({
  request: wantedReturn,
  reply: returnPlanSchema,
  permission: 'history',
  handle: (context, { saleId, lines, way }) =>
    context.session().sale.returns.plan(saleId, wantedLines(lines), way),
})

/**
 * Starts a return. `amount` is the amount to pay back that the person was shown (`moneyBackOf` of the plan). Refused if
 * that amount has changed, also if only the rounding of cash has changed.
 */
export const startReturn = journalCommand({
  request: wantedReturn.extend({
    reason: typed,
    amount: hundredths,
    /** The cash of the return is not handed out but kept for an exchange. */
    exchange: z.boolean().default(false),
  }),
  reply: z.strictObject({ returnId: id }),
  permission: 'refund',
  audit: ({ saleId, way, reason, amount }) => ({ saleId, way, reason, amount }),
  before: (context, { saleId }) => context.session().manyTills.returns.hold(saleId),
  handle: (context, { saleId, lines, way, reason, amount, exchange }, { person, approvedBy }) => ({
    returnId: context.session().sale.returns.start(saleId, wantedLines(lines), {
      way,
      exchange,
      reason,
      amount: money(amount),
      by: asCashier(person),
      approvedBy: asCashier(approvedBy),
    }),
  }),
})

/** Voids e-receipts that went out for a wrong receiver, to issue them again (docs/decisions/receiver-corrected.md). */
export const correctReceiver = journalCommand({
  request: aSale.extend({ register: typed.nullable() }),
  reply: z.strictObject({ register: z.string().nullable() }),
  permission: 'refund',
  audit: wholeRequest,
  before: async (context, { saleId }) => {
    const { manyTills, sale } = context.session()
    const held: (() => void)[] = []
    const letGo = () => {
      for (const one of held) one()
    }
    try {
      for (const one of sale.returns.toCorrect(saleId)) held.push(await manyTills.returns.hold(one))
    } catch (error) {
      letGo()
      throw error
    }
    return letGo
  },
  handle: (context, { saleId, register }, { person, approvedBy }) => ({
    register: context.session().sale.returns.correctReceiver(saleId, register, {
      by: asCashier(person),
      approvedBy: asCashier(approvedBy),
    }),
  }),
})

export const settleReturnStep = journalCommand({
  request: aSale.extend({
    returnId: id,
    action: z.discriminatedUnion('do', [
      z.strictObject({ do: z.literal('repaid'), partId: id, how: repaymentWay, note: typed }),
      z.strictObject({ do: z.literal('try-again') }),
      z.strictObject({ do: z.literal('without-void'), paymentId: z.string().min(1).max(200) }),
      z.strictObject({ do: z.literal('by-hand'), partId: id, way: repaymentWay }),
      z.strictObject({ do: z.literal('found-out'), partId: id, refunded: z.boolean() }),
      z.strictObject({ do: z.literal('cancel') }),
    ]),
  }),
  permission: 'refund',
  audit: ({ saleId, returnId, action }, context) => {
    const returns = context.session().journal.sales.byId(saleId)?.returns ?? []
    const parts = returns.find(({ id: one }) => one === returnId)?.parts ?? []
    const part = 'partId' in action ? parts.find(({ id: one }) => one === action.partId) : undefined
    return { saleId, returnId, step: action.do, ...(part && { amount: handed(part) }) }
  },
  handle: (context, { saleId, returnId, action }) =>
    context.session().sale.returns.settleStep(saleId, returnId, action),
})

/** What the shop repays in cash for returned goods pays for another sale (docs/decisions/exchange.md). */
export const exchangeGoods = journalCommand({
  request: aSale.extend({ returnId: id, intoSaleId: id, ...ruleAnswers }),
  permission: 'refund',
  // Asked before the approval, which is for one request with its answers.
  permissionFor: (exchanged, context) => {
    context.session().sale.exchange.ask(exchanged.intoSaleId, exchanged)
    return null
  },
  audit: (request, context) => ({ ...request, ...amountsSold(context, { saleId: request.intoSaleId }) }),
  handle: (context, exchanged, authorization) => {
    const { exchange } = context.session().sale
    approveCart(context, exchanged.intoSaleId, authorization)
    exchange.carryOut(exchanged, answersOf(exchanged, authorization))
  },
})

/** Prints the slip of a return again, as a copy. */
export const printRefundSlip = journalCommand({
  request: aSale.extend({ returnId: id }),
  permission: 'copy-receipt',
  audit: wholeRequest,
  handle: (context, { saleId, returnId }) => context.session().sale.returns.copySlip(saleId, returnId),
})

export const listAttention = backgroundCommand({
  reply: z.array(attentionItemSchema),
  permission: null,
  handle: (context) =>
    [...context.session().sale.resolutions.list(), ...context.session().paper.prints.attention()].sort(
      (one, other) => one.at - other.at,
    ),
})

/** The resolutions that hand over the goods, for which no approval of the cart's discounts is asked. */
const SELLS: readonly Resolution[] = ['sold', 'sold-with-cash']

/**
 * Resolves an attention item. `amount` is what the person saw; refused where it has changed since. Has the tender for
 * resolutions that take money.
 */
export const settleAttention = journalCommand({
  request: aSale.extend({
    cause: z.enum(ATTENTION_CAUSES),
    resolution: z.enum(RESOLUTIONS),
    amount: hundredths.nullable(),
    ...typedTender,
    received: typed.default(''),
  }),
  permission: 'settle-attention',
  audit: (request, context) => ({
    ...request,
    ...(SELLS.includes(request.resolution) ? amountsSold(context, request) : {}),
  }),
  // Another till may be taking the goods back right now: this till sees its refund before it learns of its return.
  before: (context, { saleId, cause, resolution }) =>
    cause === 'refunded-elsewhere' || resolution === 'void-ereceipt'
      ? context.session().manyTills.returns.hold(saleId)
      : Promise.resolve(() => {}),
  handle: (context, { saleId, cause, resolution, amount, ...taken }) => {
    if (isPrintCause(cause)) return context.session().paper.prints.settleAttention(saleId, cause, resolution)
    return context.session().sale.resolutions.settle({
      saleId,
      cause,
      resolution,
      amount: amount === null ? null : money(amount),
      taken,
    })
  },
})

export const retryUnregistered = journalCommand({
  permission: 'settle-attention',
  audit: commandAlone,
  handle: (context) => context.session().sale.resolutions.retryUnregistered(),
})

/** Lists the tasks that wait for the service or the printer, oldest first. */
export const listWaiting = backgroundCommand({
  reply: z.array(waitingWorkSchema),
  permission: null,
  handle: (context) => context.session().sale.work.list(),
})

export const holdWork = journalCommand({
  request: aSale,
  permission: 'hold-and-give-up-work',
  audit: wholeRequest,
  handle: (context, { saleId }) => context.session().sale.work.hold(saleId),
})

export const releaseWork = journalCommand({
  request: aSale,
  permission: 'hold-and-give-up-work',
  audit: wholeRequest,
  handle: (context, { saleId }) => context.session().sale.work.release(saleId),
})

export const giveUpWork = journalCommand({
  request: aSale.extend({ work: z.enum(QUEUED_WORK) }),
  permission: 'hold-and-give-up-work',
  audit: wholeRequest,
  handle: (context, { saleId, work }) => context.session().sale.work.giveUp(saleId, work),
})
