import { DatabaseSync } from 'node:sqlite'
import { wrongAuditRow } from '../../main/storage/backup/index.ts'

/** Checks the audit trail of a file that nobody else uses. Returns the counts, or the words of the first finding. */
export function auditOfFile(file: string): string {
  const database = new DatabaseSync(file)
  const found: string[] = []
  try {
    return wrongAuditRow(database, found)?.words ?? found.join()
  } finally {
    database.close()
  }
}
