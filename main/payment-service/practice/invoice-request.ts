/** The request of POST /v2/invoice (docs/payment-service.md#create-an-invoice). Its fields tell its shape. */
import { z } from 'zod'
import { validated } from './request.ts'

export const filledText = z.string().refine((text) => text.trim() !== '', 'must not be empty')
const numericText = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be numeric text')
const text = z.string()

/** A number with at most six decimals, so that sums are exact. */
const adjustmentAmount = z
  .number()
  .min(0)
  .max(1e12)
  .refine((amount) => /^\d+(\.\d{1,6})?$/.test(String(amount)), 'must have at most six decimals')
const adjustments = z.array(z.object({ description: text.optional(), amount: adjustmentAmount })).nullish()

const invoiceLine = z.object({
  tax_product_code: text.nullish(),
  line_description: text.nullish(),
  line_quantity: numericText.optional(),
  line_unit_price: numericText.optional(),
  note: text.nullish(),
  discounts: adjustments,
  surcharges: adjustments,
  taxes: adjustments,
  classification_code: text.nullish(),
})
export type InvoiceLine = z.infer<typeof invoiceLine>

/** An invoice of the ebarimt shape has no amount: its lines must have prices. */
const pricedLine = invoiceLine.extend({
  tax_product_code: text,
  line_quantity: numericText,
  line_unit_price: numericText,
})

const webAddress = text.refine((address) => {
  if (!URL.canParse(address)) return false
  return ['http:', 'https:'].includes(new URL(address).protocol)
}, 'must be an http or https address')

const receiverCode = text.refine(
  (code) => code === 'terminal' || /^[^\s@]+@[^\s@]+$/.test(code),
  'must be "terminal" or an e-mail',
)
const person = z.object({
  register: text.optional(),
  name: text.optional(),
  email: text.optional(),
  phone: text.optional(),
})
const address = z.object({
  city: text.optional(),
  district: text.optional(),
  street: text.optional(),
  building: text.optional(),
  apartment: text.optional(),
  zipcode: text.optional(),
})
const account = z.object({
  account_bank_code: text.optional(),
  account_number: text.optional(),
  account_name: text.optional(),
  account_currency: text.optional(),
  is_default: z.boolean().optional(),
})
const routing = z.object({
  description: text.optional(),
  amount: numericText.optional(),
  accounts: z.array(account).optional(),
})

const fullFields = {
  sender_branch_code: text.optional(),
  sender_branch_data: person.extend({ address: address.optional() }).optional(),
  sender_staff_data: person.omit({ register: true }).optional(),
  invoice_receiver_data: person.optional(),
  enable_expiry: z.enum(['true', 'false']).optional(),
  allow_partial: z.boolean().optional(),
  minimum_amount: z.number().nullish(),
  allow_exceed: z.boolean().optional(),
  maximum_amount: z.number().nullish(),
  note: text.nullish(),
  transactions: z.array(routing).optional(),
}

/** All three shapes in one. `amount` is checked separately, because its refusals have their own codes. */
export const invoiceRequest = z.object({
  invoice_code: text,
  sender_invoice_no: filledText,
  invoice_receiver_code: receiverCode,
  invoice_description: filledText,
  callback_url: webAddress,
  amount: z.unknown().optional(),
  ...fullFields,
  lines: z.array(invoiceLine).nullish(),
  tax_type: filledText.optional(),
  district_code: filledText.optional(),
})
export type InvoiceRequest = z.infer<typeof invoiceRequest>

const ebarimtFields = z.object({ tax_type: filledText, district_code: filledText })
const pricedLines = z.object({ lines: z.array(pricedLine) })

export type InvoiceShape = 'simple' | 'full' | 'ebarimt'

/** Tax fields, or lines without an amount, mean the ebarimt shape; any other optional field means the full one. */
export function shapeOf(request: InvoiceRequest): InvoiceShape {
  const taxed = request.tax_type !== undefined || request.district_code !== undefined
  if (taxed || (request.amount === undefined && request.lines)) return 'ebarimt'
  const full = ['lines', ...Object.keys(fullFields)].some((field) => field in request)
  return full ? 'full' : 'simple'
}

/** Checks the further fields of the ebarimt shape. Missing lines have a code of their own. */
export const requireTaxFields = (request: InvoiceRequest): void => void validated(ebarimtFields, request)

export const hasEmptyTaxCode = ({ lines }: InvoiceRequest): boolean =>
  lines?.some((line) => (line.tax_product_code ?? '').trim() === '') ?? false

export const requirePricedLines = (request: InvoiceRequest): readonly InvoiceLine[] =>
  validated(pricedLines, request).lines
