/** `offset` and dates, shared by the lists and the checks (docs/payment-service.md#limits). */
import { z } from 'zod'
import { dayOf } from './practice-time.ts'

/** The interface names no maximum; this one keeps an answer within reason. */
const LARGEST_PAGE = 1000

const pageNumber = z.int().min(1)
const pageLimit = z.int().min(1).max(LARGEST_PAGE)

export const listOffset = z.object({ page_number: pageNumber, page_limit: pageLimit })
/** Page 1 of 10 where nothing is said. */
export const checkOffset = z
  .object({ page_number: pageNumber.default(1), page_limit: pageLimit.default(10) })
  .default({ page_number: 1, page_limit: 10 })

type Offset = z.infer<typeof listOffset>

export const pageOf = <R>(rows: readonly R[], { page_number, page_limit }: Offset): readonly R[] =>
  rows.slice((page_number - 1) * page_limit, page_number * page_limit)

export const day = z.iso.date()

/** Both days included; a missing one sets no bound. */
export function withinDays(ms: number, first: string | undefined, last: string | undefined): boolean {
  const on = dayOf(ms)
  return (first === undefined || on >= first) && (last === undefined || on <= last)
}
