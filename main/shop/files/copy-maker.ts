/**
 * Copies the whole shop to a folder that the shop chose, such as one on another disk. Only a verified backup is copied:
 * SQLite never works on the other disk, so that the file locks of a network share do not matter. A missing folder is
 * reported and tried again. `tugrik-pos` in it is created only when the plan is saved, because a removed stick may
 * leave its mount point as an empty folder.
 */

import { lstat, mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused, type Failure, failure } from '../../../shared/failure.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { CopyPlan } from '../../../shared/shop/settings.ts'
import type { StaffRow } from '../../../shared/shop/staff.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { draftOf, replaceFile } from '../../base/files/atomic-file.ts'
import { codeOf } from '../../base/files/error-code.ts'
import { removeWhenFree } from '../../base/files/held-files.ts'
import { SYSTEMS_RIGHTS } from '../../base/files/private-files.ts'
import { createMutex } from '../../base/mutex.ts'
import { type Backups, backupOpens, fullest, isBackupName, salesIn } from '../../storage/backup/index.ts'
import { COPIES, copiesAmong, newCopyName, PICTURES } from './copy-folder.ts'
import type { FiledSettings } from './filed-settings.ts'
import { isRealFolder, readForeign } from './foreign-file.ts'
import { isInside } from './places.ts'
import { GOODS_NAME, MOST_HEAD, openText, readHead, readText } from './shop-file.ts'
import { copyWhole, fillDraft, hashOf } from './whole-file.ts'

export type CopyMaker = {
  readonly make: () => Promise<{ readonly folder: string; readonly sales: number }>
  /** Creates the terminal's own folder in this folder. Throws a named failure if the folder cannot be used. */
  readonly begin: (folder: string) => Promise<void>
}

/** What a copy contains besides the journal. */
export type ShopContents = {
  readonly settings: () => FiledSettings
  readonly people: () => readonly StaffRow[]
  /** Null while the sample goods are used. */
  readonly goods: () => {
    /** Writes the goods into a new file. */
    readonly write: (path: string) => Promise<void>
    readonly count: number
    readonly pictures: readonly string[]
  } | null
}

export type CopyMakerParts = {
  /** The data folder. */
  readonly folder: string
  readonly mode: Mode
  /** The tag of the journal. */
  readonly tag: string
  readonly terminal: () => string
  readonly plan: () => CopyPlan
  readonly backups: Pick<Backups, 'now' | 'pathOf'>
  readonly contents: ShopContents
  readonly clock: Clock
  readonly log: Log
}

export function createCopyMaker(parts: CopyMakerParts): CopyMaker {
  const beginning = createMutex()

  const goodsDraft = join(parts.folder, 'goods.part')
  const homeIn = (folder: string): string => join(folder, COPIES, `${parts.terminal()}-${parts.tag}`)

  const make: CopyMaker['make'] = async () => {
    const { folder, keep } = parts.plan()
    if (folder === '') throw new CommandRefused('FILE_MISSING')
    const home = homeIn(folder)
    await requireRealFolder(join(folder, COPIES), folder)
    // It is missing if the terminal code has changed, or connecting a merchant has changed the journal.
    await mkdir(home, { recursive: true })
    await requireRealFolder(home, folder)
    const row = await parts.backups.now()
    const files = [row.name]
    try {
      const goods = await writeGoods()
      if (goods) files.push(goods.file)
      const text = openText({
        ...parts.contents.settings(),
        at: row.at,
        terminal: parts.terminal(),
        people: parts.contents.people().map(({ id, name, role, active }) => ({ id, name, role, active })),
        goods: goods && { file: goods.file, count: goods.count },
        sales: { mode: parts.mode, count: row.sales, journal: row.name },
      })
      const stamp = row.name.split('-').slice(2, 4).join('-')
      await replaceFile(
        join(home, await newCopyName(home, parts.mode, stamp)),
        (draft) => fillDraft(draft, text),
        async (draft) => {
          await readText(await readFile(draft, 'utf8'), null)
          // After the draft, which names them: if the stick is pulled out now, the next copy knows what to delete.
          if (goods) await copyGoods(home, goods)
          // After the many small files: a copy that fails at one of them leaves no journal.
          await copyWhole(parts.backups.pathOf(row.name), join(home, row.name), backupOpens)
        },
        SYSTEMS_RIGHTS,
      )
    } catch (error) {
      await removeUnnamed(home, files, parts.clock.now()).catch(() => {})
      throw error
    } finally {
      await removeWhenFree(goodsDraft)
    }
    await rotate(home, keep, parts)
    return { folder, sales: row.sales }
  }

  const writeGoods = async () => {
    const goods = parts.contents.goods()
    if (goods === null) return null
    await goods.write(goodsDraft)
    return { ...goods, file: `goods-${(await hashOf(goodsDraft)).slice(0, 16)}.jsonl` }
  }

  const copyGoods = async (home: string, goods: NonNullable<Awaited<ReturnType<typeof writeGoods>>>) => {
    if (!(await isThere(join(home, goods.file)))) await copyWhole(goodsDraft, join(home, goods.file))
    const pictures = join(home, PICTURES)
    await mkdir(pictures, { recursive: true })
    for (const picture of goods.pictures) {
      const from = join(parts.folder, PICTURES, picture)
      const to = join(pictures, picture)
      if ((await isThere(from)) && !(await isThere(to))) await copyWhole(from, to)
    }
  }

  return {
    make,
    begin: (folder) =>
      beginning.runExclusive(async () => {
        if (isInside(parts.folder, folder)) throw new CommandRefused('COPY_FOLDER_OWN')
        if (!(await stat(folder).catch(() => null))?.isDirectory())
          throw new CommandRefused('FILE_MISSING', folder)
        const home = homeIn(folder)
        try {
          await mkdir(home, { recursive: true })
          await requireRealFolder(join(folder, COPIES), folder)
          await replaceFile(join(home, '.written'), () => {})
          await removeWhenFree(join(home, '.written'))
        } catch (error) {
          const { name, detail } = reasonOf(error)
          throw new CommandRefused(name, detail)
        }
      }),
  }
}

/** A link in the place of our folder would lead the copies elsewhere. */
async function requireRealFolder(path: string, named: string): Promise<void> {
  if (!(await isRealFolder(path))) throw new CommandRefused('FILE_MISSING', named)
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    (found) => found.isFile(),
    () => false,
  )

const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS'])
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ENODEV', 'EIO', 'EHOSTDOWN', 'ENOTCONN', 'ENXIO'])

export function reasonOf(error: unknown): Failure {
  if (error instanceof CommandRefused) return error.failure
  const code = codeOf(error) ?? ''
  if (code === 'EBUSY') return failure('FILE_HELD', error instanceof Error ? error.message : null)
  if (READ_ONLY.has(code)) return failure('COPY_FOLDER_READ_ONLY')
  if (GONE.has(code)) return failure('FILE_MISSING', code)
  return failure('NOT_SAVED', code || (error instanceof Error ? error.message : null))
}

/**
 * Deletes old copies of this mode, and files of interrupted copies. The newest `keep` copies stay, and the copy with the
 * most sales. A shop file (or its draft) is deleted last, after the files that it names. So if one of those cannot be
 * deleted now, the next rotation finds its name and tries again.
 */
async function rotate(home: string, keep: number, { mode, clock, log }: CopyMakerParts): Promise<void> {
  const all = (await readdir(home)).filter((name) => name.startsWith(`shop-${mode}-`))
  const read = async (name: string) => {
    const files = await namedIn(join(home, name)).catch(() => null)
    return { name, files, sales: Math.max(0, ...(files ?? []).map(salesIn)) }
  }
  const copies = await Promise.all(copiesAmong(all).map(read))
  const drafts = await Promise.all(all.filter((name) => name.endsWith(draftOf('.json'))).map(read))
  const kept = fullest(copies)
  const old = [...drafts, ...copies.slice(keep).filter((copy) => copy !== kept)]
  const names = old.map(({ name }) => name)
  for (const { name, files } of old) {
    if (files === null) continue
    if (!(await removeUnnamed(home, files, clock.now(), names)))
      return log.warn('old copies of the shop stay, because a .json file beside them cannot be read')
    await removeWhenFree(join(home, name))
  }
}

const DAY = 24 * 3_600_000

/**
 * Deletes these files and their drafts, unless a .json file in the folder lists them. The .json files in `old` do not count.
 * Any other does, also one with a name of its own: a person may have renamed a copy to keep it. Deletes nothing and returns
 * false if a .json file cannot be read.
 */
async function removeUnnamed(home: string, files: readonly string[], now: number, old: string[] = []) {
  const staying = (await readdir(home, { withFileTypes: true })).filter(
    (entry) => entry.isFile() && /\.json$/i.test(entry.name) && !old.includes(entry.name),
  )
  const reading = staying.map(({ name }) => namedIn(join(home, name), now - DAY))
  const named = await Promise.all(reading).catch(() => null)
  const unused = named && files.filter((file) => !named.flat().includes(file))
  for (const file of unused?.flatMap((name) => [name, draftOf(name)]) ?? [])
    await removeWhenFree(join(home, file))
  return unused !== null
}

/**
 * Returns the names of the journal and the goods file that a shop file lists. Throws if the file cannot be read. Also
 * throws if it was changed after `since` and is incomplete, because a person may still be copying it into the folder.
 */
async function namedIn(path: string, since = Number.POSITIVE_INFINITY): Promise<readonly string[]> {
  const head = String(await readForeign(path, Number.POSITIVE_INFINITY, join(path, '../..'), MOST_HEAD))
  if ((await lstat(path)).mtimeMs > since) readHead(head)
  const names = (head.match(/"(journal|goods)-[\w-]+\.\w+"/g) ?? []).map((name) => name.slice(1, -1))
  return names.filter((name) => isBackupName(name) || GOODS_NAME.test(name))
}
