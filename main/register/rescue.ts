/**
 * Saves a register that is damaged or gone: every row that can be read, and those of the copy that the damaged file lacks. The damaged
 * file is kept beside the new one. Until the new one takes its name in one step the damaged file has it, so that a rescue that was cut
 * off is done again.
 */
import { copyFileSync, existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Log } from '../environment.ts'
import {
  attempt,
  diskFiles,
  inTransaction,
  isDamage,
  isOfTheDisk,
  journalFailure,
  prepared,
  removeDatabase,
  rowsByPlace,
  stemOf,
  UNREADABLE,
} from '../sqlite/index.ts'
import { damageIn, damageNote, peopleLostNote, type RegisterDamage, withEarlier } from './damage.ts'
import { makeRegister } from './sound.ts'
import type { Kind } from './types.ts'

/** A row of either file: columns of a damaged one may hold anything. */
const rowSchema = z.object({
  place: z.int(),
  kind: z.enum(['product', 'person', 'setting', 'note']),
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
  /** The names of all rows, removed ones too; null where the index cannot be read. */
  readonly names: ReadonlySet<string> | null
}

const NOTHING: Found = { rows: new Map(), names: null }

/** What is behind a lost version is not known: a row of the copy goes on far behind the copy's. */
const VERSIONS_AHEAD = 1000

type Rescuing = {
  readonly copy: string
  readonly neverHadStaff: boolean
  readonly log: Log
  readonly now: () => number
}

export function rescueRegister(file: string, { copy, neverHadStaff, log, now }: Rescuing): void {
  const stamp = stampOf(now())
  const setAside = existsSync(file) ? keepAside(file, stamp) : null
  const draft = `${file}.part`
  try {
    build(file, { setAside, draft, copied: rowsOfCopy(copy, stamp, log), neverHadStaff, log })
  } catch (error) {
    // Without room for the new file every start would leave another copy.
    removeDatabase(draft)
    if (setAside !== null) removeDatabase(setAside)
    throw error
  }
  // Under the new file's name it would be taken for the new file's own.
  for (const end of ['-journal', '-wal', '-shm']) diskFiles.remove(`${file}${end}`)
  diskFiles.rename(draft, file)
  diskFiles.syncFolder(dirname(file))
}

type Building = {
  readonly setAside: string | null
  readonly draft: string
  readonly copied: Rows
  readonly neverHadStaff: boolean
  readonly log: Log
}

function build(file: string, { setAside, draft, copied, neverHadStaff, log }: Building): void {
  const damaged = setAside === null ? NOTHING : (readFrom(setAside) ?? NOTHING)
  const rows: Rows = new Map(damaged.rows)
  for (const [name, row] of copied)
    if (!rows.has(name) && row.kind !== 'note')
      rows.set(name, { ...row, version: row.version + VERSIONS_AHEAD })

  const living = (kind: Kind): readonly string[] =>
    [...rows].flatMap(([name, row]) => (row.kind === kind && row.body !== null ? [name] : []))
  const namesOf = (kind: Kind) =>
    damaged.names && [...damaged.names].filter((name) => name.startsWith(`${kind}/`))
  const of = (kind: Kind) => ({
    old: living(kind).filter((name) => !damaged.rows.has(name)).length,
    lost: namesOf(kind)?.filter((name) => !rows.has(name)).length ?? null,
  })
  // What is not known to have been empty was not.
  const hadNone = (kind: Kind): boolean =>
    living(kind).length === 0 && (namesOf(kind)?.every((name) => damaged.rows.has(name)) ?? false)

  const report: RegisterDamage = {
    setAside: setAside ?? file,
    ...{ product: of('product'), person: of('person'), setting: of('setting') },
    ...{ own: !hadNone('product'), unreadable: 0, seen: false },
  }
  const earlier = damaged.rows.get('note/damage')?.body
  const notes = [damageNote(withEarlier(report, earlier ? damageIn(earlier, file) : null))]
  if (living('person').length === 0 && !hadNone('person') && !neverHadStaff)
    notes.push(peopleLostNote(basename(file)))

  removeDatabase(draft)
  const made = makeRegister(draft)
  try {
    inTransaction(made, () => {
      for (const { kind, key, version, body } of [...rows.values()].sort((a, b) => a.place - b.place))
        prepared(made, 'INSERT INTO register (kind, key, version, body) VALUES (?, ?, ?, ?)').run(
          ...[kind, key, version, body],
        )
      for (const { key, body } of notes)
        prepared(
          made,
          `INSERT INTO register (kind, key, version, body) VALUES ('note', ?, 1, ?)
            ON CONFLICT (kind, key) DO UPDATE SET version = version + 1, body = excluded.body`,
        ).run(key, body)
    })
  } finally {
    made.close()
  }
  log.warn(
    `the register was rescued: ${rows.size} rows, ${rows.size - damaged.rows.size} of them of the copy`,
  )
}

/** Part of a file's name: date and time in UTC, 14 digits. */
const stampOf = (at: number): string => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)

/** Copies the damaged file as it is. Returns the copy's path. */
function keepAside(file: string, stamp: string): string {
  const aside = freeName(stemOf(file), stamp)
  copyFileSync(file, aside)
  diskFiles.sync(aside)
  diskFiles.syncFolder(dirname(file))
  return aside
}

function freeName(stem: string, stamp: string): string {
  for (let number = 1; ; number += 1) {
    const name = `${stem}.damaged-${stamp}${number === 1 ? '' : `-${number}`}.sqlite`
    if (!existsSync(name)) return name
  }
}

/** The rows of the copy. One that does not read is kept aside, so that the next copy does not take its place. */
function rowsOfCopy(copy: string, stamp: string, log: Log): Rows {
  if (statSync(copy, { throwIfNoEntry: false })?.isFile() !== true) return new Map()
  const found = readFrom(copy)
  if (found !== null) return found.rows
  log.error(`${basename(copy)} among the backups cannot be read, and is kept aside`)
  diskFiles.rename(copy, freeName(stemOf(copy), stamp))
  return new Map()
}

/** Null for a file that is no register, or no longer. Throws where another program has the file. */
function readFrom(file: string): Found | null {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    source.exec('PRAGMA busy_timeout = 2000')
    source.prepare('SELECT count(*) FROM sqlite_master').get()
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
  } catch (error) {
    if (isOfTheDisk(error) && !isDamage(error)) throw journalFailure(error)
    return null
  } finally {
    source.close()
  }
}

const nameOf = ({ kind, key }: Pick<Row, 'kind' | 'key'>): string => `${kind}/${key}`
