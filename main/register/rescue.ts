/**
 * Saves a damaged register: every row that can be read, and for the others those of the last backup. The damaged file is kept
 * beside the new one. Until then the file under the register's name is the damaged one, so that a rescue that was cut off is
 * done again.
 */
import { copyFileSync, existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { backupFolder } from '../backup/index.ts'
import type { Log } from '../environment.ts'
import {
  attempt,
  connect,
  diskFiles,
  emptyWal,
  inTransaction,
  prepared,
  removeDatabase,
  rowsByPlace,
  stemOf,
  UNREADABLE,
} from '../sqlite/index.ts'
import type { Kind, Register, RegisterChange } from './types.ts'

const damage = z.strictObject({
  setAside: z.string(),
  read: z.int().nonnegative(),
  /** Of those that were read, how many only in the last backup: they may be older than what was lost. */
  old: z.int().nonnegative(),
  /** Null where it cannot be told. */
  lost: z.int().nonnegative().nullable(),
  /** There were goods, or perhaps there were: the sample does not come back in their place. */
  own: z.boolean(),
  seen: z.boolean(),
})
/** What became of the goods when the register, or an older file of goods, was damaged. */
export type RegisterDamage = z.infer<typeof damage>

/** The key of the note about goods, until a person has read it. */
const DAMAGE = 'damage'
/** The key of the note that the people are lost: nobody may take the till for one without people. */
export const PEOPLE_LOST = 'people-lost'

export function readDamage(register: Pick<Register, 'rows'>): RegisterDamage | null {
  const row = register.rows('note').find(({ key }) => key === DAMAGE)
  return row === undefined ? null : damage.parse(JSON.parse(row.body))
}

export function damageSeen(register: Pick<Register, 'rows' | 'write'>): void {
  const found = readDamage(register)
  if (found !== null) register.write('note', [damageNote({ ...found, seen: true })])
}

export const damageNote = (of: RegisterDamage): RegisterChange => ({ key: DAMAGE, body: JSON.stringify(of) })

export const peopleLostNote = (file: string): RegisterChange => ({
  key: PEOPLE_LOST,
  body: JSON.stringify({ damaged: file }),
})

type Rescuing = {
  readonly create: (database: DatabaseSync) => void
  readonly write: (database: DatabaseSync, kind: Kind, changes: Iterable<RegisterChange>) => void
  readonly log: Log
  readonly now: () => number
}

/** A row of either file: columns of a damaged one may hold anything. */
const rowSchema = z.object({
  place: z.int(),
  kind: z.string(),
  key: z.string(),
  version: z.int().positive(),
  body: z
    .string()
    .refine((body) => attempt(() => JSON.parse(body)) !== UNREADABLE)
    .nullable(),
})
type Row = z.infer<typeof rowSchema>

export function rescueRegister(file: string, { create, write, log, now }: Rescuing): void {
  const setAside = setAsideCopy(file, now())
  const damaged = readFrom(setAside) ?? { rows: new Map<string, Row>(), names: null }
  const backup = readFrom(join(backupFolder(dirname(file)), basename(file)))
  const rows = new Map(damaged.rows)
  for (const [name, row] of backup?.rows ?? [])
    if ((rows.get(name)?.version ?? 0) < row.version) rows.set(name, row)

  const products = [...rows].filter(([, { kind, body }]) => kind === 'product' && body !== null)
  /** Null where it cannot be told. */
  const missing = (kind: Kind): number | null =>
    damaged.names &&
    [...damaged.names].filter((name) => name.startsWith(`${kind}/`) && !rows.has(name)).length
  const mayHaveHad = (kind: Kind): boolean =>
    [...rows.values()].some((row) => row.kind === kind) || (missing(kind) ?? (backup === null ? 1 : 0)) > 0
  const notes = [
    damageNote({
      setAside,
      read: products.length,
      old: products.filter(([name, row]) => damaged.rows.get(name) !== row).length,
      lost: missing('product'),
      own: mayHaveHad('product'),
      seen: false,
    }),
  ]
  if (mayHaveHad('person') && ![...rows.values()].some(({ kind }) => kind === 'person'))
    notes.push(peopleLostNote(basename(setAside)))

  const draft = `${file}.part`
  removeDatabase(draft)
  const made = new DatabaseSync(draft)
  try {
    made.exec('PRAGMA synchronous = FULL')
    inTransaction(made, () => {
      create(made)
      for (const { kind, key, version, body } of [...rows.values()].sort((a, b) => a.place - b.place))
        prepared(made, 'INSERT INTO register (kind, key, version, body) VALUES (?, ?, ?, ?)').run(
          ...[kind, key, version, body],
        )
      write(made, 'note', notes)
    })
  } finally {
    made.close()
  }
  // Its write-ahead log is in the file that was set aside: under the new file it would be another file's.
  for (const end of ['-wal', '-shm']) diskFiles.remove(`${file}${end}`)
  diskFiles.rename(draft, file)
  diskFiles.syncFolder(dirname(file))
  log.warn(`the register was rescued: ${rows.size} rows read; the damaged one is ${basename(setAside)}`)
}

/** Part of a file's name: date and time in UTC, 14 digits. */
export const stampOf = (at: number): string => new Date(at).toISOString().replace(/\D/g, '').slice(0, 14)

/** A copy of the damaged file as it is, with its write-ahead log where that cannot be moved into the file. */
function setAsideCopy(file: string, at: number): string {
  const log = attempt(() => {
    const database = connect(file)
    try {
      emptyWal(database)
    } finally {
      database.close()
    }
  })
  const stamp = stampOf(at)
  const name = (number: number): string =>
    `${stemOf(file)}.damaged-${stamp}${number === 1 ? '' : `-${number}`}.sqlite`
  let number = 1
  while (existsSync(name(number))) number += 1
  for (const end of log === UNREADABLE ? ['-wal', ''] : ['']) {
    if (!existsSync(`${file}${end}`)) continue
    copyFileSync(`${file}${end}`, `${name(number)}${end}`)
    diskFiles.sync(`${name(number)}${end}`)
  }
  diskFiles.syncFolder(dirname(file))
  return name(number)
}

/** Its readable rows by kind and key, and the names of all its rows where the index can be read. Null for no register at all. */
function readFrom(file: string) {
  if (!existsSync(file)) return null
  const source = new DatabaseSync(file)
  try {
    const rows = new Map<string, Row>()
    for (const found of rowsByPlace(source, 'register')) {
      const row = rowSchema.safeParse(found).data
      if (row) rows.set(nameOf(row), row)
    }
    const keys = attempt(() =>
      source.prepare('SELECT kind, key FROM register INDEXED BY sqlite_autoindex_register_1').all(),
    )
    return { rows, names: keys === UNREADABLE ? null : new Set(keys.map((row) => nameOf(row as Row))) }
  } catch {
    return null
  } finally {
    source.close()
  }
}

const nameOf = ({ kind, key }: Pick<Row, 'kind' | 'key'>): string => `${kind}/${key}`
