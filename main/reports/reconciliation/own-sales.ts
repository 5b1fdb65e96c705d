import type { BookedInvoice } from '../../../shared/books.ts'
import type { DayRange } from '../../../shared/report.ts'
import type { Sale } from '../../../shared/sale.ts'
import type { JournalReader } from '../../store/index.ts'

export type OwnJournal = Pick<JournalReader, 'invoices' | 'sales' | 'shifts'>

export type KnownInvoice = { readonly number: string; readonly invoiceId: string }

/** Which sales are in the books of a day or a shift: each is in those of one day, and of one shift at the most. */
export type OwnSales = {
  /** The service's days that its invoices are listed under. */
  readonly days: DayRange
  readonly ids: () => readonly string[]
  readonly has: (invoiceId: string) => boolean
  readonly holds: (sale: Sale) => boolean
  /** Invoices of theirs that are not listed under those days. */
  readonly without: (listed: ReadonlySet<string>) => readonly KnownInvoice[]
  /** Whether an invoice that no sale of the journal knows would be in these books. */
  readonly wouldHold: (invoice: BookedInvoice) => boolean
  /** Told all that was listed, before it is asked about any. */
  readonly listed: (invoices: readonly BookedInvoice[]) => void
}

export const notAmong = <Row extends KnownInvoice>(
  invoices: readonly Row[],
  listed: ReadonlySet<string>,
): readonly Row[] => invoices.filter(({ invoiceId }) => !listed.has(invoiceId))
