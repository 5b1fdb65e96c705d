/** A result with one number read again: what is none any more is marked as mended, what is new stands beside it. Pure. */
import type {
  BookSpan,
  Discrepancy,
  KeptDifference,
  MatchedPayment,
  Reconciliation,
} from '../../../shared/books.ts'
import type { ReconciliationReader } from '../../projections/index.ts'
import { saleNumberOf } from '../../sales/index.ts'
import type { Compared } from './compare.ts'
import { type BookParts, withPart } from './parts.ts'

/** As it lies in the journal: with the parts that can be exchanged, without the matched payments. */
export type KeptResult = Omit<Reconciliation, 'matched'> & { readonly parts: BookParts }

export type Resolved = { readonly result: KeptResult; readonly matched: readonly MatchedPayment[] }

/** `number` is a sale's own; its invoices may add to it. */
export function resolved(
  before: Resolved,
  number: string,
  { differences, sums, fees, matched }: Compared,
  at: number,
): Resolved {
  const found = new Map(differences.map((one) => [subjectOf(one), one]))
  const isIts = (one: { readonly senderInvoiceNo: string }): boolean =>
    saleNumberOf(one.senderInvoiceNo) === number
  const marked = before.result.differences.map((one): KeptDifference => {
    if (!isIts(one)) return one
    // The same difference, of other sums perhaps, keeps its place.
    const now = found.get(subjectOf(one))
    found.delete(subjectOf(one))
    return now === undefined ? { ...one, mendedAt: one.mendedAt ?? at } : { ...now, mendedAt: null }
  })
  const fresh = [...found.values()].map((one): KeptDifference => ({ ...one, mendedAt: null }))
  const place = marked.findLastIndex(isIts) + 1
  const now = { sums, fees }
  const part = before.result.parts[number]
  return {
    result: {
      ...before.result,
      // A result of an earlier version tells no parts: its sums stay as they were.
      ...(part === undefined ? {} : withPart(before.result, part, now)),
      differences: [...marked.slice(0, place), ...fresh, ...marked.slice(place)],
      parts: part === undefined ? before.result.parts : { ...before.result.parts, [number]: now },
    },
    matched: [...before.matched.filter((one) => !isIts(one)), ...matched],
  }
}

const subjectOf = ({ kind, paymentId, invoiceId, saleId }: Discrepancy): string =>
  [kind, paymentId ?? invoiceId ?? saleId].join('|')

/** The last result of a day or a shift, whole; null where it was never reconciled. */
export function keptAgain(reconciliations: ReconciliationReader, span: BookSpan): Resolved | null {
  const result = keptResult(reconciliations, span)
  if (result === null) return null
  const { rows } = reconciliations.matched(span, 0, Number.MAX_SAFE_INTEGER)
  return { result, matched: rows.map((row) => JSON.parse(row) as MatchedPayment) }
}

/** Results of earlier versions know days alone, and nothing of what was mended. */
export function keptResult(reconciliations: ReconciliationReader, span: BookSpan): KeptResult | null {
  const json = reconciliations.of(span)
  if (json === null) return null
  const { shift = null, apart = [], parts = {}, ...kept } = JSON.parse(json) as Partial<KeptResult> & Older
  const differences = kept.differences.map((one) => ({ ...one, mendedAt: one.mendedAt ?? null }))
  return { ...kept, span, shift, apart, parts, differences }
}

type Older = Omit<KeptResult, 'span' | 'shift' | 'apart' | 'parts'>
