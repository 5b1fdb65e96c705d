/** The verbs of the service's own books. */

import type { AnswerOf, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { statusOf } from '../../shared/sale-status.ts'
import { shopDay } from '../../shared/shop-day.ts'
import { fileNameOf, reconciliationRows } from '../reports/index.ts'
import { saleNumberOf } from '../sales/index.ts'
import { refusing } from '../service/index.ts'
import { writeTable } from '../tables/index.ts'
import type { CommandContext } from './command-context.ts'

const PAGE_SIZE = 50
/** A person waits for it. */
const URGENT = { urgent: true } as const

export async function listServiceInvoices(
  context: CommandContext,
  { from, to, number, status, page }: ParsedRequestOf<'listServiceInvoices'>,
): Promise<AnswerOf<'listServiceInvoices'>> {
  const filter = {
    start_date: from,
    end_date: to,
    ...(number.trim() === '' ? {} : { sender_invoice_no: number.trim() }),
    ...(status === null ? {} : { invoice_status: WIRE_STATUSES[status] }),
  }
  const found = await refusing(() =>
    context.shop().service.invoicePage(filter, { number: page, size: PAGE_SIZE }, URGENT),
  )
  return { ...found, pages: Math.ceil(found.count / PAGE_SIZE) }
}

/** The interface names OPEN alone; the others are as seen in the field. */
const WIRE_STATUSES = { OPEN: 'OPEN', PAID: 'CLOSED', CANCELLED: 'CANCELLED' } as const

export async function getServiceInvoice(
  context: CommandContext,
  { invoiceId }: ParsedRequestOf<'getServiceInvoice'>,
): Promise<AnswerOf<'getServiceInvoice'>> {
  const { service, journal } = context.shop()
  const { amount, status, senderInvoiceNo, shortUrl } = await refusing(() =>
    service.getInvoice(invoiceId, URGENT),
  )
  const payments = await refusing(() =>
    service.paymentPage(
      { object_id: invoiceId, start_date: FIRST_DAY, end_date: tomorrow(context) },
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
}

/** Before any payment of any shop that runs this. */
const FIRST_DAY = '2015-01-01'
/** The service's clock may be ahead of ours. */
const tomorrow = ({ clock }: CommandContext): string => shopDay(clock.now() + 24 * 3_600_000)

export const getServicePayment = async (
  context: CommandContext,
  { paymentId }: ParsedRequestOf<'getServicePayment'>,
): Promise<AnswerOf<'getServicePayment'>> => {
  const { status, amount, fee, date, wallet, transactionType, bankCode, currency, invoiceId } =
    await refusing(() => context.shop().service.getPayment(paymentId, URGENT))
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
}

export const getReconciliation = (
  context: CommandContext,
  { span }: ParsedRequestOf<'getReconciliation'>,
): AnswerOf<'getReconciliation'> => {
  const { reconciler, reconciled } = context.shop()
  return { run: reconciler.run(), result: reconciled.of(span) }
}

export async function exportReconciliation(
  context: CommandContext,
  { span, format }: ParsedRequestOf<'exportReconciliation'>,
): Promise<{ path: string }> {
  const { reconciled } = context.shop()
  const { language } = context.settings.read()
  const { rows } = reconciled.matched(span, 0, Number.MAX_SAFE_INTEGER)
  const result = reconciled.whole(span)
  return {
    path: await writeTable({
      folder: context.documents,
      name: `${language === 'mn' ? 'tootsoo' : 'reconciliation'}-${fileNameOf(result)}`,
      format,
      rows: reconciliationRows(result, rows, language),
    }),
  }
}
