/** Refuses, before it is sent, what the service would refuse, with the field's name, and texts that are too long. */
import type { FailureName } from '../../../shared/failure.ts'
import { LARGEST_MONEY, moneyAsNumber, parseMoney } from '../../../shared/money/money.ts'
import { parseRegister } from '../../../shared/shop/register-number.ts'
import { failed } from './classify.ts'
import type {
  EbarimtRequest,
  InvoiceListFilter,
  InvoiceRequest,
  InvoiceRequestLine,
  InvoiceRequestTransaction,
  Operation,
  PaymentListFilter,
  ReversalRequest,
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

/** Whether the text is missing, empty or short enough. */
const isTextIfAny = (text: unknown, longest: number): boolean =>
  text === undefined || (typeof text === 'string' && text.length <= longest)

const isWebAddress = (text: unknown): boolean =>
  typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const isDistrict = (code: unknown): boolean => typeof code === 'string' && /^(\d{2}|\d{4})$/.test(code)

/** Whether the text is an existing day in the form YYYY-MM-DD. */
const isDay = (text: unknown): boolean =>
  typeof text === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** Returns the body of POST /v2/ebarimt_v3/create. Throws ServiceFailed. */
export function ebarimtBody(request: EbarimtRequest): EbarimtRequest {
  const refuse = refuser('create e-receipt')
  if (!isText(request.payment_id, LONGEST.id)) refuse('payment_id')
  if (!['83', '84'].includes(request.ebarimt_receiver_type)) refuse('ebarimt_receiver_type')
  const register = receiverOf(request)
  if (register === undefined) return refuse('ebarimt_receiver', 'REGISTER_INVALID')
  if (request.district_code !== undefined && !isDistrict(request.district_code)) refuse('district_code')
  if (request.classification_code !== undefined && !isText(request.classification_code, LONGEST.number))
    refuse('classification_code')
  return request.ebarimt_receiver === undefined ? request : { ...request, ebarimt_receiver: register }
}

/** The register number as it was checked, empty for an individual; undefined where it is none. */
function receiverOf({ ebarimt_receiver_type: type, ebarimt_receiver: typed = '' }: EbarimtRequest) {
  if (type === '83') return typed === '' ? '' : undefined
  return parseRegister(typed)?.register
}

/** Returns the filter of POST /v2/invoice/list. Throws ServiceFailed. */
export function invoiceFilter(filter: InvoiceListFilter): InvoiceListFilter {
  const refuse = refuser('list invoices')
  for (const field of ['start_date', 'end_date'] as const) {
    if (filter[field] !== undefined && !isDay(filter[field])) refuse(field)
  }
  for (const field of ['invoice_code', 'sender_invoice_no', 'invoice_status'] as const) {
    if (!isTextIfAny(filter[field], LONGEST.text)) refuse(field)
  }
  return filter
}

/** Returns the body of POST /v2/payment/list without the page. Throws ServiceFailed. */
export function paymentFilter(filter: PaymentListFilter): PaymentListFilter & { object_type: 'INVOICE' } {
  const refuse = refuser('list payments')
  const { object_id, start_date, end_date } = filter
  if (!isText(object_id, LONGEST.id)) refuse('object_id')
  if (!isDay(start_date)) refuse('start_date')
  if (!isDay(end_date) || end_date < start_date) refuse('end_date')
  return { object_type: 'INVOICE', object_id, start_date, end_date }
}

/** Returns the optional body of a cancellation or refund; undefined where it is empty. Throws ServiceFailed. */
export function reversalBody(operation: Operation, request: ReversalRequest = {}): object | undefined {
  const refuse = refuser(operation)
  const { callback_url, note } = request
  if (callback_url !== undefined && !isWebAddress(callback_url)) refuse('callback_url')
  if (!isTextIfAny(note, LONGEST.note)) refuse('note')
  if (callback_url === undefined && note === undefined) return undefined
  return { ...(callback_url === undefined ? {} : { callback_url }), ...(note === undefined ? {} : { note }) }
}

export function checkedId(operation: Operation, field: string, id: string): string {
  if (!isText(id, LONGEST.id)) refuser(operation)(field)
  return id
}

/** Encodes an id as one segment of a path. Refuses "" and "..", which would name another endpoint. */
export function pathSegment(operation: Operation, field: string, id: string): string {
  const refuse = refuser(operation)
  if (!isText(id, LONGEST.id) || /^\.{1,2}$/.test(id)) refuse(field)
  try {
    return encodeURIComponent(id)
  } catch {
    return refuse(field)
  }
}

/** The body of POST /v2/invoice, checked field by field (docs/payment-service.md#create-an-invoice). */

type Shaped<Shape extends InvoiceRequest['shape']> = Extract<InvoiceRequest, { shape: Shape }>

/** Returns the body of POST /v2/invoice. Throws ServiceFailed. */
export function invoiceBody(request: InvoiceRequest): Readonly<Record<string, unknown>> {
  const refuse = refuser('create invoice')
  if (!isText(request.invoice_code, LONGEST.number)) refuse('invoice_code')
  if (!isText(request.sender_invoice_no, LONGEST.number)) refuse('sender_invoice_no')
  if (!isReceiver(request.invoice_receiver_code)) refuse('invoice_receiver_code')
  if (!isText(request.invoice_description, LONGEST.description)) refuse('invoice_description')
  if (!isWebAddress(request.callback_url)) refuse('callback_url')
  if (request.shape === 'ebarimt') checkTaxFields(request, refuse)
  else checkAmount(request.amount, 'amount', refuse)
  if (request.shape === 'full') checkFullFields(request, refuse)
  const { shape: _ours, ...body } = request
  return body
}

/** `terminal`, or a customer's e-mail. */
const isReceiver = (code: unknown): boolean =>
  isText(code, LONGEST.text) && (code === 'terminal' || /^[^\s@]+@[^\s@]+$/.test(code))

function checkTaxFields(request: Shaped<'ebarimt'>, refuse: Refuse): void {
  if (!isText(request.tax_type, LONGEST.number)) refuse('tax_type')
  if (!isDistrict(request.district_code)) refuse('district_code')
  if (request.lines.length === 0) refuse('lines', 'INVOICE_LINE_REQUIRED')
  checkLines(request.lines, refuse)
}

function checkFullFields(request: Shaped<'full'>, refuse: Refuse): void {
  if (!isTextIfAny(request.sender_branch_code, LONGEST.number)) refuse('sender_branch_code')
  if (!isTextIfAny(request.note, LONGEST.note)) refuse('note')
  if (request.enable_expiry !== undefined && !['true', 'false'].includes(request.enable_expiry))
    refuse('enable_expiry')
  checkTerms(request, refuse)
  checkPeople(request, refuse)
  for (const [index, transaction] of (request.transactions ?? []).entries())
    checkTransaction(transaction, `transactions.${index}`, refuse)
  checkLines(request.lines ?? [], refuse)
}

/** A minimum and a maximum payment need their switches, and must be below and above the amount. */
function checkTerms(request: Shaped<'full'>, refuse: Refuse): void {
  const { amount, allow_partial, minimum_amount, allow_exceed, maximum_amount } = request
  for (const field of ['allow_partial', 'allow_exceed'] as const)
    if (!['undefined', 'boolean'].includes(typeof request[field])) refuse(field)
  if (minimum_amount !== undefined) {
    checkAmount(minimum_amount, 'minimum_amount', refuse)
    if (allow_partial !== true || minimum_amount > amount) refuse('minimum_amount')
  }
  if (maximum_amount !== undefined) {
    checkAmount(maximum_amount, 'maximum_amount', refuse)
    if (allow_exceed !== true || maximum_amount < amount) refuse('maximum_amount')
  }
}

type PersonWithAddress = Readonly<Record<string, unknown>> & { readonly address?: object }

function checkPeople(request: Shaped<'full'>, refuse: Refuse): void {
  for (const field of ['sender_branch_data', 'sender_staff_data', 'invoice_receiver_data'] as const) {
    const { address, ...person } = (request[field] ?? {}) as PersonWithAddress
    checkTexts(person, field, refuse)
    checkTexts(address ?? {}, `${field}.address`, refuse)
  }
}

function checkTexts(texts: object, at: string, refuse: Refuse): void {
  for (const [field, text] of Object.entries(texts))
    if (!isTextIfAny(text, LONGEST.text)) refuse(`${at}.${field}`)
}

function checkTransaction(transaction: InvoiceRequestTransaction, at: string, refuse: Refuse): void {
  if (!isTextIfAny(transaction.description, LONGEST.description)) refuse(`${at}.description`)
  if (!isPrice(transaction.amount)) refuse(`${at}.amount`)
  for (const [index, { is_default: _switch, ...texts }] of transaction.accounts.entries())
    checkTexts(texts, `${at}.accounts.${index}`, refuse)
}

/** Positive, in whole hundredths. */
function checkAmount(amount: number, field: string, refuse: Refuse): void {
  if (!Number.isFinite(amount) || amount <= 0) refuse(field, 'INVALID_AMOUNT')
  if (amount > moneyAsNumber(LARGEST_MONEY)) refuse(field, 'AMOUNT_TOO_LARGE')
  if (parseMoney(String(amount)) === null) refuse(field, 'INVALID_AMOUNT')
}

const ADJUSTMENTS = ['discounts', 'surcharges', 'taxes'] as const

function checkLines(lines: readonly InvoiceRequestLine[], refuse: Refuse): void {
  for (const [index, line] of lines.entries()) {
    const at = (field: keyof InvoiceRequestLine): string => `lines.${index}.${field}`
    if (typeof line.tax_product_code !== 'string') refuse(at('tax_product_code'))
    if (!isText(line.line_description, LONGEST.description)) refuse(at('line_description'))
    if (!isQuantity(line.line_quantity)) refuse(at('line_quantity'))
    if (!isPrice(line.line_unit_price)) refuse(at('line_unit_price'))
    if (!isTextIfAny(line.note, LONGEST.note)) refuse(at('note'))
    if (!isTextIfAny(line.classification_code, LONGEST.number)) refuse(at('classification_code'))
    for (const field of ADJUSTMENTS) if (!(line[field] ?? []).every(isAdjustment)) refuse(at(field))
  }
}

/** Whether the text is a number, as the table requires, with as many decimals as a scale or a rounding needs. */
const isPrice = (text: unknown): boolean => typeof text === 'string' && /^\d{1,13}(\.\d{1,5})?$/.test(text)
const isQuantity = (text: unknown): boolean =>
  typeof text === 'string' && /^\d{1,9}(\.\d{1,5})?$/.test(text) && Number(text) > 0

const isAdjustment = ({ description, amount }: { description: string; amount: number }): boolean =>
  isTextIfAny(description, LONGEST.description) && Number.isFinite(amount) && amount >= 0
