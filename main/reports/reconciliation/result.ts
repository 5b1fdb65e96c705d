/** The last result of a day or a shift, as it is shown, printed and exported. */
import { randomUUID } from 'node:crypto'
import {
  type BookedShift,
  type BookRemedy,
  type BookSpan,
  type DifferenceSeen,
  type DiscrepancyKind,
  type KeptDifference,
  type MatchedPayment,
  type ReconciledSpan,
  type ReconciliationSeen,
  shiftOfSpan,
} from '../../../shared/books.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { openReturn } from '../../../shared/return.ts'
import type { Sale } from '../../../shared/sale.ts'
import { statusOf } from '../../../shared/sale-status.ts'
import { shopMoment } from '../../../shared/shop-day.ts'
import type { Cashier } from '../../../shared/staff.ts'
import type { Clock } from '../../environment.ts'
import type { ShiftReader } from '../../projections/index.ts'
import { attentionOf } from '../../sales/index.ts'
import type { Journal, JournalReader } from '../../store/index.ts'
import { type KeptResult, keptResult } from './resolve.ts'

export type Results = {
  /** Null where it was never reconciled. */
  readonly of: (span: BookSpan) => ReconciliationSeen | null
  /** The same, with every difference. Throws BOOKS_MISSING. */
  readonly whole: (span: BookSpan) => ReconciliationSeen
  readonly matched: (span: BookSpan, offset: number, limit: number) => { rows: MatchedPayment[]; all: number }
  /** Newest first. */
  readonly list: () => readonly ReconciledSpan[]
  /** An empty reason takes it back. */
  readonly explain: (span: BookSpan, key: string, why: string, by: Cashier | null) => void
  readonly print: (span: BookSpan) => void
}

export type ResultParts = {
  readonly journal: Pick<JournalReader, 'sales' | 'shifts'> & Pick<Journal, 'reconciliations' | 'printJobs'>
  readonly clock: Clock
}

/** Nobody works through more at a screen; the file has all of them. */
const MOST_SHOWN = 300
const MOST_LISTED = 400

export function createResults({ journal, clock }: ResultParts): Results {
  const kept = (span: BookSpan): KeptResult | null => keptResult(journal.reconciliations, span)
  const known = (span: BookSpan): KeptResult => {
    const found = kept(span)
    if (found === null) throw new CommandRefused('BOOKS_MISSING')
    return found
  }
  const seen = ({ parts: _, ...found }: KeptResult, most: number): ReconciliationSeen => {
    const explained = journal.reconciliations.explanations(found.span)
    const differences =
      found.differences.length > most ? openFirst(found.differences, explained) : found.differences
    return {
      ...found,
      count: found.differences.length,
      differences: differences.slice(0, most).map((difference): DifferenceSeen => {
        const sale = difference.saleId === null ? null : journal.sales.byId(difference.saleId)
        return {
          ...difference,
          state: sale && statusOf(sale).name,
          remedies: sale === null || difference.mendedAt !== null ? [] : remediesFor(difference, sale),
          explained: explained.get(difference.key) ?? null,
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
      if (!known(span).differences.some((one) => one.key === key))
        throw new CommandRefused('DIFFERENCE_UNKNOWN')
      if (why === '') journal.reconciliations.unexplain(key)
      else journal.reconciliations.explain(span, key, { why, by, at: clock.now() })
    },
    print: (span) => {
      known(span)
      journal.printJobs.queue({ id: randomUUID(), kind: 'reconciliation', span }, null, clock.now())
    },
  }
}

/** Of more than can be shown, what is left to do comes first; fewer keep their places. */
function openFirst(
  differences: readonly KeptDifference[],
  explained: ReadonlyMap<string, unknown>,
): readonly KeptDifference[] {
  const isOver = ({ key, mendedAt }: KeptDifference): boolean => mendedAt !== null || explained.has(key)
  return [...differences.filter((one) => !isOver(one)), ...differences.filter(isOver)]
}

/** As it is now: one that ran when it was reconciled may be closed since. */
function shiftIn(shifts: ShiftReader, span: BookSpan): BookedShift | null {
  const id = shiftOfSpan(span)
  const found = id === null ? null : shifts.byId(id)
  return found && { id: found.id, zNumber: found.zNumber, openedAt: found.openedAt, closedAt: found.closedAt }
}

const beginOf = ({ span, shift, doneAt }: ReconciledSpan): number =>
  shift?.openedAt ?? (shiftOfSpan(span) === null ? shopMoment(span) : doneAt)

const OWED: ReadonlySet<DiscrepancyKind> = new Set<DiscrepancyKind>(['ereceipt-owed', 'ereceipt-missing'])

function remediesFor({ kind }: KeptDifference, sale: Sale): readonly BookRemedy[] {
  const issues = OWED.has(kind) && statusOf(sale).name === 'receipt-owed' && openReturn(sale) === null
  return [
    ...(issues ? (['issue-again'] as const) : []),
    ...(attentionOf(sale).length > 0 ? (['attention'] as const) : []),
    ...(sale.invoices.some(({ invoice }) => invoice !== null) && !OWED.has(kind)
      ? (['look-again'] as const)
      : []),
  ]
}
