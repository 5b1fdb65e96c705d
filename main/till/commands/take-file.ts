/**
 * Takes over a shop file: previews what it would change, and takes the parts that a person chose. Works on copies of a
 * stick's files (foreign-file.ts). The journal is looked into before it is read, and pictures are drawn anew.
 */
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandRefused } from '../../../shared/failure.ts'
import type { FieldChange } from '../../../shared/shop/field-changes.ts'
import { missingSeller } from '../../../shared/shop/own-seller.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import type { CopyRow } from '../../../shared/shop/shop-data.ts'
import { FILE_PARTS, type FilePart, type FileReport } from '../../../shared/shop/shop-file.ts'
import { makePrivateFolder, OWNER_ONLY } from '../../base/files/private-files.ts'
import {
  filesBelow,
  headOf,
  type Incoming,
  isRealFolder,
  MOST_GOODS,
  type OpenFile,
  PICTURES,
  readFileText,
  readForeign,
  readShopFile,
  type ShopFile,
  settingsWith,
  withIncoming,
} from '../../shop/files/index.ts'
import { isSameLogin } from '../../shop/settings/index.ts'
import { assertOwnJournal } from '../../storage/backup/index.ts'
import type { RegisterChange } from '../../storage/register/index.ts'
import type { CommandContext } from './command-context.ts'
import type { OwnRow } from './define-command.ts'
import { restoreReport } from './restored.ts'
import { changesTo } from './store-settings.ts'
import { codesWith, refuseOpenShift, takesPlace } from './terminal-code.ts'

type Source = { readonly code: string } & (
  | { readonly content: string }
  | { readonly folder: string; readonly name: string }
)

/** The folder of a file, and the folder that a person chose: nothing outside of it is read. */
type Place = { readonly home: string; readonly within: string }

type Opened = { readonly file: ShopFile; readonly place: Place | null }

/** Newest first. */
export async function listedFiles(folder: string): Promise<readonly CopyRow[]> {
  if (!(await isFolder(folder))) throw new CommandRefused('FILE_MISSING')
  const rows: CopyRow[] = []
  for (const { name } of await filesBelow(folder))
    rows.push({ name, of: await headOf(join(folder, name), folder) })
  return rows.sort((one, other) => (other.of?.at ?? 0) - (one.of?.at ?? 0))
}

/** Asks a person in a system dialog before a folder is touched. */
export async function openedFile(context: CommandContext, source: Source): Promise<Opened> {
  if ('content' in source) {
    const file = await readShopFile(source.content, source.code)
    // The page did not read the files beside it.
    return { file: 'password' in file ? file : { ...file, goods: null, sales: null }, place: null }
  }
  const { folder, name, code } = source
  await context.till.confirmations.folder(folder)
  const placed = (await filesBelow(folder)).find((one) => one.name === name)
  if (!placed) throw new CommandRefused((await isFolder(folder)) ? 'NOT_FOUND' : 'FILE_MISSING')
  const file = await readShopFile(await readFileText(join(folder, name), folder), code)
  return { file, place: { home: placed.home, within: folder } }
}

/** What the whole file would change. */
export async function inspect(context: CommandContext, { file, place }: Opened): Promise<FileReport> {
  return withIncoming(context.computer.folder, async (incoming) => {
    const journal = await journalOf(context, file, place, incoming)
    return {
      ...reportOf(context, file),
      sales: journal === null ? null : restoreReport(await context.session().backups.inspectFile(journal)),
      changes: changes(context, file, FILE_PARTS),
      ...takeable(context, file),
    }
  })
}

type Wish = {
  readonly parts: readonly FilePart[]
  readonly owner: { readonly id: string; readonly pin: string } | null
}

/** What was taken if a later part fails. `sales` is null where only a part of them was. */
type Taken = { parts: Set<FilePart>; sales: FileReport['sales']; changes: FileReport['changes'] }
export const nothingTaken = (): Taken => ({ parts: new Set(), sales: null, changes: [] })

/**
 * Takes the chosen parts, and tells in `taken` which it has. All checks come before the first change. Staff come last,
 * because with staff every command needs a sign-in.
 */
export async function take(
  context: CommandContext,
  { file, place }: Opened,
  { parts, owner }: Wish,
  taken = nothingTaken(),
  note: OwnRow<FileReport>['note'] = () => [],
): Promise<FileReport> {
  const { goods: shopGoods, settings, logo } = context.shop
  const wants = (part: FilePart): boolean => parts.includes(part)
  const will = (): Settings => {
    const after = next(context, file, parts)
    if (after.terminalCode !== settings.read().terminalCode) refuseOpenShift(context)
    return after
  }
  const takesSettings = wants('settings') || wants('devices')
  if (takesSettings) await context.till.confirmations.places(will())
  return withIncoming(context.computer.folder, async (incoming) => {
    const journal = await journalOf(context, file, place, incoming)
    const before = takeable(context, file)
    const staff = staffTaker(context, file, owner)
    const people = wants('people') ? before.people : []
    if (people.length > 0) staff.check()
    const isWanted = wants('goods') && before.goods !== null
    const goods = isWanted ? await goodsOf(file, place, incoming) : null
    const pictures = goods === null ? [] : await shopGoods.checkFile(goods)
    if (wants('sales') && journal !== null) {
      const added = () => void taken.parts.add('sales')
      taken.sales = restoreReport(await context.session().backups.restoreFile(journal, added))
      added()
      // Now, so that unfinished sales continue even if a later part fails.
      await context.sessions.reopen()
    }
    if (goods !== null && shopGoods.own() === null) {
      if (place !== null) await takePictures(context, pictures, place)
      await shopGoods.takeFile(goods)
      taken.parts.add('goods')
    }
    // Found at the write, so that they have the values that it replaced.
    const done: FileReport = {
      ...reportOf(context, file),
      ...{ sales: taken.sales, people, goods: goods === null ? null : before.goods },
      changes: takesSettings ? changes(context, file, parts) : [],
    }
    if (takesSettings) {
      const isLast = people.length === 0
      const after = will() // a shift may have been opened meanwhile
      const store = (...rows: RegisterChange[]) =>
        settings.write(after, () => [...rows, ...(isLast ? note(done) : [])])
      if (wants('settings')) logo.store(file.logo, store)
      else store()
      taken.changes = done.changes
      for (const part of ['settings', 'devices'] as const) if (wants(part)) taken.parts.add(part)
    }
    if (people.length > 0) await staff.take()
    return done
  })
}

const hasSales = (file: ShopFile): file is OpenFile & { sales: object } =>
  'sales' in file && file.sales !== null

const reportOf = (context: CommandContext, file: ShopFile) => ({
  from: { at: file.at, shop: file.shop, terminal: file.terminal },
  kept: keptFor(context, file),
  pins: 'password' in file,
})

/** Why the sales of the file are not taken over; null if they are. */
function keptFor(context: CommandContext, file: ShopFile): FileReport['kept'] {
  if (!hasSales(file)) return 'none'
  if (file.sales.mode !== context.session().mode) return file.sales.mode
  return isOfOtherMerchant(context.shop.settings.read(), file) ? 'other-merchant' : null
}

/** If only the login at the payment service has changed since the copy was made, the taxpayer is the same, and no sample. */
const isOfOtherMerchant = ({ merchant, shop }: Settings, file: OpenFile): boolean =>
  !isSameLogin(merchant, file.merchant) &&
  (missingSeller('live', { shop }).includes('taxpayerNumber') ||
    file.settings.shop.taxpayerNumber !== shop.taxpayerNumber)

/** Our checked copy of its journal; null if its sales are not taken over. */
async function journalOf(
  context: CommandContext,
  file: ShopFile,
  place: Place | null,
  incoming: Incoming,
): Promise<string | null> {
  if (place === null || !hasSales(file) || keptFor(context, file) !== null) return null
  const journal = await incoming.copy(join(place.home, file.sales.journal), MOST_JOURNAL, place.within)
  await assertOwnJournal(journal)
  return journal
}

/** What the till would take besides sales and settings. */
export const takeable = ({ shop: { goods, staff } }: CommandContext, file: ShopFile) => ({
  goods: goods.own() === null ? (file.goods?.count ?? null) : null,
  people: staff.isStaffed()
    ? []
    : file.people.map(({ id, name, role, active }) => ({ id, name, role, active })),
})

/** With the PINs of a sealed file, or a new PIN of one owner. */
function staffTaker({ shop: { staff } }: CommandContext, file: ShopFile, owner: Wish['owner']) {
  if ('password' in file)
    return { check: () => staff.checkAdopt(file.people), take: () => staff.adopt(file.people) }
  const { id = '', pin = '' } = owner ?? {}
  return {
    check: () => {
      if (owner === null) throw new CommandRefused('PIN_NOT_SET')
      staff.checkBringIn(file.people, id, pin)
    },
    take: () => staff.bringIn(file.people, id, pin),
  }
}

/** A file with the lines of the goods. */
async function goodsOf({ goods }: ShopFile, place: Place | null, incoming: Incoming): Promise<string | null> {
  if (goods !== null && 'lines' in goods) {
    const path = join(incoming.place, 'goods.jsonl')
    await writeFile(path, goods.lines, { mode: OWNER_ONLY })
    return path
  }
  return goods === null || place === null
    ? null
    : incoming.copy(join(place.home, goods.file), MOST_GOODS, place.within)
}

const changes = (context: CommandContext, file: ShopFile, parts: readonly FilePart[]): FieldChange[] => {
  const will = next(context, file, parts)
  const logo = parts.includes('settings') ? file.logo : context.shop.logo.filed()
  return changesTo(context, will, logo)
}

/**
 * The settings afterwards. A till that takes a copy keeps its own folder for copies, because it does not have the other
 * machine's drive. It takes the code of the till that made the copy only together with its sales.
 */
export function next(context: CommandContext, file: ShopFile, parts: readonly FilePart[]): Settings {
  const now = context.shop.settings.read()
  const isCopy = hasSales(file)
  const replaces = parts.includes('settings') && parts.includes('sales') && keptFor(context, file) === null
  return {
    ...(parts.includes('settings') ? settingsWith(now, file) : now),
    ...(parts.includes('devices') ? { ...file.devices, ...(isCopy ? { copies: now.copies } : {}) } : {}),
    ...(replaces && takesPlace(context) ? codesWith(context, file.terminal) : {}),
  }
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

/** More than a shop's journal of many years. */
const MOST_JOURNAL = 16 * 1024 ** 3
/** Many times a stored square of a picture. */
const MOST_PICTURE = 128 * 1024

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (one) => one.isDirectory(),
    () => false,
  )
