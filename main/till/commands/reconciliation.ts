/** Commands to read the service's own records, and to compare a day or a shift with them. */
import { z } from 'zod'
import {
  bookedInvoiceSchema,
  bookedPaymentSchema,
  bookPage,
  bookRunSchema,
  bookSpanSchema,
  matchedPaymentSchema,
  oneBookedInvoiceSchema,
  oneBookedPaymentSchema,
  reconciledSpanSchema,
  reconciliationSeenSchema,
} from '../../../shared/books/reconciliation.ts'
import { saleNumberOf } from '../../../shared/sale/sale-number.ts'
import { SALE_STATUS_NAMES, statusOf } from '../../../shared/sale/status.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { asCashier } from '../../../shared/shop/staff.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { fileNameOf, reconciliationRows } from '../../books/reports/index.ts'
import { refusing } from '../../payment-service/client/index.ts'
import { fileName, sheetTitle, writeTable } from '../../shop/tables/index.ts'
import { backgroundCommand, defineCommand, journalCommand, wholeRequest } from './define-command.ts'
import { count, day, tableFormat, typed, writtenFile } from './schemas.ts'

const aSpan = z.strictObject({ span: bookSpanSchema })
const aDiscrepancy = aSpan.extend({ key: z.string().min(1).max(600) })
/** An id of the service, which may be longer than ours. */
const serviceId = z.string().min(1).max(200)

const PAGE_SIZE = 50
/** The request goes before background requests, because a person waits for it. */
const URGENT = { urgent: true } as const
/** The contract documents OPEN only; the other two were observed at the service. */
const WIRE_STATUSES = { OPEN: 'OPEN', PAID: 'CLOSED', CANCELLED: 'CANCELLED' } as const

/** Lists the service's invoices, one page at a time. `number` is a complete `sender_invoice_no`, or empty. */
export const listServiceInvoices = defineCommand({
  request: z.strictObject({
    from: day,
    to: day,
    number: typed,
    status: z.enum(['OPEN', 'PAID', 'CANCELLED']).nullable(),
    page: z.int().min(1).max(100_000),
  }),
  reply: z.strictObject({ ...bookPage(bookedInvoiceSchema), pages: count }),
  permission: 'books',
  handle: async (context, { from, to, number, status, page }) => {
    const filter = {
      start_date: from,
      end_date: to,
      ...(number.trim() === '' ? {} : { sender_invoice_no: number.trim() }),
      ...(status === null ? {} : { invoice_status: WIRE_STATUSES[status] }),
    }
    const found = await refusing(() =>
      context.session().service.client.invoicePage(filter, { number: page, size: PAGE_SIZE }, URGENT),
    )
    return { ...found, pages: Math.ceil(found.count / PAGE_SIZE) }
  },
})

/** A day before any payment. */
const FIRST_DAY = '2015-01-01'
const DAY_MS = 24 * 3_600_000

/** Reads one invoice with its payments from the service, and its sale. */
export const getServiceInvoice = defineCommand({
  request: z.strictObject({ invoiceId: serviceId }),
  reply: z.strictObject({
    invoice: oneBookedInvoiceSchema,
    payments: z.strictObject(bookPage(bookedPaymentSchema)),
    /** Our sale of the invoice; null where we have none. */
    sale: z.strictObject({ id: z.string(), sequence: z.int(), state: z.enum(SALE_STATUS_NAMES) }).nullable(),
  }),
  permission: 'books',
  handle: async (context, { invoiceId }) => {
    const { journal } = context.session()
    const { client: service } = context.session().service
    const { amount, status, senderInvoiceNo, shortUrl } = await refusing(() =>
      service.getInvoice(invoiceId, URGENT),
    )
    // The service's clock may be ahead of ours.
    const end = shopDay(context.clock.now() + DAY_MS)
    const payments = await refusing(() =>
      service.paymentPage(
        { object_id: invoiceId, start_date: FIRST_DAY, end_date: end },
        { number: 1, size: PAGE_SIZE },
        URGENT,
      ),
    )
    const sale =
      journal.sales.byInvoice(invoiceId) ??
      (senderInvoiceNo === null ? null : journal.sales.byNumber(saleNumberOf(senderInvoiceNo)))
    return {
      invoice: { invoiceId, amount, status, senderInvoiceNo, shortUrl },
      payments,
      sale: sale && { id: sale.id, sequence: sale.sequence, state: statusOf(sale).name },
    }
  },
})

export const getServicePayment = defineCommand({
  request: z.strictObject({ paymentId: serviceId }),
  reply: oneBookedPaymentSchema,
  permission: 'books',
  handle: async (context, { paymentId }) => {
    const { status, amount, fee, date, wallet, transactionType, bankCode, currency, invoiceId } =
      await refusing(() => context.session().service.client.getPayment(paymentId, URGENT))
    return {
      paymentId,
      status,
      amount,
      fee,
      date,
      wallet,
      type: transactionType,
      bankCode,
      currency: currency ?? 'MNT',
      invoiceId,
    }
  },
})

export const startReconciliation = defineCommand({
  request: aSpan,
  permission: 'books',
  audit: wholeRequest,
  handle: (context, { span }) => context.session().books.reconciler.start(span),
})

export const stopReconciliation = defineCommand({
  permission: 'books',
  handle: (context) => context.session().books.reconciler.stop(),
})

/** The run under way, and the last result of the day or the shift, if there is one. */
export const getReconciliation = backgroundCommand({
  request: aSpan,
  reply: z.strictObject({ run: bookRunSchema, result: z.nullable(reconciliationSeenSchema) }),
  permission: 'books',
  handle: (context, { span }) => {
    const { reconciler, reconciled } = context.session().books
    return { run: reconciler.run(), result: reconciled.of(span) }
  },
})

export const listMatched = backgroundCommand({
  request: aSpan.extend({ offset: count, limit: z.int().min(1).max(200) }),
  reply: z.strictObject({ rows: z.array(matchedPaymentSchema), all: count }),
  permission: 'books',
  handle: (context, { span, offset, limit }) =>
    context.session().books.reconciled.matched(span, offset, limit),
})

/** Newest first. */
export const listReconciled = backgroundCommand({
  reply: z.array(reconciledSpanSchema),
  permission: 'books',
  handle: (context) => context.session().books.reconciled.list(),
})

/** Reads the service's records of one discrepancy again, once no request for its sale is pending. */
export const readDiscrepancyAgain = defineCommand({
  request: aDiscrepancy,
  permission: 'books',
  handle: (context, { span, key }) => context.session().books.reconciler.again(span, key),
})

/** An empty reason removes the explanation. */
export const explainDiscrepancy = journalCommand({
  request: aDiscrepancy.extend({ why: typed }),
  permission: 'books',
  audit: wholeRequest,
  handle: (context, { span, key, why }, { person }) =>
    context.session().books.reconciled.explain(span, key, why, asCashier(person)),
})

export const printReconciliation = journalCommand({
  request: aSpan,
  permission: 'books',
  audit: wholeRequest,
  handle: (context, { span }) => context.session().books.reconciled.print(span),
})

export const exportReconciliation = defineCommand({
  request: aSpan.extend({ format: tableFormat }),
  reply: writtenFile,
  permission: 'books',
  audit: wholeRequest,
  handle: async (context, { span, format }) => {
    const { mode } = context.session()
    const { reconciled } = context.session().books
    const { language } = context.shop.settings.read()
    const ofMode = { testMode: mode === 'test', language }
    const { rows } = reconciled.matched(span, 0, Number.MAX_SAFE_INTEGER)
    const result = reconciled.whole(span)
    return {
      path: await writeTable({
        folder: context.computer.documents,
        name: fileName(ofMode, `${language === 'mn' ? 'tootsoo' : 'reconciliation'}-${fileNameOf(result)}`),
        format,
        sheet: sheetTitle(ofMode, TEXTS[language]['books.title']),
        rows: reconciliationRows(result, rows, language),
      }),
    }
  },
})
