/** Checks the hash chain against the rows, and the Zs against the sums and the chain. */
import type { DatabaseSync } from 'node:sqlite'
import { formatZ, periodsOf, type ShiftEvent, type ShiftTotals } from '../../../shared/books/shift.ts'
import { chainOf, chainReader, eventIn, hashBlob, linksOf } from '../journal/index.ts'
import { projectionReaders, soldBefore } from '../projections/index.ts'
import { prepared } from '../sqlite/index.ts'
import { changedEvent, type Finding, finding } from './finding.ts'
import { firstDifference } from './first-difference.ts'
import { partedZs } from './reported-shifts.ts'

type ZReads = ReturnType<typeof readsOf>

const readsOf = (database: DatabaseSync) => ({
  ...projectionReaders(database),
  chain: chainReader(database),
})

export type VerifyOptions = {
  /** The head printed on an X or a Z, or its first digits. Null: no head is checked. */
  readonly head: string | null
  /** The part of a Z that can be computed again from the shift's sums at any time. */
  readonly totalsOf: (reads: ZReads, shiftId: string) => Readonly<Record<string, unknown>>
}

export function wrongLink(
  database: DatabaseSync,
  { head }: Pick<VerifyOptions, 'head'>,
  found: string[],
): Finding | null {
  const { id } = chainOf(database)
  const broken = brokenAt(database, head, id, found)
  if (broken !== null || head === null || found.some((line) => line.startsWith(HEAD_FOUND))) return broken
  return finding('head-changed', null, 'the head that was given is nowhere in the chain')
}

const HEAD_FOUND = 'the head that was given is'

function brokenAt(database: DatabaseSync, head: string | null, id: string, found: string[]): Finding | null {
  const said = (one: string, where: string): void => {
    if (head !== null && one.startsWith(head)) found.push(`${HEAD_FOUND} that ${where}`)
  }
  const isOurs = ours(database)
  let last = { ...chainOf(database), position: 0, entry: 0, head: id }
  for (const { before, after, event } of linksOf(database)) {
    last = after
    if (event === null) {
      said(after.head, `after audit entry ${after.entry}`)
      continue
    }
    const { position } = after
    if (position !== before.position + 1)
      return finding('event-missing', before.position + 1, `event ${before.position + 1} is missing`)
    if (!hashBlob(after).equals(event.hash as Uint8Array)) return changedEvent(position, event)
    const z = event.kind === 'shift-closed' ? eventIn<Z>(event) : null
    const told = z?.totals.chain
    const isOther = told?.head !== before.head || told?.position !== before.position
    if (z && isOther && isOurs({ z, shiftId: String(event.subject) }))
      return finding('z-changed', z.zNumber, `${nameOf(z)}: its head is not that of the chain before it`)
    said(after.head, `after event ${position}`)
  }
  const kept = chainOf(database)
  if (kept.position > last.position)
    return finding(
      'events-cut-off',
      last.position,
      `the events after ${last.position} are cut off: there were ${kept.position}`,
    )
  if (kept.entry > last.entry)
    return finding(
      'audit-cut-off',
      last.entry,
      `the audit entries after ${last.entry} are cut off: there were ${kept.entry}`,
    )
  if (kept.position < last.position)
    return finding(
      'event-added',
      kept.position + 1,
      `event ${kept.position + 1} was put behind the end of the chain`,
    )
  if (kept.head !== last.head)
    return finding(
      'head-changed',
      null,
      'the head of the chain is not what its events and audit entries come to',
    )
  found.push(`${last.position} events, the head is ${last.head}`)
  return null
}

type Closing = { readonly z: Z; readonly shiftId: string }

/** Whether this journal closed the Z. False for Zs of other files. */
function ours(database: DatabaseSync): (closing: Closing) => boolean {
  const { id } = chainOf(database)
  const parted = partedZs(database)
  return ({ z, shiftId }) => z.totals.chain.id === id && !parted.has(shiftId)
}

type Z = Extract<ShiftEvent, { kind: 'shift-closed' }>

const nameOf = ({ zNumber }: Z): string => `Z ${formatZ(zNumber)}`

/** Checks the Zs that this journal closed. */
export function wrongZ(database: DatabaseSync, { totalsOf }: VerifyOptions, found: string[]): string | null {
  const reads = readsOf(database)
  const all = database
    .prepare(
      "SELECT position, subject, version, body FROM event WHERE kind = 'shift-closed' ORDER BY position",
    )
    .all()
    .map((row) => ({ position: Number(row.position), shiftId: String(row.subject), z: eventIn<Z>(row) }))
  const own = all.filter(ours(database))
  const sold = soldBefore(
    database,
    own.map(({ position, shiftId }) => ({ position, codes: reads.shiftSales.codes(shiftId) })),
  )
  for (const [index, closing] of own.entries()) {
    const { z, shiftId } = closing
    const wrong =
      wrongNumberIn(database, z.totals) ??
      (isFilledAfter(database, closing, booksOf(reads, shiftId))
        ? null
        : firstDifference(z.totals, totalsOf(reads, shiftId))) ??
      firstDifference(z.totals, { running: sold[index] })
    if (wrong) return `${nameOf(z)}: ${wrong}`
  }
  const others = all.length - own.length
  found.push(`${own.length} Zs${others > 0 ? `, ${others} of other files` : ''}`)
  return null
}

const wrongNumberIn = (database: DatabaseSync, { lastNumber }: ShiftTotals): string | null =>
  lastNumber === null || prepared(database, 'SELECT 1 FROM sale WHERE sender_invoice_no = ?').get(lastNumber)
    ? null
    : `its last sale ${lastNumber} is missing`

/** The ids of the shift and of the times without a shift that its Z reports. */
const booksOf = (reads: ZReads, shiftId: string): readonly string[] => [
  shiftId,
  ...periodsOf(reads.shifts.events(shiftId)).map((period) => `-${period}`),
]

/** Whether a merge later filled a gap in a sale of the shift: then the sale's other events post other amounts. */
const isFilledAfter = (
  database: DatabaseSync,
  { position }: { readonly position: number },
  books: readonly string[],
): boolean =>
  prepared(
    database,
    `SELECT 1 FROM json_each(?1) book JOIN shift_sale t ON t.shift_id = book.value
       JOIN event late ON late.subject = t.sale_id AND late.position > ?2
       JOIN event told ON told.subject = t.sale_id AND told.shift_id = t.shift_id AND told.position < ?2 AND told.seq > late.seq
       LIMIT 1`,
  ).get(JSON.stringify(books), position) !== undefined
