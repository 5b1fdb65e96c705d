/**
 * Checks the query plans of all tills that tests start. A till must not scan a whole table that grows with each sale,
 * because in a large shop it would be blocked meanwhile.
 */
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import { inProject } from '../../scripts/run/setup/project.mjs'

const GROWING = [
  ...['event', 'sale', 'sale_invoice', 'shift_sale', 'sale_term', 'found_sale', 'sold_goods', 'ledger_sum'],
  ...['command', 'audit', 'print_job'],
]

/** Partial indexes with few rows: only those that still wait for something. Scanning one of them is cheap. */
const FEW_ROWS = /USING (COVERING )?INDEX \w+_(due|waits|attention|set_aside|owed|troubled)$/

/** Code that may scan whole tables, because it does not run while a till sells: upgrades, verification, merges and rescues. */
const READS_ALL = [
  ...['backup/verify', 'backup/merge', 'backup/rescue', 'backup/salvage', 'backup/wrong-in-file'],
  ...['backup/shift-rows', 'backup/take-shifts', 'backup/behind-backup'],
  ...['journal/audit', 'journal/chain', 'journal/census'],
  ...['projections/replay', 'projections/ledger-sums', 'projections/sale-index'],
]

const compile = DatabaseSync.prototype.prepare
const planned = new Set<string>()
let found: string[] = []
let isWatched = false

/** From now on, the running test fails if a statement is prepared that scans one of these tables as a whole. */
export function refuseWholeReads(): void {
  if (isWatched) return
  isWatched = true
  found = []
  DatabaseSync.prototype.prepare = function (sql) {
    // A journal in memory has other indexes than one in a file.
    const key = `${this.location() === null} ${sql}`
    if (!planned.has(key) && /\b(FROM|UPDATE)\b/.test(sql) && isLooked(this, sql)) planned.add(key)
    return compile.call(this, sql)
  }
  onTestFinished(() => {
    isWatched = false
    DatabaseSync.prototype.prepare = compile
    expect(found, 'statements that read a whole table').toEqual([])
  })
}

/** Returns false if the statement must be checked again elsewhere: this caller may read whole tables, or the table is missing. */
function isLooked(database: DatabaseSync, sql: string): boolean {
  const rows = planOf(database, sql)
  if (rows === null) return false
  if (/\bLIMIT\s+(\?|\d+)[\s)]*$/.test(sql)) return true
  const whole = rows.filter((row) => !FEW_ROWS.test(row) && GROWING.includes(tableOf(row, sql)))
  if (whole.length === 0) return true
  const caller = callerIn(new Error().stack ?? '')
  if (caller === null || READS_ALL.some((file) => caller.startsWith(file))) return false
  found.push(`${caller}: ${whole.join(', ')}: ${sql}`)
  return true
}

/** The file in `main/storage` that called `prepare`, other than the helpers in `sqlite/`. Null if a test called it directly. */
function callerIn(stack: string): string | null {
  const files = stack.split('\n').flatMap((line) => line.split(`${inProject('main/storage')}/`)[1] ?? [])
  return files.find((file) => !file.startsWith('sqlite/')) ?? null
}

/** Null for SQL that this database cannot run: that fails where it is used. */
function planOf(database: DatabaseSync, sql: string): readonly string[] | null {
  try {
    return compile
      .call(database, `EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
  } catch {
    return null
  }
}

/** The name of the table that this row of a plan scans, also if the statement gives it an alias. Empty if it scans none. */
function tableOf(row: string, sql: string): string {
  // To make an automatic index, SQLite scans the whole table.
  const name = row.match(/^(?:SCAN|SEARCH(?= \w+ USING AUTOMATIC)) (\w+)/)?.[1]
  if (name === undefined) return ''
  return (
    sql.match(new RegExp(`(?:FROM|JOIN|UPDATE|,)\\s+(?:\\w+\\.)?(\\w+)\\s+(?:AS\\s+)?${name}\\b`))?.[1] ??
    name
  )
}
