/** Commands of a sale from the charge to its receipt. */
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { type Money, money, moneyAsNumber } from '../../../shared/money/money.ts'
import { typedMoney } from '../../../shared/money/typed-money.ts'
import { type SaleStatus, statusOf } from '../../../shared/sale/status.ts'
import { chunked } from '../../base/chunked.ts'
import { writeDocument } from '../../base/files/write-document.ts'
import { documentAsHtml, documentAsPdf, rasterAsDataUrl } from '../../paper/draw/index.ts'
import { amountsSold, approveCart, approvesPayment } from './cart-approval.ts'
import {
  backgroundCommand,
  commandAlone,
  defineCommand,
  journalCommand,
  wholeRequest,
} from './define-command.ts'
import { answersOf, permissionDespiteBan, ruleAnswers } from './rule-answers.ts'
import { aSale, typed, writtenFile } from './schemas.ts'

const chargeRequest = aSale.extend(ruleAnswers)

/** Charges the sale. Like every command with a `saleId` it acts on that sale only, so a double tap is one command. */
export const charge = journalCommand({
  request: chargeRequest,
  permission: 'sell',
  ...approvesPayment<z.output<typeof chargeRequest>>((context, { saleId, ...flags }) =>
    context.session().sale.counter.checkCharge(saleId, flags),
  ),
  handle: (context, { saleId, ...flags }, authorization) => {
    approveCart(context, saleId, authorization)
    context.session().sale.counter.charge(saleId, answersOf(flags, authorization))
  },
})

/** Splits a cart whose goods have different tax types into two sales. Replies with the id of the following one. */
export const splitSale = journalCommand({
  request: aSale,
  reply: aSale,
  permission: 'sell',
  audit: wholeRequest,
  handle: (context, { saleId }) => ({ saleId: context.session().sale.counter.split(saleId) }),
})

export const checkNow = defineCommand({
  request: aSale,
  permission: 'sell',
  handle: (context, { saleId }) => context.session().sale.counter.checkNow(saleId),
})

export const cancelCharge = journalCommand({
  request: aSale,
  permission: 'sell',
  audit: (request, context) => ({ ...request, ...amountsSold(context, request) }),
  handle: (context, { saleId }) => context.session().sale.counter.cancel(saleId),
})

/** Takes a finished sale from the counter. */
export const nextSale = journalCommand({
  request: aSale,
  permission: 'sell',
  handle: (context, { saleId }) => context.session().sale.counter.next(saleId),
})

/** Opens a new sale with the goods of a cancelled one. */
export const repeatGoods = journalCommand({
  request: aSale.extend(ruleAnswers),
  permission: 'sell',
  permissionFor: permissionDespiteBan,
  audit: wholeRequest,
  handle: (context, { saleId, ...flags }, authorization) =>
    context.session().sale.counter.repeatGoods(saleId, answersOf(flags, authorization)),
})

/** A person has seen the sales that were unfinished at the start. */
export const acknowledgeRecovered = defineCommand({
  permission: 'sell',
  audit: commandAlone,
  handle: (context) => context.session().recovered.acknowledge(),
})

/** Removes a message about a payment. The page also sends it when the sale itself is shown. */
export const acknowledgeArrival = backgroundCommand({
  request: z.strictObject({ number: z.int() }),
  permission: null,
  handle: (context, { number }) => context.session().arrivals.seen(number),
})

export const retryReceipt = journalCommand({
  request: aSale,
  permission: 'sell',
  audit: wholeRequest,
  handle: (context, { saleId }) => context.session().sale.counter.retryReceipt(saleId),
})

/** The receipt as an image, with lottery number and QR covered. Null before there is one. */
export const previewReceipt = backgroundCommand({
  request: aSale,
  reply: z
    .strictObject({ png: z.string().startsWith('data:image/png;base64,'), width: z.int(), height: z.int() })
    .nullable(),
  permission: 'sell',
  handle: async (context, { saleId }) => {
    await context.session().paper.papers.ready()
    const document = context.session().paper.papers.preview(saleId)
    if (!document) return null
    const { paperWidth } = context.shop.settings.read()
    const raster = await chunked(context.till.raster.renderInPieces(document, paperWidth))
    return { png: rasterAsDataUrl(raster), width: raster.width, height: raster.height }
  },
})

/** Prints the receipt again as a copy: marked ХУУЛБАР, without lottery number and QR. */
export const printCopy = journalCommand({
  request: aSale,
  permission: 'copy-receipt',
  audit: wholeRequest,
  handle: (context, { saleId }) => context.session().paper.prints.copy(saleId),
})

/** Saves the copy as a file named by the sale's number. Saving it again replaces the file. */
export const saveReceipt = defineCommand({
  request: aSale.extend({ format: z.enum(['pdf', 'html']) }),
  reply: writtenFile,
  permission: 'copy-receipt',
  audit: wholeRequest,
  handle: async (context, { saleId, format }) => {
    const { journal } = context.session()
    const { papers } = context.session().paper
    const sale = journal.sales.byId(saleId)
    if (!sale) throw new CommandRefused('NOT_FOUND')
    await papers.ready()
    const document = papers.copy(saleId)
    if (!document) throw new CommandRefused('NOT_NOW')
    const width = context.shop.settings.read().paperWidth
    const content =
      format === 'pdf'
        ? documentAsPdf(document, width)
        : documentAsHtml(document, { width, title: sale.senderInvoiceNo })
    return writeDocument(context.computer.documents, `${sale.senderInvoiceNo}.${format}`, (draft) =>
      writeFile(draft, content, { flush: true }),
    )
  },
})

/** Plays the customer, in test mode only. The amount is in tugriks as typed; empty is the amount due. */
export const payInTestMode = defineCommand({
  request: aSale.extend({
    amount: typed,
    type: z.enum(['P2P', 'CARD']),
    bankCode: z.string().regex(/^\d{6}$/),
  }),
  permission: 'sell',
  handle: async (context, request) => {
    const { mode, journal } = context.session()
    if (mode !== 'test') throw new CommandRefused('NOT_NOW')
    const sale = journal.sales.byId(request.saleId)
    const status = sale && statusOf(sale)
    if (!sale || !status || !('invoice' in status) || status.invoice === null)
      throw new CommandRefused('NOT_FOUND')
    const amount = request.amount.trim() === '' ? dueOf(status) : typedMoney(request.amount)
    if (amount === null) throw new CommandRefused('AMOUNT_INVALID')
    if (amount <= 0) throw new CommandRefused('AMOUNT_ZERO')
    const payer = await context.till.payer()
    await payer.pay({
      invoice_id: status.invoice.invoiceId,
      amount: moneyAsNumber(amount),
      type: request.type,
      bank_code: request.bankCode,
    })
  },
})

/** The amount due of the invoice. It may be less than the sale's, because a part may have been paid in cash. */
function dueOf(status: SaleStatus): Money {
  if (!('due' in status)) return money(0)
  return 'paid' in status ? money(status.due - status.paid) : status.due
}
