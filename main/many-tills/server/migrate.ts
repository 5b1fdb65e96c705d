/**
 * The migrations of a shop database: numbered files of plain SQL, each in one transaction that also records its number and its
 * fingerprint. Whoever administers the database runs them; tills never do. Until 1.0 a change of the tables edits the first
 * file. Then a database that was made by the file before is of another build, and is left as it is.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { codeOf } from '../../base/files/error-code.ts'
import { fingerprintOfSql } from './fingerprints.ts'

const FOLDER = join(import.meta.dirname, 'migrations')

export type MigrationFile = { readonly number: number; readonly name: string; readonly sql: string }

export const migrationFiles = (): readonly MigrationFile[] =>
  readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({
      number: Number(name.slice(0, 4)),
      name,
      sql: readFileSync(join(FOLDER, name), 'utf8'),
    }))

export async function isShopDatabase(client: Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('shop.migration') IS NOT NULL AS known`)
  return Boolean(rows[0]?.known)
}

/** 0 where there is no shop database yet. */
export async function migrationOf(admin: Client): Promise<number> {
  if (!(await isShopDatabase(admin))) return 0
  const found = await admin.query('SELECT coalesce(max(number), 0) AS number FROM shop.migration')
  return Number(found.rows[0]?.number)
}

/** The fingerprints of the migrations that ran, in order. Null where none were recorded. A report login may read them, too. */
export async function recordedFingerprints(client: Client): Promise<readonly string[] | null> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = to_regclass('shop.migration') AND attname = 'fingerprint'`,
  )
  if (rowCount === 0) return null
  const { rows } = await client.query('SELECT fingerprint FROM shop.migration ORDER BY number')
  return rows.map(({ fingerprint }) => String(fingerprint))
}

/** Throws for a shop database that other migrations made, and changes nothing. One that only lacks the newest ones is accepted. */
export async function refuseOtherFiles(client: Client, files = migrationFiles()): Promise<void> {
  if (!(await isShopDatabase(client))) return
  const recorded = await recordedFingerprints(client)
  const known = files.slice(0, recorded?.length).map(({ sql }) => fingerprintOfSql(sql))
  if (recorded === null || known.some((fingerprint, index) => fingerprint !== recorded[index]))
    throw new Error(OTHER_BUILD)
  if (recorded.length > files.length)
    throw new Error(`the database has migration ${recorded.length} of a newer program`)
}

const OTHER_BUILD =
  'This shop database was made by another build of the program, and its tables are not those of this one. Nothing was changed. Take out of it with that build what you need, such as reports. Then make a new shop database: “init”, with another name at the end of --url.'

/**
 * Runs what is missing, as the owner of the tables. Returns the names of the files that ran. Throws for a database of another
 * build or of a newer program. Two at a time wait for each other. `inOne`: the caller has begun a transaction for all.
 */
export async function upgrade(
  admin: Client,
  { files = migrationFiles(), inOne = false } = {},
): Promise<readonly string[]> {
  const ran: string[] = []
  const run = (work: () => Promise<void>): Promise<void> =>
    inOne ? work() : withoutDeadlock(() => inTransaction(admin, work))
  for (const { number, name, sql } of files) {
    await run(async () => {
      await admin.query(`SELECT pg_advisory_xact_lock(hashtext('tugrik shop database'))`)
      await refuseOtherFiles(admin, files)
      const at = await migrationOf(admin)
      if (at >= number) return
      if (at !== number - 1)
        throw new Error(`migration ${number} needs ${number - 1}, and the database has ${at}`)
      await admin.query('SET LOCAL ROLE tugrik_owner')
      if (number === 1) await admin.query(BEGINNING)
      await admin.query(sql)
      await admin.query('INSERT INTO shop.migration (number, name, fingerprint) VALUES ($1, $2, $3)', [
        number,
        name,
        fingerprintOfSql(sql),
      ])
      await admin.query('RESET ROLE')
      ran.push(name)
    })
  }
  return ran
}

const BEGINNING = `
  CREATE SCHEMA shop;
  CREATE TABLE shop.migration (number int PRIMARY KEY, name text NOT NULL, fingerprint text NOT NULL,
    at timestamptz NOT NULL DEFAULT now());
`

/**
 * Retries a migration that PostgreSQL aborted because of a deadlock: a till or a report may lock the same tables in another
 * order. Migrations take their locks first, so a retry repeats little work.
 */
export async function withoutDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== DEADLOCK || tries === MOST_TRIES) throw error
    }
}

const DEADLOCK = '40P01'
const MOST_TRIES = 10

export async function inTransaction<T>(admin: Client, work: () => Promise<T>): Promise<T> {
  await admin.query('BEGIN')
  try {
    const result = await work()
    await admin.query('COMMIT')
    return result
  } catch (error) {
    await admin.query('ROLLBACK').catch(() => {})
    throw error
  }
}
