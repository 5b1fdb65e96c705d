/** Sales of which goods came back at another till: that till has them as guest sales, and all journals must agree. */
import { isDeepStrictEqual } from 'node:util'
import type { Return } from '../../../../shared/sale/return.ts'
import type { JournalFile, SaleRows } from './journal-file.ts'
import type { Find } from './story.ts'

export type GuestRows = SaleRows & { readonly till: string }

export const isGuest = ({ sale }: SaleRows): boolean => sale.origin !== undefined

/** The guest sales of all tills, by the number of the sale. */
export const guestsOf = (
  journals: readonly { readonly code: string; readonly journal: JournalFile }[],
): ReadonlyMap<string, readonly GuestRows[]> =>
  Map.groupBy(
    journals.flatMap(({ code, journal }) =>
      [...journal.sales()].filter(isGuest).map((rows): GuestRows => ({ ...rows, till: code })),
    ),
    ({ sale }) => sale.senderInvoiceNo,
  )

/** The sale with what other tills did with it, as one sale. */
export const withGuests = (rows: SaleRows, guests: readonly GuestRows[]): SaleRows => ({
  ...rows,
  events: [rows, ...guests].flatMap(({ events }) => events),
  prints: [rows, ...guests].flatMap(({ prints }) => prints),
  sealed: [rows, ...guests].flatMap(({ sealed }) => sealed),
})

/** Checks that each return was carried out at one till, and that the till that made the sale knows it ended. */
export function auditGuests(rows: SaleRows, guests: readonly GuestRows[], find: Find): void {
  const all = [rows, ...guests].flatMap(begunReturns)
  if (new Set(all).size !== all.length) find('doubled_refunds', `a return began at two tills: ${all}`)
  for (const guest of guests) {
    const own = new Set(begunReturns(guest))
    for (const one of guest.sale.returns.filter(({ id }) => own.has(id))) {
      const known = rows.sale.returns.find(({ id }) => id === one.id)
      if (!isDeepStrictEqual(essence(known), essence(one)))
        find(
          'hidden',
          `return ${one.id} of ${guest.till} is ${JSON.stringify(essence(one))}, and its till knows ${JSON.stringify(essence(known))}`,
        )
    }
  }
}

/** The returns that this till began. */
export const begunReturns = ({ events }: SaleRows): readonly string[] =>
  events.flatMap((event) => (event.kind === 'return-opened' ? [event.returnId] : []))

const essence = (one: Return | undefined) =>
  one && { state: one.state, lines: one.lines, parts: one.parts, voids: one.voids }
