/**
 * Whether a journal is what was written into it (`npm run audit:verify`). Each check names the first thing that does not fit:
 *
 *     shape     a table, an index or a trigger that is missing, or is another one
 *     numbers   that no till writes: beyond what is exact
 *     chain     events changed, missing, put in or put elsewhere; the end; the head that each Z holds; a head from paper
 *     trail     acts
 *     rows      of sales and shifts, beside what their events come to
 *     sums      beside those of the events
 *     Zs        beside the sums of their shifts
 */
import { DatabaseSync } from 'node:sqlite'
import { formatZ, type ShiftEvent, type ShiftTotals } from '../../shared/shift.ts'
import { attempt, UNREADABLE } from './attempt.ts'
import { auditVerdict } from './audit.ts'
import { chainOf, chainReads, hashBlob, linksOf } from './chain.ts'
import { versionOf } from './connect.ts'
import { eventReader } from './events.ts'
import { factTable } from './facts.ts'
import { firstDifference } from './first-difference.ts'
import { ledgerReads, wrongSums } from './ledger-sums.ts'
import { migrate } from './migrate.ts'
import { MIGRATIONS } from './migrations.ts'
import { prepared } from './prepared.ts'
import { remade } from './refold.ts'
import { isExact, type Row } from './row.ts'
import { beginningOf, type SaleModel } from './sale-model.ts'
import { chargedInvoice, tagOf } from './sales.ts'
import { shiftReads } from './shifts.ts'

export type VerifyOptions = {
  readonly model: SaleModel
  /** From an X or a Z, or how it begins; null looks for none. */
  readonly head: string | null
  /** What the sums of a shift say of its Z, whenever they are read. */
  readonly totalsOf: (reads: ZReads, shiftId: string) => Readonly<Record<string, unknown>>
}

export type Verdict = {
  /** Nothing is wrong where it is empty. */
  readonly wrong: readonly string[]
  readonly found: readonly string[]
}

export type ZReads = ReturnType<typeof readsOf>

const readsOf = (database: DatabaseSync) => ({
  ...ledgerReads(database),
  ...shiftReads(database, factTable(database)),
  ...chainReads(database),
})

/** Of a file that nobody else uses: a copy. Nothing is written into it. */
export function verifyJournal(file: string, options: VerifyOptions): Verdict {
  const database = new DatabaseSync(file)
  try {
    const version = versionOf(database)
    if (version !== MIGRATIONS.length)
      return {
        wrong: [`it is of version ${version}, and this program verifies version ${MIGRATIONS.length}`],
        found: [],
      }
    const found: string[] = []
    const wrong = CHECKS.flatMap((check) => tried(() => check(database, options, found)) ?? [])
    return { wrong, found }
  } finally {
    database.close()
  }
}

/** Answers what is wrong; what is worth telling all the same goes into `found`. */
type Check = (database: DatabaseSync, options: VerifyOptions, found: string[]) => string | null

const CHECKS: readonly Check[] = [
  wrongShape,
  wrongNumber,
  wrongLink,
  wrongAct,
  wrongSale,
  wrongShift,
  wrongSum,
  wrongZ,
]

/** What makes a check impossible is wrong itself. */
function tried(check: () => string | null): string | null {
  try {
    return check()
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

const SHAPE =
  "SELECT type || ' ' || name AS name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"

function wrongShape(database: DatabaseSync): string | null {
  const made = new DatabaseSync(':memory:')
  migrate(made, MIGRATIONS, null)
  const parts = (of: DatabaseSync) =>
    new Map(
      of
        .prepare(SHAPE)
        .all()
        .map(({ name, sql }) => [String(name), String(sql)]),
    )
  const [is, should] = [parts(database), parts(made)]
  made.close()
  for (const [name, sql] of should) {
    if (!is.has(name)) return `${name} is missing`
    if (is.get(name) !== sql) return `${name} is not that of this program`
  }
  for (const name of is.keys()) if (!should.has(name)) return `${name} is not of this program`
  return null
}

function wrongNumber(database: DatabaseSync): string | null {
  const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all()
  for (const { name } of tables) {
    const columns = database
      .prepare(`SELECT name FROM pragma_table_info('${name}') WHERE type = 'INTEGER'`)
      .all()
      .map((row) => String(row.name))
    if (columns.length === 0) continue
    const beyond = columns.map((column) => `${column} NOT BETWEEN ${-LARGEST} AND ${LARGEST}`).join(' OR ')
    const query = database.prepare(`SELECT ${columns.join(', ')} FROM ${name} WHERE ${beyond} LIMIT 1`)
    query.setReadBigInts(true)
    const row = query.get()
    const column = row && columns.find((one) => !isExact(row[one]))
    if (column !== undefined)
      return `table ${name}: ${column} is ${row?.[column]}, a number that no till writes`
  }
  return null
}

const LARGEST = Number.MAX_SAFE_INTEGER

function wrongLink(database: DatabaseSync, { head }: VerifyOptions, found: string[]): string | null {
  const { id } = chainOf(database)
  const broken = brokenAt(database, head, id, found)
  if (broken !== null || head === null || found.some((line) => line.startsWith(HEAD_FOUND))) return broken
  return 'the head that was given is nowhere in the chain'
}

const HEAD_FOUND = 'the head that was given is'

function brokenAt(database: DatabaseSync, head: string | null, id: string, found: string[]): string | null {
  const said = (one: string, where: string): void => {
    if (head !== null && one.startsWith(head)) found.push(`${HEAD_FOUND} that ${where}`)
  }
  let last = { ...chainOf(database), position: 0, act: 0, head: id }
  for (const { before, after, event } of linksOf(database)) {
    last = after
    if (event === null) {
      said(after.head, `after act ${after.act}`)
      continue
    }
    const { position } = after
    if (position !== before.position + 1) return `event ${before.position + 1} is missing`
    if (!hashBlob(after).equals(event.hash as Uint8Array))
      return `event ${position} (${event.subject}, ${event.kind}), or an act before it, is not what was written there`
    const z = event.kind === 'shift-closed' ? zOf(event) : null
    const told = z?.totals.chain
    if (z && told?.id === id && (told.head !== before.head || told.position !== before.position))
      return `${nameOf(z)}: its head is not that of the chain before it`
    said(after.head, `after event ${position}`)
  }
  const kept = chainOf(database)
  if (kept.position > last.position)
    return `the events after ${last.position} are cut off: there were ${kept.position}`
  if (kept.act > last.act) return `the acts after ${last.act} are cut off: there were ${kept.act}`
  if (kept.position < last.position) return `event ${kept.position + 1} was put behind the end of the chain`
  if (kept.head !== last.head) return 'the head of the chain is not what its events and acts come to'
  found.push(`${last.position} events, the head is ${last.head}`)
  return null
}

type Z = Extract<ShiftEvent, { kind: 'shift-closed' }>

const zOf = (row: Row): Z => JSON.parse(String(row.body)) as Z
const nameOf = ({ zNumber }: Z): string => `Z ${formatZ(zNumber)}`

function wrongAct(database: DatabaseSync, _options: VerifyOptions, found: string[]): string | null {
  const verdict = auditVerdict(database)
  if (!verdict.whole) return `act ${verdict.seq}: ${verdict.why}`
  const { rows, aside } = verdict
  found.push(`${rows} acts${aside > 0 ? `, ${aside} of other files aside` : ''}`)
  return null
}

function wrongSale(database: DatabaseSync, { model }: VerifyOptions, found: string[]): string | null {
  const eventsOf = eventReader(database)
  let count = 0
  for (const row of database.prepare('SELECT * FROM sale ORDER BY rowid').iterate()) {
    const events = eventsOf(String(row.id))
    const should = rowOf(row, events, model)
    const { snapshot, ...columns } = should
    if (columns.partly > Number(row.partly))
      return `sale ${row.sender_invoice_no}: some of its events are missing, or do not add up`
    const wrong = firstDifference(row, columns) ?? wrongSnapshot(String(row.snapshot), snapshot)
    if (wrong) return `sale ${row.sender_invoice_no}: ${wrong}`
    count += 1
  }
  const orphan = database
    .prepare(
      `SELECT subject, position FROM event WHERE NOT EXISTS (SELECT 1 FROM sale WHERE id = subject)
         AND NOT EXISTS (SELECT 1 FROM shift WHERE id = subject) ORDER BY position LIMIT 1`,
    )
    .get()
  if (orphan) return `${orphan.subject}: its row is missing, event ${orphan.position} is about it`
  found.push(`${count} sales`)
  return null
}

function wrongSnapshot(is: string, should: string): string | null {
  if (is === should) return null
  const [kept, made]: unknown[] = [JSON.parse(is), JSON.parse(should)]
  return firstDifference(kept, made, 'snapshot') ?? (firstDifference(made, kept) && 'snapshot has more in it')
}

/** What the events of a sale make of its row. */
function rowOf(row: Row, events: ReturnType<ReturnType<typeof eventReader>>, model: SaleModel) {
  const tried = attempt(() => remade({ row, events, isToday: true }, model))
  const { sale, columns, whole } =
    tried === UNREADABLE ? model.fold(String(row.id), [], beginningOf(row)) : tried
  const { id, terminal, day, sequence, senderInvoiceNo, openedAt, version } = sale
  const kept = whole ? { total: columns.total, invoice_id: chargedInvoice(sale) } : {}
  return {
    id,
    terminal,
    day,
    sequence,
    tag: tagOf(senderInvoiceNo),
    sender_invoice_no: senderInvoiceNo,
    opened_at: openedAt,
    version,
    state: columns.state,
    due: Number(columns.due),
    waits: Number(columns.waits),
    attention: columns.attention,
    partly: Number(!whole),
    ...kept,
    snapshot: JSON.stringify(sale),
  }
}

function wrongShift(database: DatabaseSync): string | null {
  const { shiftEvents } = shiftReads(database, factTable(database))
  for (const row of database.prepare('SELECT * FROM shift ORDER BY rowid').all()) {
    const events = shiftEvents(String(row.id))
    // Some were lost with a disk: what the row knows of them cannot be compared.
    if (events.filter(({ seq }) => seq > 0).length < Number(row.version)) continue
    const closed = events.map(({ event }) => event).find((event) => event.kind === 'shift-closed')
    const isClosed = row.state === 'closed'
    const wrong = firstDifference(
      { ...row, closed: isClosed },
      { version: events.length, z_number: closed?.zNumber ?? null, closed: closed !== undefined },
    )
    if (wrong) return `shift ${row.id}: ${wrong}`
  }
  return null
}

function wrongSum(database: DatabaseSync, { model }: VerifyOptions): string | null {
  const [first, ...others] = wrongSums(database, model)
  if (first === undefined) return null
  const more = others.length > 0 ? `, and ${others.length} more sums` : ''
  return `sum ${first.sum}: it is ${first.kept}, the events come to ${first.made}${more}`
}

/** Of those that this journal closed since it has a chain: earlier ones counted otherwise. */
function wrongZ(database: DatabaseSync, { totalsOf }: VerifyOptions, found: string[]): string | null {
  const { id } = chainOf(database)
  const reads = readsOf(database)
  const all = database
    .prepare("SELECT position, subject, body FROM event WHERE kind = 'shift-closed' ORDER BY position")
    .all()
    .map((row) => ({ position: Number(row.position), shiftId: String(row.subject), z: zOf(row) }))
  const ours = all.filter(({ z }) => z.totals.chain?.id === id)
  for (const [index, closing] of ours.entries()) {
    const { z, shiftId } = closing
    const wrong =
      wrongNumberIn(database, z.totals) ??
      (isAddedTo(database, closing) ? null : firstDifference(z.totals, totalsOf(reads, shiftId))) ??
      wrongRunning(database, ours[index - 1], closing)
    if (wrong) return `${nameOf(z)}: ${wrong}`
  }
  const others = all.length - ours.length
  found.push(`${ours.length} Zs${others > 0 ? `, ${others} from before the chain or of other files` : ''}`)
  return null
}

type Closing = { readonly position: number; readonly shiftId: string; readonly z: Z }

/** What was sold since the Z before, where nothing but this shift was written between the two. */
function wrongRunning(database: DatabaseSync, last: Closing | undefined, { position, shiftId, z }: Closing) {
  if (last === undefined) return null
  const other = prepared(
    database,
    `SELECT 1 FROM event WHERE position > ? AND position < ? AND subject <> ?3
       AND (shift_id IS NULL OR shift_id NOT IN (?3, '-' || ?3)) LIMIT 1`,
  ).get(last.position, position, shiftId)
  const { sales, before } = z.totals
  const running = last.z.totals.running + sales.amount + (before?.sales.amount ?? 0)
  return other === undefined ? firstDifference(z.totals, { running }) : null
}

const wrongNumberIn = (database: DatabaseSync, { lastNumber }: ShiftTotals): string | null =>
  lastNumber === null || prepared(database, 'SELECT 1 FROM sale WHERE sender_invoice_no = ?').get(lastNumber)
    ? null
    : `its last sale ${lastNumber} is missing`

/** A restore brought something of the shift after it was closed: its Z does not change by that. */
const isAddedTo = (database: DatabaseSync, { position, shiftId }: Closing): boolean =>
  prepared(
    database,
    `SELECT 1 FROM shift_sale t JOIN event e ON e.subject = t.sale_id AND e.shift_id = t.shift_id
       WHERE t.shift_id IN (?1, '-' || ?1) AND e.position > ?2 LIMIT 1`,
  ).get(shiftId, position) !== undefined
