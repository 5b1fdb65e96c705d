/**
 * The files in which older versions stored goods, people and settings. A new register begins with them; then they are kept in a
 * folder of their own, and nothing reads them any more.
 */
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { productRow, readGoodsFile } from './catalogue/index.ts'
import type { Log } from './environment.ts'
import { damageNote, type Kind, peopleLostNote, type RegisterChange } from './register/index.ts'
import { settingsOfFile } from './settings/index.ts'
import { peopleOfFile } from './staff/index.ts'

const GOODS = 'goods.jsonl'
const PEOPLE = 'staff.json'
const SETTINGS = 'settings.json'

/** Where they are kept, in the terminal's folder. */
const KEPT = 'before-register'

export async function rowsOfOlderFiles(
  folder: string,
): Promise<ReadonlyMap<Kind, readonly RegisterChange[]>> {
  const text = (name: string): string | null =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : null
  const goods = await readGoodsFile(join(folder, GOODS))
  const staff = text(PEOPLE)
  const people = staff === null ? [] : peopleOfFile(staff)
  const settings = text(SETTINGS)
  const notes: RegisterChange[] = []
  if (people === null) notes.push(peopleLostNote(PEOPLE))
  if (goods !== null && goods.lost > 0) {
    const read = goods.goods.size
    const setAside = join(folder, KEPT, GOODS)
    notes.push(damageNote({ setAside, read, old: 0, lost: goods.lost, own: true, seen: false }))
  }
  return new Map([
    ['product', [...(goods?.goods.values() ?? [])].map(productRow)],
    ['person', people ?? []],
    ['setting', settings === null ? [] : settingsOfFile(settings)],
    ['note', notes],
  ])
}

/** Called when the register is on the disk. What cannot be moved stays, and is moved at the next start. */
export function keepOlderFiles(folder: string, log: Log): void {
  for (const name of [GOODS, PEOPLE, SETTINGS]) {
    if (!existsSync(join(folder, name))) continue
    try {
      mkdirSync(join(folder, KEPT), { recursive: true })
      renameSync(join(folder, name), join(folder, KEPT, name))
    } catch (error) {
      log.warn(`${name} is not kept in ${KEPT}: ${error instanceof Error ? error.message : 'unknown'}`)
    }
  }
}
