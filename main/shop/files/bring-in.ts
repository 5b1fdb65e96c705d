/**
 * Brings in a copy of the shop: previews what it would change, and takes the parts that a person chose. Works on copies
 * of the stick's files (foreign-file.ts). The journal is looked into before it is read, and pictures are drawn anew.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import type { FieldChange } from '../../../shared/shop/field-changes.ts'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { CopyPart, CopyReport, CopyRow, TakenCopy } from '../../../shared/shop/shop-data.ts'
import type { StaffRow } from '../../../shared/shop/staff.ts'
import { makePrivateFolder } from '../../base/files/private-files.ts'
import { assertOwnJournal, type Backups } from '../../storage/backup/index.ts'
import { type Incoming, isRealFolder, readForeign, withIncoming } from './foreign-file.ts'
import type { SettingsFile } from './settings-file.ts'
import { copiesBelow, PICTURES, type PlacedCopy, type ShopCopy, shopCopyIn } from './shop-copy.ts'

export type BringIn = {
  readonly list: (folder: string) => Promise<readonly CopyRow[]>
  readonly inspect: (folder: string, name: string) => Promise<CopyReport>
  /** Calls `took` after each part, so that it is known what was taken if a later part fails. `sales: null` means that only a part of the sales was taken. */
  readonly take: (
    folder: string,
    name: string,
    wish: Wish,
    took: (part: Partial<TakenCopy>) => void,
  ) => Promise<TakenCopy>
}

type Wish = {
  readonly parts: readonly CopyPart[]
  /** The owner who gets a PIN. Null if no staff are brought in. */
  readonly owner: { readonly id: string; readonly pin: string } | null
}

export type BringInParts = {
  readonly dataFolder: string
  readonly mode: () => Mode
  /** Whether the copy is of another merchant than this till's. */
  readonly isOfOtherMerchant: (file: SettingsFile) => boolean
  readonly backups: () => Pick<Backups, 'inspectFile' | 'restoreFile'>
  /** Called when the sales are restored, so that unfinished ones continue even if a later part fails. */
  readonly salesCame: () => Promise<void>
  readonly settings: {
    /** The fields that would change, including the terminal code. */
    readonly changes: (file: SettingsFile, terminal: string) => readonly FieldChange[]
    /** Throws unless a person agrees to the places to which they send data. */
    readonly confirm: (file: SettingsFile, terminal: string) => Promise<void>
    readonly take: (file: SettingsFile, terminal: string) => void
  }
  readonly goods: {
    readonly hasOwn: () => boolean
    /** Returns the names of their pictures. Throws if the goods cannot be taken. */
    readonly check: (file: string) => Promise<readonly string[]>
    readonly take: (file: string) => Promise<void>
    /** Draws a picture anew and stores it under this name, unless it is none. */
    readonly takePicture: (name: string, picture: Uint8Array) => Promise<unknown>
  }
  readonly people: {
    readonly isStaffed: () => boolean
    /** Throws if the staff cannot be taken. */
    readonly check: (people: readonly StaffRow[], ownerId: string, pin: string) => void
    readonly take: (people: readonly StaffRow[], ownerId: string, pin: string) => Promise<void>
  }
}

/** The folder of a copy, and the folder that a person chose: nothing outside of it is read. */
type Place = { readonly home: string; readonly within: string }

export function createBringIn(parts: BringInParts): BringIn {
  const found = async (folder: string, name: string) => {
    const placed = (await copiesBelow(folder)).find((one) => one.name === name)
    if (!placed) throw new CommandRefused((await isFolder(folder)) ? 'NOT_FOUND' : 'FILE_MISSING')
    // Read an unreadable copy again, to throw the reason.
    const copy = placed.copy ?? (await shopCopyIn(join(folder, name), folder))
    return { copy, place: { home: placed.folder, within: folder } }
  }

  /** Why the sales of the copy are not taken over; null if they are. */
  const keptFor = ({ mode, settings }: ShopCopy): CopyReport['kept'] => {
    if (mode !== parts.mode()) return mode
    return parts.isOfOtherMerchant(settings) ? 'other-merchant' : null
  }

  /** Our checked copy of its journal; null if its sales are not taken over. */
  const journalOf = async (
    copy: ShopCopy,
    { home, within }: Place,
    incoming: Incoming,
  ): Promise<string | null> => {
    if (keptFor(copy) !== null) return null
    const file = await incoming.copy(join(home, copy.journal), MOST_JOURNAL, within)
    await assertOwnJournal(file)
    return file
  }

  /** What the till would take besides the sales. */
  const takeable = (copy: ShopCopy) => ({
    goods: parts.goods.hasOwn() ? null : (copy.goods?.count ?? null),
    people: parts.people.isStaffed() ? [] : copy.people,
  })

  const takePictures = async (names: readonly string[], { home, within }: Place): Promise<void> => {
    makePrivateFolder(join(parts.dataFolder, PICTURES))
    const folder = join(home, PICTURES)
    if (!(await isRealFolder(folder))) return
    for (const name of new Set(names)) {
      // A picture that is missing or none is left out: the goods are sold without it.
      const picture = await readForeign(join(folder, name), MOST_PICTURE, within).catch(() => null)
      if (picture !== null) await parts.goods.takePicture(name, picture)
    }
  }

  return {
    list: async (folder) => {
      if (!(await isFolder(folder))) throw new CommandRefused('FILE_MISSING')
      return (await copiesBelow(folder)).map(rowOf)
    },
    inspect: async (folder, name) => {
      const { copy, place } = await found(folder, name)
      return withIncoming(parts.dataFolder, async (incoming) => {
        const journal = await journalOf(copy, place, incoming)
        return {
          sales: journal === null ? null : await parts.backups().inspectFile(journal),
          kept: keptFor(copy),
          settings: parts.settings.changes(copy.settings, copy.terminal).length,
          ...takeable(copy),
        }
      })
    },
    // All checks come before the first change. Staff come last, because with staff every command needs a sign-in.
    take: async (folder, name, { parts: wanted, owner }, took) => {
      const { copy, place } = await found(folder, name)
      if (wanted.includes('settings')) await parts.settings.confirm(copy.settings, copy.terminal)
      return withIncoming(parts.dataFolder, async (incoming) => {
        const kept = keptFor(copy)
        const journal = await journalOf(copy, place, incoming)
        const before = takeable(copy)
        const wants = (part: CopyPart): boolean => wanted.includes(part)
        if (wants('people') && before.people.length > 0 && owner === null)
          throw new CommandRefused('PIN_NOT_SET')
        const people = wants('people') && owner !== null ? before.people : []
        if (owner !== null && people.length > 0) parts.people.check(people, owner.id, owner.pin)
        const goods =
          wants('goods') && before.goods !== null && copy.goods !== null
            ? await incoming.copy(join(place.home, copy.goods.file), MOST_GOODS, folder)
            : null
        const pictures = goods === null ? [] : await parts.goods.check(goods)
        const added = (): void => took({ sales: null })
        const sales =
          wants('sales') && journal !== null ? await parts.backups().restoreFile(journal, added) : null
        if (sales !== null) {
          took({ sales })
          await parts.salesCame()
        }
        if (goods !== null && !parts.goods.hasOwn()) {
          await takePictures(pictures, place)
          await parts.goods.take(goods)
          took({ goods: before.goods })
        }
        // Found at the write, so that they have the values that it replaced.
        const changes = wants('settings') ? parts.settings.changes(copy.settings, copy.terminal) : []
        if (wants('settings')) {
          parts.settings.take(copy.settings, copy.terminal)
          took({ settings: changes.length, changes: [...changes] })
        }
        if (owner !== null && people.length > 0) await parts.people.take(people, owner.id, owner.pin)
        return {
          sales,
          kept,
          settings: changes.length,
          changes: [...changes],
          goods: wants('goods') ? before.goods : null,
          people,
        }
      })
    },
  }
}

/** More than a shop's files of many years. */
const MOST_JOURNAL = 16 * 1024 ** 3
const MOST_GOODS = 200 * 1024 ** 2
/** Many times a stored square of a picture. */
const MOST_PICTURE = 128 * 1024

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
