/**
 * Brings in a copy of the shop: previews what it would change, and takes the parts that a person chose. Works on copies
 * of the stick's files (foreign-file.ts). The journal is looked into before it is read, and pictures are drawn anew.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { CopyPart, CopyReport, CopyRow, TakenCopy } from '../../../shared/shop/shop-data.ts'
import { makePrivateFolder } from '../../base/files/private-files.ts'
import {
  filesBelow,
  type Incoming,
  isRealFolder,
  type OpenFile,
  openFileIn,
  PICTURES,
  readForeign,
  settingsWith,
  withIncoming,
} from '../../shop/files/index.ts'
import { isSameLogin } from '../../shop/settings/index.ts'
import { assertOwnJournal } from '../../storage/backup/index.ts'
import type { CommandContext } from './command-context.ts'
import { changesTo, withLogo } from './store-settings.ts'
import { codesWith, refuseCodeInShift } from './terminal-code.ts'

export type ACopy = { readonly folder: string; readonly name: string }

export type BringInWish = {
  readonly parts: readonly CopyPart[]
  /** The owner who gets a PIN. Null if no staff are brought in. */
  readonly owner: { readonly id: string; readonly pin: string } | null
}

export async function listedCopies(folder: string): Promise<readonly CopyRow[]> {
  if (!(await isFolder(folder))) throw new CommandRefused('COPY_FOLDER_MISSING')
  return (await filesBelow(folder)).map(({ name, of }) => ({ name, of }))
}

/** What a copy would change. */
export async function inspect(context: CommandContext, aCopy: ACopy): Promise<CopyReport> {
  const { file, place } = await found(aCopy)
  return withIncoming(context.computer.folder, async (incoming) => {
    const journal = await journalOf(context, file, place, incoming)
    return {
      sales: journal === null ? null : await context.session().backups.inspectFile(journal),
      kept: keptFor(context, file),
      settings: changes(context, file).length,
      ...takeable(context, file),
    }
  })
}

/**
 * Takes the chosen parts. Calls `took` after each, so that it is known what was taken if a later part fails. `sales: null`
 * means that only a part of the sales was taken. All checks come before the first change. Staff come last, because with
 * staff every command needs a sign-in.
 */
export async function take(
  context: CommandContext,
  aCopy: ACopy,
  { parts: wanted, owner }: BringInWish,
  took: (part: Partial<TakenCopy>) => void,
): Promise<TakenCopy> {
  const { goods: shopGoods, staff, settings } = context.shop
  const { file, place } = await found(aCopy)
  const wants = (part: CopyPart): boolean => wanted.includes(part)
  if (wants('settings')) {
    if (file.sales !== null) refuseCodeInShift(context, file.terminal)
    await context.till.confirmations.places(replacing(context, file))
  }
  return withIncoming(context.computer.folder, async (incoming) => {
    const kept = keptFor(context, file)
    const journal = await journalOf(context, file, place, incoming)
    const before = takeable(context, file)
    if (wants('people') && before.people.length > 0 && owner === null) throw new CommandRefused('PIN_NOT_SET')
    const people = wants('people') && owner !== null ? before.people : []
    if (owner !== null && people.length > 0) staff.checkBringIn(people, owner.id, owner.pin)
    const goods =
      wants('goods') && before.goods !== null && file.goods !== null
        ? await incoming.copy(join(place.home, file.goods.file), MOST_GOODS, place.within)
        : null
    const pictures = goods === null ? [] : await shopGoods.checkFile(goods)
    const added = (): void => took({ sales: null })
    const sales =
      wants('sales') && journal !== null ? await context.session().backups.restoreFile(journal, added) : null
    if (sales !== null) {
      took({ sales })
      // Now, so that unfinished sales continue even if a later part fails.
      await context.sessions.reopen()
    }
    if (goods !== null && shopGoods.own() === null) {
      await takePictures(context, pictures, place)
      await shopGoods.takeFile(goods)
      took({ goods: before.goods })
    }
    // Found at the write, so that they have the values that it replaced.
    const changed = wants('settings') ? [...changes(context, file)] : []
    if (wants('settings')) {
      withLogo(context, file, () => settings.write(replacing(context, file)))
      took({ settings: changed.length, changes: changed })
    }
    if (owner !== null && people.length > 0) await staff.bringIn(people, owner.id, owner.pin)
    return {
      ...{ sales, kept, settings: changed.length, changes: changed, people },
      goods: wants('goods') ? before.goods : null,
    }
  })
}

/** The folder of a copy, and the folder that a person chose: nothing outside of it is read. */
type Place = { readonly home: string; readonly within: string }

async function found({ folder, name }: ACopy): Promise<{ readonly file: OpenFile; readonly place: Place }> {
  const placed = (await filesBelow(folder)).find((one) => one.name === name)
  if (!placed) throw new CommandRefused((await isFolder(folder)) ? 'COPY_UNKNOWN' : 'COPY_FOLDER_MISSING')
  const file = await openFileIn(join(folder, name), folder)
  return { file, place: { home: placed.folder, within: folder } }
}

/** Why the sales of the copy are not taken over; null if they are. */
function keptFor(context: CommandContext, file: OpenFile): CopyReport['kept'] {
  if (file.sales === null) return 'none'
  if (file.sales.mode !== context.session().mode) return file.sales.mode
  return isOfOtherMerchant(context.shop.settings.read(), file) ? 'other-merchant' : null
}

/** If only the login at the payment service has changed since the copy was made, the taxpayer is the same. */
const isOfOtherMerchant = ({ merchant, shop }: Settings, file: OpenFile): boolean =>
  !isSameLogin(merchant, file.merchant) && file.settings.shop?.taxpayerNumber !== shop.taxpayerNumber

/** Our checked copy of its journal; null if its sales are not taken over. */
async function journalOf(
  context: CommandContext,
  file: OpenFile,
  { home, within }: Place,
  incoming: Incoming,
): Promise<string | null> {
  if (file.sales === null || keptFor(context, file) !== null) return null
  const journal = await incoming.copy(join(home, file.sales.journal), MOST_JOURNAL, within)
  await assertOwnJournal(journal)
  return journal
}

/** What the till would take besides the sales. */
const takeable = ({ shop: { goods, staff } }: CommandContext, file: OpenFile) => ({
  goods: goods.own() === null ? (file.goods?.count ?? null) : null,
  people: staff.isStaffed() ? [] : file.people,
})

const changes = (context: CommandContext, file: OpenFile) =>
  changesTo(context, replacing(context, file), file.logo)

/**
 * The settings for a till that replaces the one that made the copy: it takes that till's code with its sales, so a file
 * without sales gives none. It keeps its own folder for copies, because it does not have the other machine's drive.
 */
function replacing(context: CommandContext, file: OpenFile): Settings {
  const now = context.shop.settings.read()
  const codes = file.sales === null ? {} : codesWith(context, file.terminal)
  return { ...settingsWith(now, file, true), ...codes, copies: now.copies }
}

async function takePictures(
  { computer, shop: { goods } }: CommandContext,
  names: readonly string[],
  { home, within }: Place,
): Promise<void> {
  makePrivateFolder(join(computer.folder, PICTURES))
  const folder = join(home, PICTURES)
  if (!(await isRealFolder(folder))) return
  for (const name of new Set(names)) {
    // A picture that is missing or none is left out: the goods are sold without it.
    const picture = await readForeign(join(folder, name), MOST_PICTURE, within).catch(() => null)
    if (picture !== null) await goods.pictures.keepAs(name, picture)
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
