/**
 * Fills a new register with every readable row of a damaged one, and with the rows of the copy that it lacks
 * (main/storage/sqlite/open-or-rescue.ts).
 */
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Log } from '../../base/clock-and-log.ts'
import {
  asideName,
  attempt,
  closing,
  diskFiles,
  inTransaction,
  rowsByPlace,
  UNREADABLE,
  unlessUnreadable,
} from '../sqlite/index.ts'
import { damageIn, damageNote, peopleLostNote, type RegisterDamage, withEarlier } from './damage.ts'
import { assertOfThisBuild, isFile } from './integrity.ts'
import { KINDS, type Kind, type RegisterChange, type SharedKind } from './types.ts'
import { writeRows } from './write-rows.ts'

/** A row of either file. The columns of a damaged file may contain anything. */
const rowSchema = z.object({
  place: z.int(),
  kind: z.enum(KINDS),
  key: z.string(),
  version: z.int().positive(),
  body: z
    .string()
    .refine((body) => attempt(() => JSON.parse(body)) !== UNREADABLE)
    .nullable(),
})
type Row = z.infer<typeof rowSchema>

/** Rows by kind and key. */
type Rows = Map<string, Row>
type Found = {
  readonly rows: Rows
  /** The names of all rows, including removed ones. Null if the index cannot be read. */
  readonly names: ReadonlySet<string> | null
}

const SHARED: Readonly<Record<SharedKind, true>> = {
  ...{ product: true, person: true, setting: true, organisation: true },
}

const NOTHING: Found = { rows: new Map(), names: null }

/** Added to the version of a row from the copy, because the lost row may have had a higher version than the copy's. */
const VERSIONS_AHEAD = 1000

type Rescuing = {
  readonly file: string
  readonly copy: string
  readonly neverHadStaff: boolean
  readonly log: Log
  readonly now: () => number
}

export function rescueRegister(target: DatabaseSync, setAside: string | null, parts: Rescuing): string {
  const damaged = (setAside === null ? null : readFrom(setAside, parts.log)) ?? NOTHING
  const { rows, notes } = merged(damaged, rowsOfCopy(parts), { ...parts, setAside })
  inTransaction(target, () => insert(target, rows, notes))
  return `${rows.size} rows, ${rows.size - damaged.rows.size} of them from the copy`
}

type About = Pick<Rescuing, 'file' | 'neverHadStaff'> & { readonly setAside: string | null }

/** The rows of the new register, and the notes that report the damage. */
function merged(damaged: Found, copied: Rows, { file, setAside, neverHadStaff }: About) {
  const rows: Rows = new Map(damaged.rows)
  for (const [name, row] of copied)
    if (!rows.has(name) && row.kind in SHARED)
      rows.set(name, { ...row, version: row.version + VERSIONS_AHEAD })
  // A lost row would seem to be removed by a person, and an older one changed. The shop database has the right ones.
  for (const [name, { kind }] of rows) if (kind === 'agreed') rows.delete(name)

  const present = (kind: Kind): readonly string[] =>
    [...rows].flatMap(([name, row]) => (row.kind === kind && row.body !== null ? [name] : []))
  const namesOf = (kind: Kind) =>
    damaged.names && [...damaged.names].filter((name) => name.startsWith(`${kind}/`))
  const of = (kind: Kind) => ({
    old: present(kind).filter((name) => !damaged.rows.has(name)).length,
    lost: namesOf(kind)?.filter((name) => !rows.has(name)).length ?? null,
  })
  // True only if it is certain that there were none.
  const hadNoRows = (kind: Kind): boolean =>
    present(kind).length === 0 && (namesOf(kind)?.every((name) => damaged.rows.has(name)) ?? false)

  const report: RegisterDamage = {
    setAside: setAside ?? file,
    ...{ product: of('product'), person: of('person'), setting: of('setting') },
    ...{ own: !hadNoRows('product'), unreadable: 0, seen: false },
  }
  const earlier = damaged.rows.get('note/damage')?.body
  const notes = [damageNote(withEarlier(report, earlier ? damageIn(earlier, file) : null))]
  if (present('person').length === 0 && !hadNoRows('person') && !neverHadStaff)
    notes.push(peopleLostNote(basename(file)))
  return { rows, notes }
}

function insert(database: DatabaseSync, rows: Rows, notes: readonly RegisterChange[]): void {
  const put = database.prepare('INSERT INTO register (kind, key, version, body) VALUES (?, ?, ?, ?)')
  for (const { kind, key, version, body } of [...rows.values()].sort((a, b) => a.place - b.place))
    put.run(kind, key, version, body)
  writeRows(database, 'note', notes)
}

/** The rows of the copy. An unreadable copy is renamed, so that the next copy does not overwrite it. */
function rowsOfCopy({ copy, log, now }: Rescuing): Rows {
  if (!isFile(copy)) return new Map()
  const found = readFrom(copy, log)
  if (found !== null) return found.rows
  log.error('the copy of the register cannot be read and is renamed', { file: basename(copy) })
  diskFiles.rename(copy, asideName(copy, now()))
  return new Map()
}

/** Null for a file that is not a readable register. Throws if another program has locked it, or another build made it. */
const readFrom = (file: string, log: Log): Found | null =>
  unlessUnreadable(file, log, () => closing(new DatabaseSync(file, { readOnly: true }), foundIn))

function foundIn(source: DatabaseSync): Found | null {
  source.exec('PRAGMA busy_timeout = 2000')
  source.prepare('SELECT count(*) FROM sqlite_master').get()
  assertOfThisBuild(source)
  const rows: Rows = new Map()
  for (const found of rowsByPlace(source, 'register')) {
    const row = rowSchema.safeParse(found).data
    if (row) rows.set(nameOf(row), row)
  }
  const keys = attempt(() =>
    source.prepare('SELECT kind, key FROM register INDEXED BY sqlite_autoindex_register_1').all(),
  )
  const names = keys === UNREADABLE ? null : new Set(keys.map((row) => nameOf(row as Row)))
  return rows.size === 0 && names === null ? null : { rows, names }
}

const nameOf = ({ kind, key }: Pick<Row, 'kind' | 'key'>): string => `${kind}/${key}`
