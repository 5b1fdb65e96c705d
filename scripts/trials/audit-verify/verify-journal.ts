/**
 * Detects tampering with a journal (`npm run audit:verify`). Each check names its first finding:
 *
 *     shape     tables, indexes and triggers that are missing or were changed
 *     numbers   integers that are too large to be exact, which no till writes
 *     chain     events that were changed, removed, inserted or moved; a cut end; the head in each Z; a head from paper
 *     trail     rows of the audit trail, and of the trails of other files
 *     rows      sales and shifts that differ from their events, and all that lack events
 *     indexes   tables for finding sales that differ from the rows and events
 *     sums      sums that differ from the events
 *     Zs        Zs that differ from the sums of their shifts
 */
import { DatabaseSync } from 'node:sqlite'
import {
  type Finding,
  type VerifyOptions,
  wrongAside,
  wrongAuditRow,
  wrongLink,
  wrongShape,
  wrongZ,
} from '../../../main/storage/backup/index.ts'
import { MIGRATIONS } from '../../../main/storage/journal/index.ts'
import { wrongSums } from '../../../main/storage/projections/index.ts'
import { closing, isExact, versionOf } from '../../../main/storage/sqlite/index.ts'
import { wrongIndexes } from './indexes.ts'
import { wrongSales, wrongShifts } from './rows.ts'

export type Verdict = {
  /** The findings; empty where the journal is whole. */
  readonly wrong: readonly string[]
  readonly found: readonly string[]
}

/** Checks a copy that nobody else uses. Writes nothing into it. */
export function verifyJournal(file: string, options: VerifyOptions): Verdict {
  return closing(new DatabaseSync(file), (database) => {
    const unknown = tried(() => otherVersion(database))
    if (unknown !== null) return { wrong: wordsOf(unknown), found: [] }
    const found: string[] = []
    const wrong = CHECKS.flatMap((check) => wordsOf(tried(() => check(database, options, found))))
    return { wrong, found }
  })
}

/** Returns findings. Other results, such as counts, go into `found`. */
type Check = (database: DatabaseSync, options: VerifyOptions, found: string[]) => Wrong

type Wrong = Finding | string | readonly string[] | null

const CHECKS: readonly Check[] = [
  (database) => wrongShape(database),
  wrongNumber,
  wrongLink,
  (database, _options, found) => wrongAuditRow(database, found),
  wrongAside,
  (database, _options, found) => wrongSales(database, found),
  wrongShifts,
  wrongIndexes,
  wrongSum,
  wrongZ,
]

const wordsOf = (wrong: Wrong): readonly string[] =>
  wrong === null ? [] : typeof wrong === 'object' && 'words' in wrong ? [wrong.words] : [wrong].flat()

/** A check that throws is a finding itself. */
function tried(check: () => Wrong): Wrong {
  try {
    return check()
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be read'
  }
}

function otherVersion(database: DatabaseSync): string | null {
  const version = versionOf(database)
  return version === MIGRATIONS.length
    ? null
    : `it is of version ${version}, and this program verifies version ${MIGRATIONS.length}`
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

function wrongSum(database: DatabaseSync): string | null {
  const [first, ...others] = wrongSums(database)
  if (first === undefined) return null
  const more = others.length > 0 ? `, and ${others.length} more sums` : ''
  return `sum ${first.sum}: it is ${first.kept}, the events come to ${first.made}${more}`
}
