/** The thread that looks into a foreign journal (foreign-journal.ts). */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { CommandRefused, type Failure, failure } from '../../shared/failure.ts'
import { MIGRATIONS } from '../journal/index.ts'
import { distrust, journalFailure, knownVersionOf, quickCheck } from '../sqlite/index.ts'
import { assertSchemaIsTree } from './schema-pages.ts'
import { foreignPart } from './shape.ts'

function look(file: string): void {
  const bytes = openSync(file, 'r')
  try {
    assertSchemaIsTree(bytes)
  } finally {
    closeSync(bytes)
  }
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    distrust(database)
    const version = knownVersionOf(database, MIGRATIONS.length)
    const wrong = version < 1 ? 'no journal' : foreignPart(database, version)
    if (wrong !== null) throw new CommandRefused('BACKUP_DAMAGED', wrong)
    quickCheck(database)
  } finally {
    database.close()
  }
}

function wrongIn(file: string): Failure | null {
  try {
    look(file)
    return null
  } catch (error) {
    const why = journalFailure(error).failure
    return why.name === 'JOURNAL_FROM_FUTURE' ? why : failure('BACKUP_DAMAGED', why.detail)
  }
}

parentPort?.postMessage(wrongIn(workerData as string))
