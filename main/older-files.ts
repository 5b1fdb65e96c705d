/**
 * Takes over the files in which older versions stored goods, people and settings: reads them into a new register, and
 * then moves them to a folder from which nothing reads them.
 */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from './atomic-file.ts'
import { productRow, readGoodsFile } from './catalogue/index.ts'
import type { Log } from './environment.ts'
import { replaceSync, untilFree } from './held-files.ts'
import { makePrivateFolder } from './private-files.ts'
import { damageNote, type Kind, NONE, peopleLostNote, type RegisterChange } from './register/index.ts'
import { settingsOfFile } from './settings/index.ts'
import { isElsewhere } from './sqlite/index.ts'
import { peopleOfFile } from './staff/index.ts'

const GOODS = 'goods.jsonl'
const PEOPLE = 'staff.json'
const SETTINGS = 'settings.json'

/** The folder for these files, in the data folder. */
const KEPT = 'before-register'

/**
 * The content of `staff.json` after the takeover. Versions without a register would let everybody do everything if they
 * found no staff; this content locks them.
 */
const LOCKS_OLDER = `${JSON.stringify({ version: 1, damaged: `${KEPT}/${PEOPLE}` })}\n`

export async function rowsOfOlderFiles(
  folder: string,
): Promise<ReadonlyMap<Kind, readonly RegisterChange[]>> {
  const goods = await readGoodsFile(join(folder, GOODS)).catch(unlessHeld)
  const people = rowsOf(join(folder, PEOPLE), peopleOfFile)
  const settings = rowsOf(join(folder, SETTINGS), settingsOfFile)
  const notes: RegisterChange[] = []
  if (people === null) notes.push(peopleLostNote(PEOPLE))
  const lost = goods?.lost ?? 0
  const isDamaged = lost > 0 || settings === null
  // A file without goods means that the shop removed all its goods. The note keeps the sample from being used.
  if (isDamaged || goods?.goods.size === 0)
    notes.push(
      damageNote({
        setAside: join(folder, KEPT, lost > 0 ? GOODS : SETTINGS),
        ...{
          product: { old: 0, lost },
          person: NONE,
          setting: { old: 0, lost: settings === null ? null : 0 },
        },
        ...{ own: goods !== null, unreadable: 0, seen: !isDamaged },
      }),
    )
  return new Map([
    ['product', [...(goods?.goods.values() ?? [])].map(productRow)],
    ['person', people ?? []],
    ['setting', settings ?? []],
    ['note', notes],
  ])
}

function unlessHeld(error: unknown) {
  if (isElsewhere(error)) throw error
  return DAMAGED_GOODS
}

const DAMAGED_GOODS = { goods: new Map<string, never>(), lost: 1 }

/** Also true for a link whose target is missing. */
const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Empty if there is no file; null if it cannot be read. */
function rowsOf(
  path: string,
  read: (text: string) => readonly RegisterChange[] | null,
): readonly RegisterChange[] | null {
  if (!isThere(path)) return []
  try {
    return read(untilFree('read', path, () => readFileSync(path, 'utf8')))
  } catch (error) {
    if (isElsewhere(error)) throw error
    return null
  }
}

/** Call it when the register is on the disk. A file that cannot be moved now is moved at the next start. */
export function keepOlderFiles(folder: string, log: Log): void {
  for (const name of [GOODS, PEOPLE, SETTINGS]) {
    const path = join(folder, name)
    if (!isThere(path)) continue
    try {
      if (name === PEOPLE && readFileSync(path, 'utf8') === LOCKS_OLDER) continue
      makePrivateFolder(join(folder, KEPT))
      replaceSync(path, freeName(join(folder, KEPT, name)))
      if (name === PEOPLE) writeFileAtomically(path, LOCKS_OLDER)
    } catch (error) {
      log.warn(`a file of an older version is not kept in ${KEPT}`, { file: name, error })
    }
  }
}

function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? path : `${path}.${number}`
    if (!isThere(name)) return name
  }
}
