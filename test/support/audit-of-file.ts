import { DatabaseSync } from 'node:sqlite'
import { type AuditVerdict, auditVerdict } from '../../main/storage/backup/index.ts'

/** Checks the audit trail of a file that nobody else uses. */
export function auditOfFile(file: string): AuditVerdict {
  const database = new DatabaseSync(file)
  try {
    return auditVerdict(database)
  } finally {
    database.close()
  }
}
