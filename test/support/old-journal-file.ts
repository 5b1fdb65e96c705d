import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { temporaryFolder } from './temporary-folder.ts'

/** Journals that earlier versions wrote: `v15/every-state` and others. */
export const OLD_JOURNALS = join(import.meta.dirname, '../fixtures/journals')

/** One of them, unpacked into a folder of the test's own. */
export function oldJournal(name: string): string {
  const file = join(temporaryFolder(), 'journal-practice.sqlite')
  writeFileSync(file, gunzipSync(readFileSync(join(OLD_JOURNALS, `${name}.sqlite.gz`))))
  return file
}
