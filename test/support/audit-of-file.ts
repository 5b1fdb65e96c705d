import { DatabaseSync } from 'node:sqlite'
import { type AuditVerdict, auditVerdict } from '../../main/backup/index.ts'

/** Checks the audit trail of a file that nobody else uses. Older journals have no trail. */
export function auditOfFile(file: string): AuditVerdict {
  const database = new DatabaseSync(file)
  try {
    const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'audit'").get()
    return table === undefined ? { whole: true, rows: 0, aside: 0 } : auditVerdict(database)
  } finally {
    database.close()
  }
}
