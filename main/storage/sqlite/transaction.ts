import type { DatabaseSync } from 'node:sqlite'

/** An open transaction. `failed` is set once a part has failed; then the whole transaction is rolled back. */
type Open = { failed: { readonly why: unknown } | null }

const open = new WeakMap<DatabaseSync, Open>()

/**
 * Commits everything that `work` wrote, or nothing. Inside another transaction it joins that one. If a part fails, the
 * whole transaction is rolled back, even if the outer work catches the error.
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

/** ROLLBACK throws if SQLite has already rolled back by itself, after a full disk or a failed write. */
function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK')
  } catch {}
}
