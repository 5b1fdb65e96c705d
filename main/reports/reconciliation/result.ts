/** The last result of a day, as it is shown, printed and exported. */
import { randomUUID } from 'node:crypto'
import type {
  BookRemedy,
  Difference,
  DifferenceSeen,
  MatchedPayment,
  ReconciledDay,
  Reconciliation,
  ReconciliationSeen,
} from '../../../shared/books.ts'
import { CommandRefused } from '../../../shared/failure.ts'
import { openReturn } from '../../../shared/return.ts'
import type { Sale } from '../../../shared/sale.ts'
import type { Cashier } from '../../../shared/staff.ts'
import type { Clock } from '../../environment.ts'
import type { Journal } from '../../journal/index.ts'
import { type OpenAttention, openAttention } from './read-journal.ts'

export type Results = {
  /** Null where the day was never reconciled. */
  readonly of: (day: string) => ReconciliationSeen | null
  /** The same, with every difference. Throws BOOKS_MISSING. */
  readonly whole: (day: string) => ReconciliationSeen
  readonly matched: (day: string, offset: number, limit: number) => { rows: MatchedPayment[]; all: number }
  /** Newest first. */
  readonly days: () => readonly ReconciledDay[]
  /** An empty reason takes it back. */
  readonly explain: (day: string, key: string, why: string, by: Cashier | null) => void
  readonly print: (day: string) => void
}

type Kept = Omit<Reconciliation, 'matched'>

export type ResultParts = {
  readonly journal: Journal
  readonly clock: Clock
  readonly changed: () => void
  readonly jobQueued: () => void
}

/** Nobody works through more at a screen; the file has all of them. */
const MOST_SHOWN = 300
const MOST_DAYS = 400

export function createResults({ journal, clock, changed, jobQueued }: ResultParts): Results {
  const kept = (day: string): Kept | null => {
    const json = journal.reconciliation(day)
    return json === null ? null : (JSON.parse(json) as Kept)
  }
  const known = (day: string): Kept => {
    const found = kept(day)
    if (found === null) throw new CommandRefused('BOOKS_MISSING')
    return found
  }
  const seen = (found: Kept, most: number): ReconciliationSeen => {
    const explained = journal.explanations(found.day)
    const attention = openAttention(journal)
    const differences =
      found.differences.length > most ? openFirst(found.differences, explained) : found.differences
    return {
      ...found,
      count: found.differences.length,
      differences: differences.slice(0, most).map((difference): DifferenceSeen => {
        const sale = difference.saleId === null ? null : journal.sale(difference.saleId)
        return {
          ...difference,
          state: sale?.state.name ?? null,
          remedies: sale === null ? [] : remediesFor(difference, sale, attention),
          explained: explained.get(difference.key) ?? null,
        }
      }),
    }
  }

  return {
    of: (day) => {
      const found = kept(day)
      return found && seen(found, MOST_SHOWN)
    },
    whole: (day) => seen(known(day), Number.POSITIVE_INFINITY),
    matched: (day, offset, limit) => {
      const { rows, all } = journal.matchedOf(day, offset, limit)
      return { rows: rows.map((row) => JSON.parse(row) as MatchedPayment), all }
    },
    days: () => journal.reconciledDays(MOST_DAYS),
    explain: (day, key, typed, by) => {
      const why = typed.trim()
      if (!known(day).differences.some((one) => one.key === key))
        throw new CommandRefused('DIFFERENCE_UNKNOWN')
      if (why === '') journal.unexplain(day, key)
      else journal.explain(day, key, { why, by, at: clock.now() })
      changed()
    },
    print: (day) => {
      known(day)
      journal.queuePrint({ id: randomUUID(), kind: 'reconciliation', day }, null, clock.now())
      jobQueued()
      changed()
    },
  }
}

/** Of more than can be shown, what nobody has explained yet comes first; fewer keep their places. */
const openFirst = (
  differences: readonly Difference[],
  explained: ReadonlyMap<string, unknown>,
): readonly Difference[] => [
  ...differences.filter(({ key }) => !explained.has(key)),
  ...differences.filter(({ key }) => explained.has(key)),
]

const OWED: ReadonlySet<Difference['kind']> = new Set<Difference['kind']>([
  'ereceipt-owed',
  'ereceipt-missing',
])

function remediesFor({ kind }: Difference, sale: Sale, attention: OpenAttention): readonly BookRemedy[] {
  const { state } = sale
  const issues = OWED.has(kind) && state.name === 'receipt-owed' && openReturn(sale) === null
  return [
    ...(issues ? (['issue-again'] as const) : []),
    ...(attention.has(sale.id) ? (['attention'] as const) : []),
    ...('invoice' in state && state.invoice !== null && !OWED.has(kind) ? (['look-again'] as const) : []),
  ]
}
