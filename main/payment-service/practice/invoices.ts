/** The invoice endpoints except the check (docs/payment-service.md#invoices). */
import { randomUUID } from 'node:crypto'
import { toBuffer } from 'qrcode'
import { z } from 'zod'
import { moneyAsNumber } from '../../../shared/money/money.ts'
import { amountDue } from './amounts.ts'
import { hasEmptyTaxCode, invoiceRequest, requireTaxFields, shapeOf } from './invoice-request.ts'
import { timestamp } from './practice-clock.ts'
import type { InvoiceRecord, Merchant } from './records.ts'
import { Refusal } from './refusal.ts'
import { day, listOffset, pageOf, validated, withinDays } from './request.ts'
import type { ServiceParts } from './service-parts.ts'
import { bankLinks, qrText } from './ways-to-pay.ts'

/** POST /v2/invoice. The merchant's `used_number` decides about a `sender_invoice_no` that was used before. */
export async function createInvoice({ ledger, clock }: ServiceParts, body: unknown) {
  const merchant = ledger.merchant()
  requireTrading(merchant)
  const request = validated(invoiceRequest, body)
  if (request.invoice_code !== ledger.identity().invoice_code) throw new Refusal('INVOICE_CODE_INVALID')
  const shape = shapeOf(request)
  if (shape === 'ebarimt' && !request.lines?.length) throw new Refusal('INVOICE_LINE_REQUIRED')
  if (shape === 'ebarimt') {
    requireTaxFields(request)
    if (merchant.empty_tax_code === 'refused' && hasEmptyTaxCode(request))
      throw new Refusal('TAX_PRODUCT_CODE_REQUIRED')
  }
  const invoice: InvoiceRecord = {
    kind: 'invoice',
    invoice_id: randomUUID(),
    shape,
    status: 'OPEN',
    amount: amountDue(request, shape, merchant),
    created_at: clock.now(),
    request,
  }
  const used = ledger.invoices.sharing(request.sender_invoice_no).length > 0
  if (used && merchant.used_number === 'refused') throw new Refusal('SENDER_INVOICE_NO_INVALID')
  ledger.record(invoice)
  return { invoice_id: invoice.invoice_id, ...(await waysToPay(invoice)) }
}

function requireTrading(merchant: Merchant): void {
  if (!merchant.exists) throw new Refusal('MERCHANT_NOTFOUND')
  if (!merchant.active) throw new Refusal('MERCHANT_INACTIVE')
}

/** PNG filters and the best compression would take more than half of the time that an invoice takes. */
const QUICK_PNG = { filterType: 0, deflateStrategy: 0, deflateLevel: 1 }

/** The answer to a create. The wire name of the short URL begins with the service's name, here `practice`. */
async function waysToPay(invoice: InvoiceRecord) {
  const text = qrText(invoice)
  const image = await toBuffer(text, {
    type: 'png',
    errorCorrectionLevel: 'M',
    rendererOpts: QUICK_PNG,
  })
  return {
    qr_text: text,
    qr_image: image.toString('base64'),
    practice_shortUrl: `https://practice.invalid/${invoice.invoice_id.slice(0, 8)}`,
    urls: bankLinks(text),
  }
}

function requireInvoice({ ledger }: ServiceParts, id: string): InvoiceRecord {
  const invoice = ledger.invoices.get(id)
  if (!invoice) throw new Refusal('INVOICE_NOTFOUND')
  return invoice
}

/** GET /v2/invoice/{id}: the summary, the request, and "current status, QR data and payment URLs". */
export async function getInvoice(parts: ServiceParts, id: string) {
  const invoice = requireInvoice(parts, id)
  return { ...invoice.request, ...summary(invoice), ...(await waysToPay(invoice)) }
}

/** DELETE /v2/invoice/{id}. Any completed payment, even a part payment, makes the invoice a paid one. */
export function cancelInvoice(parts: ServiceParts, id: string): null {
  const invoice = requireInvoice(parts, id)
  if (invoice.status === 'CANCELLED') throw new Refusal('INVOICE_ALREADY_CANCELED')
  const paid = parts.ledger.payments.sharing(id).some((payment) => payment.status === 'PAID')
  if (paid || invoice.status === 'CLOSED') throw new Refusal('INVOICE_PAID')
  parts.ledger.record({ ...invoice, status: 'CANCELLED', cancelled_at: parts.clock.now() })
  return null
}

const listRequest = z.object({
  invoice_code: z.string().optional(),
  sender_invoice_no: z.string().optional(),
  invoice_status: z.string().optional(),
  start_date: day.optional(),
  end_date: day.optional(),
  offset: listOffset,
})

/** POST /v2/invoice/list, in the order of creation. */
export function listInvoices({ ledger }: ServiceParts, body: unknown) {
  const filter = validated(listRequest, body)
  const { sender_invoice_no: number } = filter
  const candidates = number === undefined ? ledger.invoices.all() : ledger.invoices.sharing(number)
  const found = candidates.filter(
    (invoice) =>
      (filter.invoice_code === undefined || invoice.request.invoice_code === filter.invoice_code) &&
      (filter.invoice_status === undefined || invoice.status === filter.invoice_status) &&
      withinDays(invoice.created_at, filter.start_date, filter.end_date),
  )
  return { count: found.length, rows: pageOf(found, filter.offset).map(summary) }
}

/** A row of the list (docs/payment-service.md#list-invoices). */
const summary = (invoice: InvoiceRecord) => ({
  invoice_id: invoice.invoice_id,
  invoice_code: invoice.request.invoice_code,
  sender_invoice_no: invoice.request.sender_invoice_no,
  invoice_description: invoice.request.invoice_description,
  amount: moneyAsNumber(invoice.amount),
  invoice_status: invoice.status,
  created_date: timestamp(invoice.created_at),
})
