/**
 * `npm run audit:verify -- --journal FILE`: tells whether the audit trail of a journal is as it was written, or the first row
 * that was changed, cut out or put elsewhere. It looks at a copy: the journal may be in use, and nothing of it is changed.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { auditOfFile } from '../main/journal/index.ts'

const { values } = parseArgs({ options: { journal: { type: 'string' } } })
if (values.journal === undefined || !existsSync(values.journal)) {
  console.error('--journal names the file of a journal')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'tugrik-audit-'))
try {
  const copy = join(folder, 'journal.sqlite')
  copyFileSync(values.journal, copy)
  // What was committed last may stand in the write-ahead log alone.
  if (existsSync(`${values.journal}-wal`)) copyFileSync(`${values.journal}-wal`, `${copy}-wal`)
  const verdict = auditOfFile(copy)
  if (verdict.whole)
    console.log(
      `whole: ${verdict.rows} rows${verdict.aside > 0 ? `, ${verdict.aside} of other files aside` : ''}`,
    )
  else console.log(`not whole: row ${verdict.seq}, ${verdict.why}`)
  process.exitCode = verdict.whole ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
