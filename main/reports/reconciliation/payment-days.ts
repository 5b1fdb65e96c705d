import type { BookedInvoice } from '../../../shared/books.ts'
import { dayAfter } from '../../../shared/shop-day.ts'

/** Nobody is taken to pay an invoice that is older. */
const LONGEST_OPEN_DAYS = 32

/**
 * The days that an invoice's payments are asked for. The contract wants days (docs/payment-service.md#list-payments) and our clock may have been days
 * ahead or behind, then or now: what the service says of its own invoice tells the first of them. Where it says nothing,
 * `near` does: a day of its books.
 */
export function paymentDays(
  { createdDate }: Pick<BookedInvoice, 'createdDate'>,
  { near, today }: { readonly near: string; readonly today: string },
): { readonly start_date: string; readonly end_date: string } {
  const made = dayIn(createdDate)
  const [earliest = today] = [near, today].sort()
  const first = made ?? dayAfter(earliest, -LONGEST_OPEN_DAYS)
  const last = [dayAfter(made ?? earliest, LONGEST_OPEN_DAYS), near, today].sort().at(-1) ?? today
  // A day to spare on both sides: the service's zone may be another.
  return { start_date: dayAfter(first, -1), end_date: dayAfter(last, 1) }
}

function dayIn(date: string | null): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?!\d)/.exec(date ?? '')?.[0]
  return day === undefined || Number.isNaN(Date.parse(day)) ? null : day
}
