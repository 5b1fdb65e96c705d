/**
 * Requests are checked before they leave: what the service would refuse is refused here, with the field's name, and
 * what it does not look at (lengths, field notes) is kept within bounds.
 */
import type { FailureName } from '../../shared/failure.ts'
import { LARGEST_MONEY, moneyAsNumber, parseMoney } from '../../shared/money.ts'
import { parseRegister } from '../../shared/register.ts'
import { failed } from './classify.ts'
import type {
  EbarimtRequest,
  InvoiceListFilter,
  InvoiceRequest,
  InvoiceRequestLine,
  Operation,
} from './types.ts'

const LONGEST = { number: 45, description: 255, note: 1000, text: 255, id: 200 }

type Refuse = (field: string, name?: FailureName) => never

const refuser =
  (operation: Operation): Refuse =>
  (field, name = 'INPUT_INVALID') => {
    throw failed(operation, name, { words: { code: null, message: field } })
  }

const isText = (text: unknown, longest: number): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= longest

/** Gives the body of POST /v2/invoice. Throws ServiceFailed. */
export function invoiceBody(request: InvoiceRequest): Readonly<Record<string, unknown>> {
  const refuse = refuser('create invoice')
  if (!isText(request.invoice_code, LONGEST.number)) refuse('invoice_code')
  if (!isText(request.sender_invoice_no, LONGEST.number)) refuse('sender_invoice_no')
  if (!isText(request.invoice_receiver_code, LONGEST.text)) refuse('invoice_receiver_code')
  if (!isText(request.invoice_description, LONGEST.description)) refuse('invoice_description')
  if (!URL.canParse(request.callback_url)) refuse('callback_url')
  if (request.shape === 'ebarimt') checkTaxFields(request, refuse)
  else checkAmount(request.amount, 'amount', refuse)
  if (request.shape === 'full') checkFullFields(request, refuse)
  const { shape: _ours, ...body } = request
  return body
}

function checkTaxFields(request: Extract<InvoiceRequest, { shape: 'ebarimt' }>, refuse: Refuse): void {
  if (!isText(request.tax_type, LONGEST.number)) refuse('tax_type')
  if (!isDistrict(request.district_code)) refuse('district_code')
  if (request.lines.length === 0) refuse('lines', 'INVOICE_LINE_REQUIRED')
  checkLines(request.lines, refuse)
}

function checkFullFields(request: Extract<InvoiceRequest, { shape: 'full' }>, refuse: Refuse): void {
  if (request.minimum_amount !== undefined) checkAmount(request.minimum_amount, 'minimum_amount', refuse)
  if (request.maximum_amount !== undefined) checkAmount(request.maximum_amount, 'maximum_amount', refuse)
  if (request.note !== undefined && request.note.length > LONGEST.note) refuse('note')
  checkLines(request.lines ?? [], refuse)
}

/** Positive, and no finer than a hundredth. */
function checkAmount(amount: number, field: string, refuse: Refuse): void {
  if (!Number.isFinite(amount) || amount <= 0) refuse(field, 'INVALID_AMOUNT')
  if (amount > moneyAsNumber(LARGEST_MONEY)) refuse(field, 'AMOUNT_TOO_LARGE')
  if (parseMoney(String(amount)) === null) refuse(field, 'INVALID_AMOUNT')
}

function checkLines(lines: readonly InvoiceRequestLine[], refuse: Refuse): void {
  for (const [index, line] of lines.entries()) {
    const at = (field: keyof InvoiceRequestLine): string => `lines.${index}.${field}`
    if (typeof line.tax_product_code !== 'string') refuse(at('tax_product_code'))
    if (!isText(line.line_description, LONGEST.description)) refuse(at('line_description'))
    if (!/^\d{1,9}(\.\d{1,5})?$/.test(line.line_quantity) || Number(line.line_quantity) === 0)
      refuse(at('line_quantity'))
    if (!/^\d{1,13}(\.\d{1,5})?$/.test(line.line_unit_price)) refuse(at('line_unit_price'))
    if (line.note !== undefined && line.note.length > LONGEST.note) refuse(at('note'))
  }
}

const isDistrict = (code: string): boolean => /^(\d{2}|\d{4})$/.test(code)

/** Gives the body of POST /v2/ebarimt_v3/create. Throws ServiceFailed. */
export function ebarimtBody(request: EbarimtRequest): EbarimtRequest {
  const refuse = refuser('create e-receipt')
  if (!isText(request.payment_id, LONGEST.id)) refuse('payment_id')
  if (!['83', '84'].includes(request.ebarimt_receiver_type)) refuse('ebarimt_receiver_type')
  const register = request.ebarimt_receiver ?? ''
  const fits = request.ebarimt_receiver_type === '83' ? register === '' : parseRegister(register) !== null
  if (!fits) refuse('ebarimt_receiver', 'REGISTER_INVALID')
  if (request.district_code !== undefined && !isDistrict(request.district_code)) refuse('district_code')
  return request
}

export function invoiceFilter(filter: InvoiceListFilter): InvoiceListFilter {
  const refuse = refuser('list invoices')
  for (const field of ['start_date', 'end_date'] as const) {
    const date = filter[field]
    if (date !== undefined && !/^\d{4}-\d{2}-\d{2}$/.test(date)) refuse(field)
  }
  return filter
}

export function checkedId(operation: Operation, field: string, id: string): string {
  if (!isText(id, LONGEST.id)) refuser(operation)(field)
  return id
}

/** An id as one segment of a path, and no other: "" and ".." would name another endpoint. */
export function pathSegment(operation: Operation, field: string, id: string): string {
  const refuse = refuser(operation)
  if (!isText(id, LONGEST.id) || /^\.{1,2}$/.test(id)) refuse(field)
  try {
    return encodeURIComponent(id)
  } catch {
    return refuse(field)
  }
}
