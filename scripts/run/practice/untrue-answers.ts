import type { Ledger, PickVersion, ReadableRecords } from '../../../main/payment-service/practice/ledger.ts'

type Body = Readonly<Record<string, unknown>>
const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The page that a request asks for; page 1 of 10 where it names none. */
export function requestedPage(body: unknown): { readonly number: number; readonly limit: number } {
  const offset = isBody(body) && isBody(body.offset) ? body.offset : {}
  return { number: Number(offset.page_number ?? 1), limit: Number(offset.page_limit ?? 10) }
}

/** The same request for a page of at most this many rows. */
export function requestPage(body: unknown, rows: number, pageNumber: number): unknown {
  if (!isBody(body)) return body
  return {
    ...body,
    offset: { page_number: pageNumber, page_limit: Math.min(requestedPage(body).limit, rows) },
  }
}

export const withoutLastRow = (answer: unknown): unknown =>
  isBody(answer) && Array.isArray(answer.rows) ? { ...answer, rows: answer.rows.slice(0, -1) } : answer

/** An eleventh of what remains without the city tax, to the fourth decimal. */
export const withFineVat = (answer: unknown): unknown =>
  isBody(answer) && 'vat_amount' in answer
    ? { ...answer, vat_amount: ((Number(answer.amount) - Number(answer.city_tax_amount)) / 11).toFixed(4) }
    : answer

export const countingMore = (answer: unknown, more: number): unknown =>
  isBody(answer) && typeof answer.count === 'number' ? { ...answer, count: answer.count + more } : answer

/** Replaces values by path: "rows.0.payment_currency", or "rows.*.payment_currency" for all rows. */
export function changed(answer: unknown, set: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(set).reduce((value, [path, to]) => put(value, path.split('.'), to), answer)
}

function put(holder: unknown, [key = '', ...rest]: readonly string[], to: unknown): unknown {
  const next = (value: unknown): unknown => (rest.length === 0 ? to : put(value, rest, to))
  if (Array.isArray(holder))
    return holder.map((value, index) => (key === '*' || key === String(index) ? next(value) : value))
  return isBody(holder) ? { ...holder, [key]: next(holder[key]) } : holder
}

/** The field that each kind of answer needs most, the most important first. */
const NEEDED = ['access_token', 'invoice_id', 'rows', 'payment_id', 'id', 'error_code']

/** The same answer with another value in one field, or without it: `to` is undefined. Not of an answer that is no object. */
export function spoiled(json: string, to: unknown, field: string | undefined): string {
  const answer: unknown = JSON.parse(json)
  if (typeof answer !== 'object' || answer === null) return json
  const path = field?.split('.') ?? [NEEDED.find((name) => name in answer) ?? Object.keys(answer)[0] ?? '']
  return JSON.stringify(put(answer, path, to))
}

export const truncated = (json: string): string => json.slice(0, Math.floor(json.length / 2))

/** Picks the version valid at that moment (ms since 1970). */
export const asOf =
  (moment: number): PickVersion =>
  (versions) =>
    versions.findLast(({ at }) => at <= moment)?.record

/** Picks the version of this many changes ago. */
export const changesAgo =
  (changes: number): PickVersion =>
  (versions) =>
    versions.at(-1 - changes)?.record

/**
 * An outdated view of the ledger. E-receipts stay current, because a payment must not get a second one; changes go to
 * the real ledger.
 */
export const staleLedger = (ledger: Ledger, pick: PickVersion): Ledger => ({
  ...ledger,
  ...ledger.view(pick),
})

/** A view whose lists lack their newest record, and in which no record is found by its id. */
export const ledgerWithoutNewest = (ledger: Ledger): Ledger => ({
  ...ledger,
  invoices: withoutNewest(ledger.invoices),
  payments: withoutNewest(ledger.payments),
})

const withoutNewest = <R>(records: ReadableRecords<R>): ReadableRecords<R> => ({
  get: () => undefined,
  sharing: (key) => records.sharing(key).slice(0, -1),
  all: () => records.all().slice(0, -1),
})
