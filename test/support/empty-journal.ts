/** An empty journal for a new till: making its tables takes a quarter of a till's first start. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../main/journal/index.ts'
import { JOURNALS } from '../../main/shop/index.ts'
import type { Mode } from '../../shared/mode.ts'

let empty: Buffer | undefined

/** Puts it into a folder that has nothing yet, as the till would. */
export function giveEmptyJournal(folder: string, mode: Mode): void {
  if (!existsSync(folder) || readdirSync(folder).length > 0) return
  empty ??= makeEmpty()
  writeFileSync(join(folder, JOURNALS[mode]), empty, { mode: 0o600 })
}

function makeEmpty(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-journal-'))
  const file = join(folder, JOURNALS.practice)
  const nothing = (): void => {}
  openDatabase(file, { rebuild: { sales: nothing, index: nothing, sums: nothing } }).close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return bytes
}
