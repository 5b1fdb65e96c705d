/**
 * Copies the whole shop to a folder that the shop chose, such as one on another disk. Only a verified backup is copied:
 * SQLite never works on the other disk, so that the file locks of a network share do not matter. A missing folder is
 * reported and tried again. `tugrik-pos` in it is created only when the plan is saved, because a removed stick may
 * leave its mount point as an empty folder.
 */

import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import { CommandRefused, type Failure, failure } from '../../shared/failure.ts'
import type { Mode } from '../../shared/mode.ts'
import type { CopyPlan } from '../../shared/settings.ts'
import type { CopyStatus } from '../../shared/shop-data.ts'
import type { StaffRow } from '../../shared/staff.ts'
import { OWNER_ONLY, replaceFile } from '../atomic-file.ts'
import { type Backups, backupOpens, isBackupName } from '../backup/index.ts'
import type { Clock, Log } from '../environment.ts'
import { createMutex } from '../mutex.ts'
import { createSignal, type Signal } from '../signal.ts'
import { copyStatusFile } from './copy-status.ts'
import type { SettingsFile } from './settings-file.ts'
import {
  COPIES,
  copiesIn,
  GOODS_NAME,
  newCopyName,
  PICTURES,
  readShopCopy,
  shopCopyText,
} from './shop-copy.ts'
import { copyWhole, hashOf } from './whole-file.ts'

export type ShopCopies = {
  readonly status: () => CopyStatus
  readonly onChange: Signal['listen']
  /** The last failure, if no copy was made for a day, or for three planned intervals if these are longer. */
  readonly overdue: () => Failure | null
  /** Makes a copy now. Throws a named failure. */
  readonly now: () => Promise<void>
  /** Creates the terminal's own folder in this folder. Throws a named failure if the folder cannot be used. */
  readonly begin: (folder: string) => Promise<void>
  /** Call it after a change of the plan: schedules the next copy again. */
  readonly replan: () => void
  readonly start: () => void
  readonly stop: () => Promise<void>
}

/** What a copy contains besides the journal. */
export type ShopContents = {
  readonly settings: () => SettingsFile
  readonly people: () => readonly StaffRow[]
  /** Null while the sample goods are used. */
  readonly goods: () => {
    /** Writes the goods into a new file. */
    readonly write: (path: string) => Promise<void>
    readonly count: number
    readonly pictures: readonly string[]
  } | null
}

export type ShopCopiesParts = {
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

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Other work comes first after a start. */
const FIRST_AFTER_MS = 90_000
const AGAIN_AFTER_MS = 5 * MINUTE

export function createShopCopies(parts: ShopCopiesParts): ShopCopies {
  const { clock, log, plan } = parts
  const changes = createSignal()
  const kept = copyStatusFile(parts.folder, parts.mode)
  let cancelTimer = (): void => {}
  let working: Promise<void> | null = null
  let stopped = false
  let started = false
  let nextAt: number | null = null

  const homeIn = (folder: string): string => join(folder, COPIES, `${parts.terminal()}-${parts.tag}`)

  const make = async (): Promise<void> => {
    const { folder, keep } = plan()
    if (folder === '') throw new CommandRefused('COPY_FOLDER_MISSING')
    const home = homeIn(folder)
    await requireFolder(join(folder, COPIES), folder)
    // It is missing if the terminal code has changed, or connecting a merchant has changed the journal.
    await mkdir(home, { recursive: true })
    const row = await parts.backups.now()
    await copyWhole(parts.backups.pathOf(row.name), join(home, row.name), backupOpens)
    const goods = await copyGoods(home)
    const at = row.at
    const text = shopCopyText({
      at,
      mode: parts.mode,
      terminal: parts.terminal(),
      sales: row.sales,
      journal: row.name,
      goods,
      people: parts.contents.people().map(({ id, name, role, active }) => ({ id, name, role, active })),
      settings: parts.contents.settings(),
    })
    const stamp = row.name.split('-').slice(2, 4).join('-')
    await replaceFile(
      join(home, await newCopyName(home, parts.mode, stamp)),
      (draft) => writeFile(draft, text, { mode: OWNER_ONLY }),
      async (draft) => readShopCopy(await readFile(draft, 'utf8')),
    )
    await rotate(home, parts.mode, keep)
    kept.succeeded({ at: clock.now(), folder, sales: row.sales })
    log.info(`copy of the shop: ${row.sales} sales`)
  }

  const copyGoods = async (home: string) => {
    const goods = parts.contents.goods()
    if (goods === null) return null
    const draft = join(parts.folder, 'goods.part')
    let file: string
    try {
      await goods.write(draft)
      file = `goods-${(await hashOf(draft)).slice(0, 16)}.jsonl`
      if (!(await isThere(join(home, file)))) await copyWhole(draft, join(home, file))
    } finally {
      await rm(draft, { force: true })
    }
    const pictures = join(home, PICTURES)
    await mkdir(pictures, { recursive: true })
    for (const picture of goods.pictures) {
      const from = join(parts.folder, PICTURES, picture)
      const to = join(pictures, picture)
      if ((await isThere(from)) && !(await isThere(to))) await copyWhole(from, to)
    }
    return { file, count: goods.count }
  }

  /** Makes one copy at a time: a second call waits for the running one. */
  const run = (): Promise<void> => {
    working ??= make()
      .catch((error: unknown) => {
        const why = reasonOf(error)
        kept.failed({ at: clock.now(), failure: why })
        log.warn(`copy of the shop: ${why.name} ${why.detail ?? ''}`)
        throw new CommandRefused(why.name, why.detail)
      })
      .finally(() => {
        working = null
        replan()
        changes.emit()
      })
    return working
  }

  const beginning = createMutex()

  /** Computes when the next copy is due, and sets the timer. */
  const replan = (soonest = 0): void => {
    cancelTimer()
    nextAt = null
    const { folder, everyHours } = plan()
    if (!started || stopped || folder === '') return
    const { last, failed } = kept.read()
    const due = last === null || last.folder !== folder ? 0 : last.at + everyHours * HOUR - clock.now()
    const wait = Math.max(failed === null ? due : AGAIN_AFTER_MS, soonest, MINUTE)
    nextAt = clock.now() + wait
    cancelTimer = clock.after(Math.min(wait, everyHours * HOUR), () => void run().catch(() => {}))
  }

  return {
    status: () => ({ ...kept.read(), nextAt, making: working !== null }),
    onChange: changes.listen,
    overdue: () => {
      const { folder, everyHours } = plan()
      const { last, failed } = kept.read()
      if (folder === '' || failed === null) return null
      const since = last === null ? 0 : last.at
      return clock.now() - since > Math.max(24, 3 * everyHours) * HOUR ? failed.failure : null
    },
    now: run,
    begin: (folder) =>
      beginning.runExclusive(async () => {
        const own = relative(parts.folder, folder)
        if (own === '' || (!own.startsWith('..') && !isAbsolute(own)))
          throw new CommandRefused('COPY_FOLDER_OWN')
        await requireFolder(folder, folder)
        const home = homeIn(folder)
        try {
          await mkdir(home, { recursive: true })
          await replaceFile(join(home, '.written'), (draft) => writeFile(draft, ''))
          await rm(join(home, '.written'), { force: true })
        } catch (error) {
          const { name, detail } = reasonOf(error)
          throw new CommandRefused(name, detail)
        }
      }),
    replan: () => replan(),
    start: () => {
      started = true
      replan(FIRST_AFTER_MS)
    },
    stop: async () => {
      stopped = true
      cancelTimer()
      await working?.catch(() => {})
    },
  }
}

async function requireFolder(path: string, named: string): Promise<void> {
  const found = await stat(path).catch(() => null)
  if (!found?.isDirectory()) throw new CommandRefused('COPY_FOLDER_MISSING', named)
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS'])
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ENODEV', 'EIO', 'EHOSTDOWN', 'ENOTCONN', 'ENXIO'])

function reasonOf(error: unknown): Failure {
  if (error instanceof CommandRefused) return error.failure
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (READ_ONLY.has(code)) return failure('COPY_FOLDER_READ_ONLY')
  if (GONE.has(code)) return failure('COPY_FOLDER_MISSING', code)
  return failure('COPY_FAILED', code || (error instanceof Error ? error.message : null))
}

/** Deletes all but the newest `keep` copies of this mode, and the files that only the deleted ones name. */
async function rotate(home: string, mode: Mode, keep: number): Promise<void> {
  const all = await copiesIn(home)
  const old = all.filter((name) => name.startsWith(`shop-${mode}-`)).slice(keep)
  if (old.length === 0) return
  const staying = await Promise.all(
    all.filter((name) => !old.includes(name)).map((name) => readFile(join(home, name), 'utf8')),
  )
  const named = new Set(staying.flatMap((text) => namesIn(text)))
  for (const name of old) {
    const text = await readFile(join(home, name), 'utf8').catch(() => '')
    await rm(join(home, name), { force: true })
    for (const file of namesIn(text)) if (!named.has(file)) await rm(join(home, file), { force: true })
  }
}

/** The file names in the text of a copy, which may be damaged. */
function namesIn(text: string): readonly string[] {
  const found = text.match(/"(journal|goods)-[\w-]+\.\w+"/g) ?? []
  return found.map((name) => name.slice(1, -1)).filter((name) => isBackupName(name) || GOODS_NAME.test(name))
}
