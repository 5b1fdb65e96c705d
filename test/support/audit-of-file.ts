import { DatabaseSync } from 'node:sqlite'
import { wrongAuditRow } from '../../main/storage/backup/index.ts'

/** Checks the audit trail of a journal that is closed, in its file. Returns the number of entries as text, or the first error. */
export function auditOfFile(file: string): string {
  const database = new DatabaseSync(file)
  const found: string[] = []
  try {
    return wrongAuditRow(database, found)?.words ?? found.join()
  } finally {
    database.close()
  }
}
