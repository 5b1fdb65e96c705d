/**
 * No till of a test reads a whole table that grows with each sale: in a large shop the till would stand still meanwhile.
 * The plan of each statement is looked at when it is compiled.
 */
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import { inProject } from '../../scripts/setup/project.mjs'

const GROWING = [
  ...['event', 'sale', 'sale_invoice', 'shift_sale', 'sale_term', 'found_sale', 'sold_goods', 'ledger_sum'],
  ...['command', 'audit', 'print_job'],
]

/** An index of few rows: those that still wait for something. */
const FEW_ROWS = /USING (COVERING )?INDEX \w+_(due|waits|attention|set_aside|owed|troubled)$/

/** What reads everything, and is not done while a till sells: upgrades, the verification, merges and rescues. */
const READS_ALL = [
  ...['backup/verify', 'backup/merge', 'backup/rescue', 'backup/salvage', 'backup/shift-rows'],
  ...['backup/take-shifts', 'backup/left-behind', 'journal/audit', 'journal/chain', 'journal/census'],
  ...['projections/rebuild', 'projections/ledger-sums', 'projections/sale-index'],
]

const compile = DatabaseSync.prototype.prepare
const planned = new Set<string>()
let found: string[] = []
let isWatched = false

/** Fails the running test if a statement that is compiled from now on reads such a table. */
export function refuseWholeReads(): void {
  if (isWatched) return
  isWatched = true
  found = []
  DatabaseSync.prototype.prepare = function (sql) {
    if (!planned.has(sql) && /\b(FROM|UPDATE)\b/.test(sql)) look(this, sql)
    return compile.call(this, sql)
  }
  onTestFinished(() => {
    isWatched = false
    DatabaseSync.prototype.prepare = compile
    expect(found, 'statements that read a whole table').toEqual([])
  })
}

function look(database: DatabaseSync, sql: string): void {
  // SQL that is wrong or for another file fails where it is used.
  const rows = planOf(database, sql)
  planned.add(sql)
  if (/\bLIMIT\s+(\?|\d+)[\s)]*$/.test(sql)) return
  const whole = rows.filter((row) => !FEW_ROWS.test(row) && GROWING.includes(tableOf(row, sql)))
  if (whole.length === 0) return
  const caller = callerIn(new Error().stack ?? '')
  if (caller === null || READS_ALL.some((file) => caller.startsWith(file))) return
  found.push(`${caller}: ${whole.join(', ')}: ${sql}`)
}

/** The first file of the product that is not only a helper for statements, from its folder `main`; null for SQL of a test. */
function callerIn(stack: string): string | null {
  const files = stack.split('\n').flatMap((line) => line.split(`${inProject('main')}/`)[1] ?? [])
  return files.find((file) => !file.startsWith('sqlite/')) ?? null
}

function planOf(database: DatabaseSync, sql: string): readonly string[] {
  try {
    return compile
      .call(database, `EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
  } catch {
    return []
  }
}

/** The table that a row of a plan scans, by its name or by that which the statement gives it; empty where it scans none. */
function tableOf(row: string, sql: string): string {
  // An automatic index is made of all rows.
  const name = row
    .match(/^SCAN (\w+)|^SEARCH (\w+) USING AUTOMATIC/)
    ?.slice(1)
    .find(Boolean)
  if (name === undefined) return ''
  return (
    sql.match(new RegExp(`(?:FROM|JOIN|UPDATE|,)\\s+(?:\\w+\\.)?(\\w+)\\s+(?:AS\\s+)?${name}\\b`))?.[1] ??
    name
  )
}
