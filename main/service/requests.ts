/**
 * Requests are checked before they leave: what the service would refuse is refused here, with the field's name, and
 * what it does not look at (lengths) is kept within bounds. The invoice's own checks: invoice-body.ts.
 */
import type { FailureName } from '../../shared/failure.ts'
import { parseRegister } from '../../shared/register.ts'
import { failed } from './classify.ts'
import type {
  EbarimtRequest,
  InvoiceListFilter,
  Operation,
  PaymentListFilter,
  ReversalRequest,
} from './types.ts'

export const LONGEST = { number: 45, description: 255, note: 1000, text: 255, id: 200 }

export type Refuse = (field: string, name?: FailureName) => never

export const refuser =
  (operation: Operation): Refuse =>
  (field, name = 'INPUT_INVALID') => {
    throw failed(operation, name, { words: { code: null, message: field } })
  }

export const isText = (text: unknown, longest: number): text is string =>
  typeof text === 'string' && text.trim() !== '' && text.length <= longest

/** May be left out, and may be empty. */
export const isTextIfAny = (text: unknown, longest: number): boolean =>
  text === undefined || (typeof text === 'string' && text.length <= longest)

export const isWebAddress = (text: unknown): boolean =>
  typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

export const isDistrict = (code: unknown): boolean => typeof code === 'string' && /^(\d{2}|\d{4})$/.test(code)

/** `<YYYY-MM-DD>`, and a day that there is. */
const isDay = (text: unknown): boolean =>
  typeof text === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** Gives the body of POST /v2/ebarimt_v3/create. Throws ServiceFailed. */
export function ebarimtBody(request: EbarimtRequest): EbarimtRequest {
  const refuse = refuser('create e-receipt')
  if (!isText(request.payment_id, LONGEST.id)) refuse('payment_id')
  if (!['83', '84'].includes(request.ebarimt_receiver_type)) refuse('ebarimt_receiver_type')
  const register = request.ebarimt_receiver ?? ''
  const fits = request.ebarimt_receiver_type === '83' ? register === '' : parseRegister(register) !== null
  if (!fits) refuse('ebarimt_receiver', 'REGISTER_INVALID')
  if (request.district_code !== undefined && !isDistrict(request.district_code)) refuse('district_code')
  if (request.classification_code !== undefined && !isText(request.classification_code, LONGEST.number))
    refuse('classification_code')
  return request
}

/** Gives the filter of POST /v2/invoice/list. Throws ServiceFailed. */
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

/** Gives the body of POST /v2/payment/list but for the page. Throws ServiceFailed. */
export function paymentFilter(filter: PaymentListFilter): PaymentListFilter & { object_type: 'INVOICE' } {
  const refuse = refuser('list payments')
  const { object_id, start_date, end_date } = filter
  if (!isText(object_id, LONGEST.id)) refuse('object_id')
  if (!isDay(start_date)) refuse('start_date')
  if (!isDay(end_date) || end_date < start_date) refuse('end_date')
  return { object_type: 'INVOICE', object_id, start_date, end_date }
}

/** Gives the optional body of a cancellation or refund; undefined where there is nothing to say. Throws ServiceFailed. */
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
