import type { DatabaseSync } from 'node:sqlite'

/** A transaction that is open: what failed in it dooms all of it. */
type Open = { failed: { readonly why: unknown } | null }

const open = new WeakMap<DatabaseSync, Open>()

/**
 * Commits what `work` did, or nothing of it. Inside another transaction it joins that one: it is committed, or undone,
 * together with it. A part that failed is never left out by an outer one that caught its error.
 */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  const outer = open.get(database)
  return outer ? joined(outer, work) : begun(database, work)
}

function begun<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  const transaction: Open = { failed: null }
  open.set(database, transaction)
  try {
    const result = joined(transaction, work)
    if (transaction.failed) throw transaction.failed.why
    database.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(database)
    throw error
  } finally {
    open.delete(database)
  }
}

function joined<Result>(transaction: Open, work: () => Result): Result {
  if (transaction.failed) throw transaction.failed.why
  try {
    return work()
  } catch (error) {
    transaction.failed ??= { why: error }
    throw error
  }
}

/** After a full disk or a failed write SQLite has rolled back by itself, and has nothing left to roll back. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK')
  } catch {}
}
