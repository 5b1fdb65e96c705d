/**
 * A dump of a shop database: a compressed file of JSON lines, the fingerprints of the migrations first, then each row with its
 * table. It has the verifiers of the tills' passwords but no password, no pepper and no key.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { replaceFile } from '../../base/files/atomic-file.ts'
import { codeOf } from '../../base/files/error-code.ts'
import { isOfThisBuild } from './fingerprints.ts'
import { inTransaction, migrationOf, recordedFingerprints, upgrade, withoutDeadlock } from './migrate.ts'
import { type KeptTills, keepTills, restoreLogins } from './roles.ts'

const FORMAT = 'tugrik-shop-database-1'
/** In the order in which they refer to each other. */
const TABLES =
  'shop, till, stream, event, current, quarantine, register, restored, picture, edit, claim, hint, reader'.split(
    ', ',
  )
/** A body may have a megabyte. PostgreSQL takes 256 MB in one array of JSON, and Node's longest text is twice that. */
const MOST = { fetched: 100, rows: 1000, letters: 4_000_000 }
const NO_DUMP = 'this file is no dump of a shop database'
const OTHER_BUILD = 'the dump was made by another build of the program: restore it with that one'
const CUT_OFF = 'the dump is cut off'

/** Reads one moment of the database, while tills go on. The file gets its name once it is whole. */
export async function dump(admin: Client, file: string): Promise<void> {
  await inTransaction(admin, async () => {
    await admin.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
    await replaceFile(file, (draft) =>
      pipeline(Readable.from(lines(admin)), createGzip(), createWriteStream(draft)),
    )
  })
}

async function* lines(admin: Client): AsyncGenerator<string> {
  yield `${JSON.stringify({ format: FORMAT, fingerprints: await recordedFingerprints(admin) })}\n`
  for (const table of TABLES) {
    await admin.query(
      `DECLARE dumped NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS row FROM shop.${table} t`,
    )
    for (;;) {
      const { rows } = await admin.query(`FETCH ${MOST.fetched} FROM dumped`)
      if (rows.length === 0) break
      for (const { row } of rows) yield `{"table":"${table}","row":${row}}\n`
    }
    await admin.query('CLOSE dumped')
  }
  yield `{"end":true}\n`
}

/** Node's readline reads a thousand lines ahead, which may be a gigabyte. */
async function* wholeLines(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let begun: string[] = []
  for await (const text of texts) {
    const [end = '', ...next] = text.split('\n')
    begun.push(end)
    for (const beginning of next) {
      yield begun.join('')
      begun = [beginning]
    }
  }
}

/** The lines after the first, which has to name this build. */
async function* linesOf(file: string) {
  const unpacked = createGunzip()
  // `pipe` does not forward an error of the file, such as ENOENT.
  createReadStream(file)
    .on('error', (error) => unpacked.destroy(error))
    .pipe(unpacked)
  try {
    let isFirst = true
    for await (const line of wholeLines(unpacked.setEncoding('utf8'))) {
      const value = JSON.parse(line)
      if (isFirst) refuseOther(value)
      else yield value
      isFirst = false
    }
  } catch (error) {
    const code = codeOf(error)
    throw code === 'Z_DATA_ERROR' ? new Error(NO_DUMP) : code === 'Z_BUF_ERROR' ? new Error(CUT_OFF) : error
  }
}

function refuseOther({ format, fingerprints }: Readonly<Record<string, unknown>>): void {
  if (format !== FORMAT) throw new Error(NO_DUMP)
  if (!isOfThisBuild(fingerprints)) throw new Error(OTHER_BUILD)
}

/** As `statusOf` tells them of a database. */
export async function tillsOfDump(file: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const shops = new Map<number, string>()
  const tills = []
  for await (const { table, row } of linesOf(file))
    if (table === 'shop') shops.set(row.id, row.name)
    else if (table === 'till')
      tills.push({ shop: shops.get(row.shop), code: row.code, state: row.state, heard: row.heard_at })
    else break
  return tills
}

/**
 * Fills an empty database from a dump. Only the tills in `kept` keep their logins. Each shop gets a new epoch, by which its
 * tills notice the restore and send again what the server lacks. One transaction: a till whose login this server
 * knows must not find the rows without the mark of those that are behind.
 */
export async function restore(admin: Client, file: string, kept: KeptTills): Promise<void> {
  if ((await migrationOf(admin)) > 0) throw new Error('a dump is restored into an empty database')
  await inTransaction(admin, async () => {
    await upgrade(admin, { inOne: true })
    await fill(admin, file)
    await keepTills(admin, kept)
    await newEpoch(admin)
  })
  await restoreLogins(admin)
}

/** The same for a database that PostgreSQL's own tools restored. Returns the names of the migrations that ran. */
export async function upgradeRestored(admin: Client, kept: KeptTills): Promise<readonly string[]> {
  const ran = await withoutDeadlock(() =>
    inTransaction(admin, async () => {
      const names = await upgrade(admin, { inOne: true })
      await keepTills(admin, kept)
      await newEpoch(admin)
      return names
    }),
  )
  await restoreLogins(admin)
  return ran
}

async function fill(admin: Client, file: string): Promise<void> {
  let ended = false
  let batch: { table: string; rows: string[]; letters: number } = { table: '', rows: [], letters: 0 }
  const flush = async (): Promise<void> => {
    if (batch.rows.length > 0)
      await admin.query(
        `INSERT INTO shop.${batch.table} OVERRIDING SYSTEM VALUE
          SELECT * FROM jsonb_populate_recordset(NULL::shop.${batch.table}, $1)`,
        [`[${batch.rows.join(',')}]`],
      )
  }
  for await (const { table, row, end } of linesOf(file)) {
    if (end) {
      ended = true
    } else if (TABLES.includes(table)) {
      // Tills refer to each other, so all of them are inserted at once.
      const isFull = batch.rows.length >= MOST.rows || batch.letters >= MOST.letters
      if (table !== batch.table || (isFull && table !== 'till')) {
        await flush()
        batch = { table, rows: [], letters: 0 }
      }
      const text = JSON.stringify(row)
      batch.rows.push(text)
      batch.letters += text.length
    }
  }
  if (!ended) throw new Error(CUT_OFF)
  await flush()
  for (const table of ['shop', 'till', 'stream', 'quarantine'])
    await admin.query(
      `SELECT setval(pg_get_serial_sequence('shop.${table}', 'id'), coalesce(max(id), 0) + 1, false) FROM shop.${table}`,
    )
}

/** To be called after any restore of the server. */
export const newEpoch = async (admin: Client): Promise<void> =>
  void (await admin.query('SELECT shop.begin_epoch()'))
