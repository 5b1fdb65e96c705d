/** Brings in a copy of the shop: previews what it would change, and takes the parts that a person chose. */
import { copyFile, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../../shared/failure.ts'
import type { Mode } from '../../shared/mode.ts'
import type { CopyPart, CopyReport, CopyRow } from '../../shared/shop-data.ts'
import type { StaffRow } from '../../shared/staff.ts'
import type { Backups } from '../backup/index.ts'
import { makePrivateFolder } from '../private-files.ts'
import type { SettingsFile } from './settings-file.ts'
import { copiesBelow, PICTURES, type PlacedCopy, readShopCopy, type ShopCopy } from './shop-copy.ts'

export type BringIn = {
  readonly list: (folder: string) => Promise<readonly CopyRow[]>
  readonly inspect: (folder: string, name: string) => Promise<CopyReport>
  readonly take: (folder: string, name: string, wish: Wish) => Promise<CopyReport>
}

type Wish = {
  readonly parts: readonly CopyPart[]
  /** The owner who gets a PIN. Null if no staff are brought in. */
  readonly owner: { readonly id: string; readonly pin: string } | null
}

export type BringInParts = {
  readonly dataFolder: string
  readonly mode: () => Mode
  readonly backups: () => Pick<Backups, 'inspectFile' | 'restoreFile'>
  /** Called when the sales are restored, so that unfinished ones continue even if a later part fails. */
  readonly salesCame: () => Promise<void>
  readonly settings: {
    /** The number of fields that would change, including the terminal code. */
    readonly changes: (file: SettingsFile, terminal: string) => number
    readonly take: (file: SettingsFile, terminal: string) => void
  }
  readonly goods: {
    readonly hasOwn: () => boolean
    /** Throws if the goods cannot be taken. */
    readonly check: (file: string) => Promise<void>
    readonly take: (file: string) => Promise<void>
  }
  readonly people: {
    readonly isStaffed: () => boolean
    /** Throws if the staff cannot be taken. */
    readonly check: (people: readonly StaffRow[], ownerId: string, pin: string) => void
    readonly take: (people: readonly StaffRow[], ownerId: string, pin: string) => Promise<void>
  }
}

export function createBringIn(parts: BringInParts): BringIn {
  const found = async (folder: string, name: string) => {
    const placed = (await copiesBelow(folder)).find((one) => one.name === name)
    if (!placed) throw new CommandRefused((await isFolder(folder)) ? 'COPY_UNKNOWN' : 'COPY_FOLDER_MISSING')
    // Read an unreadable copy again, to throw the reason.
    const copy = placed.copy ?? readShopCopy(await readFile(join(folder, name), 'utf8'))
    return { copy, home: placed.folder }
  }

  const report = async (copy: ShopCopy, home: string): Promise<CopyReport> => ({
    sales: copy.mode === parts.mode() ? await parts.backups().inspectFile(join(home, copy.journal)) : null,
    settings: parts.settings.changes(copy.settings, copy.terminal),
    goods: parts.goods.hasOwn() ? null : (copy.goods?.count ?? null),
    people: parts.people.isStaffed() ? [] : copy.people,
  })

  const takeGoods = async ({ goods }: ShopCopy, home: string): Promise<void> => {
    if (goods === null || parts.goods.hasOwn()) return
    const pictures = join(parts.dataFolder, PICTURES)
    makePrivateFolder(pictures)
    const names = (await readdir(join(home, PICTURES)).catch(() => [])).filter((name) =>
      /^[\w-]+\.jpg$/.test(name),
    )
    for (const name of names) await copyFile(join(home, PICTURES, name), join(pictures, name))
    await parts.goods.take(join(home, goods.file))
  }

  return {
    list: async (folder) => {
      if (!(await isFolder(folder))) throw new CommandRefused('COPY_FOLDER_MISSING')
      return (await copiesBelow(folder)).map(rowOf)
    },
    inspect: async (folder, name) => {
      const { copy, home } = await found(folder, name)
      return report(copy, home)
    },
    // All checks come before the first change. Staff come last, because with staff every command needs a sign-in.
    take: async (folder, name, { parts: wanted, owner }) => {
      const { copy, home } = await found(folder, name)
      const before = await report(copy, home)
      const wants = (part: CopyPart): boolean => wanted.includes(part)
      if (wants('people') && before.people.length > 0 && owner === null)
        throw new CommandRefused('PIN_NOT_SET')
      const people = wants('people') && owner !== null ? before.people : []
      if (owner !== null && people.length > 0) parts.people.check(people, owner.id, owner.pin)
      if (wants('goods') && before.goods !== null && copy.goods !== null)
        await parts.goods.check(join(home, copy.goods.file))
      const sales =
        wants('sales') && before.sales !== null
          ? await parts.backups().restoreFile(join(home, copy.journal))
          : null
      if (sales !== null) await parts.salesCame()
      if (wants('goods')) await takeGoods(copy, home)
      if (wants('settings')) parts.settings.take(copy.settings, copy.terminal)
      if (owner !== null && people.length > 0) await parts.people.take(people, owner.id, owner.pin)
      return {
        sales,
        settings: wants('settings') ? before.settings : 0,
        goods: wants('goods') ? before.goods : null,
        people,
      }
    },
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (one) => one.isDirectory(),
    () => false,
  )

const rowOf = ({ name, copy }: PlacedCopy): CopyRow => ({
  name,
  of: copy && {
    at: copy.at,
    mode: copy.mode,
    terminal: copy.terminal,
    shop: copy.settings.settings.shop?.name ?? '',
    sales: copy.sales,
    goods: copy.goods?.count ?? null,
    people: copy.people.length,
  },
})
