/** Reads and stores the last result of a day or a shift, for screen, paper and export. */

import { randomUUID } from 'node:crypto'
import {
  type BookedShift,
  type BookResolution,
  type BookSpan,
  type Discrepancy,
  type DiscrepancyKind,
  type DiscrepancySeen,
  dayOfShopSpan,
  type KeptDiscrepancy,
  type MatchedPayment,
  type ReconciledSpan,
  type Reconciliation,
  type ReconciliationSeen,
  shiftOfSpan,
} from '../../../../shared/books/reconciliation.ts'
import { CommandRefused } from '../../../../shared/failure.ts'
import { attentionOf } from '../../../../shared/sale/attention-items.ts'
import { openReturn } from '../../../../shared/sale/return.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { saleNumberOf } from '../../../../shared/sale/sale-number.ts'
import { statusOf } from '../../../../shared/sale/status.ts'
import { shopMoment } from '../../../../shared/shop/shop-day.ts'
import type { Cashier } from '../../../../shared/shop/staff.ts'
import type { Clock } from '../../../base/clock-and-log.ts'
import type { ReconciliationReader, ShiftReader } from '../../../storage/projections/index.ts'
import type { Journal, JournalReader, JournalWriter } from '../../../storage/store/index.ts'
import type { Compared } from './compare.ts'
import { type BookParts, withPart } from './sums.ts'

export type Results = {
  /** Null where it was never reconciled. */
  readonly of: (span: BookSpan) => ReconciliationSeen | null
  /** The same, with every discrepancy. Throws NOT_NOW. */
  readonly whole: (span: BookSpan) => ReconciliationSeen
  readonly matched: (span: BookSpan, offset: number, limit: number) => { rows: MatchedPayment[]; all: number }
  /** Newest first. */
  readonly list: () => readonly ReconciledSpan[]
  /** An empty reason removes it. */
  readonly explain: (span: BookSpan, key: string, why: string, by: Cashier | null) => void
  readonly print: (span: BookSpan) => void
}

type Reader = Pick<ReconciliationReader, 'of' | 'matched'>
type ResultParts = {
  readonly journal: Pick<JournalReader, 'sales' | 'shifts'> &
    Pick<Journal, 'reconciliations'> &
    Pick<JournalWriter, 'printJobs'>
  readonly clock: Clock
}

/** The screen shows this many; the file has all of them. */
const MOST_SHOWN = 300
const MOST_LISTED = 400

export function createResults({ journal, clock }: ResultParts): Results {
  const kept = (span: BookSpan): KeptResult | null => keptResult(journal.reconciliations, span)
  const known = (span: BookSpan): KeptResult => {
    const found = kept(span)
    if (found === null) throw new CommandRefused('NOT_NOW')
    return found
  }
  const seen = ({ parts: _, ...found }: KeptResult, most: number): ReconciliationSeen => {
    const explained = journal.reconciliations.explanations(found.span)
    const discrepancies =
      found.discrepancies.length > most ? openFirst(found.discrepancies, explained) : found.discrepancies
    return {
      ...found,
      count: found.discrepancies.length,
      discrepancies: discrepancies.slice(0, most).map((discrepancy): DiscrepancySeen => {
        const sale = discrepancy.saleId === null ? null : journal.sales.byId(discrepancy.saleId)
        return {
          ...discrepancy,
          state: sale && statusOf(sale).name,
          resolutions:
            sale === null || discrepancy.resolvedAt !== null ? [] : resolutionsFor(discrepancy, sale),
          explained: explained.get(discrepancy.key) ?? null,
        }
      }),
    }
  }

  return {
    of: (span) => {
      const found = kept(span)
      return found && seen(found, MOST_SHOWN)
    },
    whole: (span) => seen(known(span), Number.POSITIVE_INFINITY),
    matched: (span, offset, limit) => {
      const { rows, all } = journal.reconciliations.matched(span, offset, limit)
      return { rows: rows.map((row) => JSON.parse(row) as MatchedPayment), all }
    },
    list: () =>
      journal.reconciliations
        .latest(MOST_LISTED)
        .map((row) => ({ ...row, shift: shiftIn(journal.shifts, row.span) }))
        .sort((one, other) => beginOf(other) - beginOf(one)),
    explain: (span, key, typed, by) => {
      const why = typed.trim()
      if (!known(span).discrepancies.some((one) => one.key === key)) throw new CommandRefused('NOT_FOUND')
      if (why === '') journal.reconciliations.unexplain(key)
      else journal.reconciliations.explain(span, key, { why, by, at: clock.now() })
    },
    print: (span) => {
      known(span)
      journal.printJobs.queue({ id: randomUUID(), kind: 'reconciliation', span }, null, clock.now())
    },
  }
}

/** If not all can be shown, open discrepancies come first; otherwise they keep their order. */
function openFirst(
  discrepancies: readonly KeptDiscrepancy[],
  explained: ReadonlyMap<string, unknown>,
): readonly KeptDiscrepancy[] {
  const isOver = ({ key, resolvedAt }: KeptDiscrepancy): boolean => resolvedAt !== null || explained.has(key)
  return [...discrepancies.filter((one) => !isOver(one)), ...discrepancies.filter(isOver)]
}

/** Reads the shift again, because it may have been closed since. */
function shiftIn(shifts: Pick<ShiftReader, 'byId'>, span: BookSpan): BookedShift | null {
  const id = shiftOfSpan(span)
  const found = id === null ? null : shifts.byId(id)
  return found && { id: found.id, zNumber: found.zNumber, openedAt: found.openedAt, closedAt: found.closedAt }
}

const beginOf = ({ span, shift, doneAt }: ReconciledSpan): number =>
  shift?.openedAt ?? (shiftOfSpan(span) === null ? shopMoment(dayOfShopSpan(span) ?? span) : doneAt)

const OWED: ReadonlySet<DiscrepancyKind> = new Set<DiscrepancyKind>(['ereceipt-owed', 'ereceipt-missing'])

function resolutionsFor({ kind }: KeptDiscrepancy, sale: Sale): readonly BookResolution[] {
  const issues = OWED.has(kind) && statusOf(sale).name === 'receipt-owed' && openReturn(sale) === null
  return [
    ...(issues ? (['issue-again'] as const) : []),
    ...(attentionOf(sale).length > 0 ? (['attention'] as const) : []),
    ...(sale.invoices.some(({ invoice }) => invoice !== null) && !OWED.has(kind)
      ? (['look-again'] as const)
      : []),
  ]
}

/** A result as stored: with one part for each number, which can be replaced, and without the matched payments. */
export type KeptResult = Omit<Reconciliation, 'matched'> & { readonly parts: BookParts }

export type Resolved = { readonly result: KeptResult; readonly matched: readonly MatchedPayment[] }

/**
 * Puts a new comparison of one number into a result: resolved discrepancies are marked, new ones are added. Pure.
 * `number` is the sale's own; its invoices may have suffixes.
 */
export function resolved(
  before: Resolved,
  number: string,
  { discrepancies, sums, fees, matched }: Compared,
  at: number,
): Resolved {
  const found = new Map(discrepancies.map((one) => [subjectOf(one), one]))
  const isIts = (one: { readonly senderInvoiceNo: string }): boolean =>
    saleNumberOf(one.senderInvoiceNo) === number
  const marked = before.result.discrepancies.map((one): KeptDiscrepancy => {
    if (!isIts(one)) return one
    // A discrepancy about the same thing keeps its place, even where its amounts changed.
    const now = found.get(subjectOf(one))
    found.delete(subjectOf(one))
    return now === undefined ? { ...one, resolvedAt: one.resolvedAt ?? at } : { ...now, resolvedAt: null }
  })
  const fresh = [...found.values()].map((one): KeptDiscrepancy => ({ ...one, resolvedAt: null }))
  const place = marked.findLastIndex(isIts) + 1
  const now = { sums, fees }
  const part = before.result.parts[number]
  return {
    result: {
      ...before.result,
      ...(part === undefined ? {} : withPart(before.result, part, now)),
      discrepancies: [...marked.slice(0, place), ...fresh, ...marked.slice(place)],
      parts: part === undefined ? before.result.parts : { ...before.result.parts, [number]: now },
    },
    matched: [...before.matched.filter((one) => !isIts(one)), ...matched],
  }
}

const subjectOf = ({ kind, paymentId, invoiceId, saleId }: Discrepancy): string =>
  [kind, paymentId ?? invoiceId ?? saleId].join('|')

/** The last result of a day or a shift, with all matches; null where it was never reconciled. */
export function keptAgain(reconciliations: Reader, span: BookSpan): Resolved | null {
  const result = keptResult(reconciliations, span)
  if (result === null) return null
  const { rows } = reconciliations.matched(span, 0, Number.MAX_SAFE_INTEGER)
  return { result, matched: rows.map((row) => JSON.parse(row) as MatchedPayment) }
}

function keptResult(reconciliations: Reader, span: BookSpan): KeptResult | null {
  const json = reconciliations.of(span)
  return json === null ? null : { ...(JSON.parse(json) as KeptResult), span }
}
