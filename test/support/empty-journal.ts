/** An empty journal for a new till: making its tables takes a quarter of a till's first start. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chainOf, openDatabase } from '../../main/storage/journal/index.ts'
import { JOURNALS } from '../../main/till/session/index.ts'
import type { Mode } from '../../shared/shop/mode.ts'

type Empty = { readonly bytes: Buffer; readonly chain: string }

let empty: Empty | undefined

/** Puts it into a folder, as the till would. */
export const giveEmptyJournal = (folder: string, mode: Mode): void =>
  writeEmptyJournal(join(folder, JOURNALS[mode]))

/** Writes one with a chain of its own, if its folder exists and has nothing yet. */
export function writeEmptyJournal(file: string): void {
  const folder = dirname(file)
  if (!existsSync(folder) || readdirSync(folder).length > 0) return
  empty ??= makeEmpty()
  writeFileSync(file, withNewChain(empty), { mode: 0o600 })
}

function withNewChain({ bytes, chain }: Empty): Buffer {
  const copy = Buffer.from(bytes)
  const own = randomBytes(chain.length / 2).toString('hex')
  for (let at = copy.indexOf(chain); at !== -1; at = copy.indexOf(chain)) copy.write(own, at)
  return copy
}

function makeEmpty(): Empty {
  const folder = mkdtempSync(join(tmpdir(), 'tugrik-journal-'))
  const file = join(folder, JOURNALS.test)
  const database = openDatabase(file, { rebuild: () => {} })
  const chain = chainOf(database).id
  database.close()
  const bytes = readFileSync(file)
  rmSync(folder, { recursive: true })
  return { bytes, chain }
}
