/** The commands of shop files: save one, take parts of one, set up a new till with one from a stick. */
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandRefused, failureOf } from '../../../shared/failure.ts'
import { copyRowSchema } from '../../../shared/shop/shop-data.ts'
import {
  FILE_PARTS,
  fileReportSchema,
  foundFileSchema,
  MOST_FILE_BYTES,
  setUpReportSchema,
} from '../../../shared/shop/shop-file.ts'
import { groupedCode } from '../../../shared/shop/staff.ts'
import { writeDocument } from '../../base/files/write-document.ts'
import {
  type FiledSettings,
  filedSettings,
  findSealed,
  newCode,
  openSealed,
  openText,
  readFileText,
  readTerminalList,
  type SealedFile,
  sealedText,
  withIncoming,
} from '../../shop/files/index.ts'
import { carryOutSetUp, type SetUpWish } from './carry-out-set-up.ts'
import type { CommandContext } from './command-context.ts'
import { backgroundCommand, defineCommand } from './define-command.ts'
import { restoredDays } from './restored.ts'
import { id, typed, typedPin, writtenFile } from './schemas.ts'
import { inspect, listedFiles, nothingTaken, openedFile, take } from './take-file.ts'

/** With the merchant's password and the people with their PINs. */
const sealedWish = z.strictObject({
  goods: z.boolean(),
  /** Names of computers and their terminal codes, one a line. */
  terminals: z.string().max(20_000),
})

/** Saves a shop file. A second one of the same day replaces the first. The code of a sealed file is only in this reply. */
export const exportShopFile = defineCommand({
  request: z.strictObject({
    /** Printers, start with the computer and the like: for terminals that are the same. */
    devices: z.boolean(),
    /** Null leaves all secrets out, and does not seal the file. */
    sealed: z.nullable(sealedWish),
  }),
  reply: writtenFile.extend({ code: z.nullable(z.string()) }),
  permission: 'shop-data',
  permissionFor: ({ sealed }) => (sealed === null ? null : 'merchant'),
  audit: ({ devices, sealed }) => ({ devices, sealed: sealed !== null, goods: sealed?.goods ?? false }),
  isSecret: true,
  handle: async (context, { devices, sealed }) => {
    const { clock } = context
    const { settings, logo } = context.shop
    const { documents } = context.computer
    const { scryptCost } = context.till
    const all = filedSettings(settings.read(), logo.filed(), clock.now())
    const file = devices ? all : { ...all, devices: null }
    const code = sealed && newCode()
    const text =
      sealed === null || code === null
        ? openText({ ...file, people: [], goods: null, sales: null })
        : await sealedText(await withSecrets(context, file, sealed), code, scryptCost)
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const name = `shop-${file.terminal}-${day}${code === null ? '' : '-sealed'}.json`
    const written = await writeDocument(documents, name, (draft) => writeFile(draft, text, { flush: true }))
    return { ...written, code: code && groupedCode(code) }
  },
})

async function withSecrets(
  context: CommandContext,
  file: FiledSettings,
  wish: z.infer<typeof sealedWish>,
): Promise<SealedFile> {
  const { vault, staff } = context.shop
  if (file.merchant === null) throw new CommandRefused('SET_UP_NO_MERCHANT')
  const password = vault.read('merchant-password')
  if (password === null) throw new CommandRefused('PASSWORD_UNREADABLE')
  return {
    ...file,
    password,
    people: [...staff.sealed()],
    terminals: readTerminalList(wish.terminals),
    goods: wish.goods ? await goodsOf(context) : null,
  }
}

async function goodsOf({
  shop: { goods },
  computer: { folder },
}: CommandContext): Promise<SealedFile['goods']> {
  const filed = goods.filed()
  if (filed === null) return null
  return withIncoming(folder, async ({ place }) => {
    const draft = join(place, 'goods.jsonl')
    await filed.write(draft)
    return { lines: await readFile(draft), count: filed.count }
  })
}

/** A file whose content the page read, or one in a folder. */
const source = z.union([
  z.strictObject({ content: z.string().max(MOST_FILE_BYTES), code: typed.default('') }),
  z.strictObject({ folder: typed, name: z.string().max(300), code: typed.default('') }),
])
const aShopFile = z.strictObject({ source })

const permissionFor = ({ source: from }: z.output<typeof aShopFile>) =>
  'folder' in from ? 'restore-backup' : null

export const listCopies = defineCommand({
  request: z.strictObject({ folder: typed }),
  reply: z.array(copyRowSchema),
  permission: 'restore-backup',
  handle: async ({ till: { confirmations } }, { folder }) => {
    await confirmations.folder(folder)
    return listedFiles(folder)
  },
})

/** The dry run of `takeShopFile`, with all parts. */
export const inspectShopFile = defineCommand({
  request: aShopFile,
  reply: fileReportSchema,
  permission: 'shop-data',
  permissionFor,
  handle: async (context, { source: from }) => inspect(context, await openedFile(context, from)),
})

/** Takes parts of a file. Unfinished sales from it continue as after a restart. */
export const takeShopFile = defineCommand({
  request: aShopFile.extend({
    parts: z.array(z.enum(FILE_PARTS)).min(1),
    /** The owner who gets a PIN. Null if no people are taken, or if the file has their PINs. */
    owner: z.strictObject({ id, pin: typedPin }).nullable(),
  }),
  reply: fileReportSchema,
  permission: 'shop-data',
  permissionFor,
  audit: ({ source: from, parts, owner }) => ({
    ...('folder' in from ? { name: from.name } : {}),
    ...{ parts, owner: owner?.id ?? null },
  }),
  auditReply: ({ sales, changes }) => ({ ...restoredDays(sales), changes }),
  isLong: true,
  handle: async (context, { source: from, parts, owner }, _authorization, { note, partly }) => {
    const opened = await openedFile(context, from)
    const taken = nothingTaken()
    try {
      return await take(context, opened, { parts, owner }, taken, note)
    } catch (error) {
      const { sales, changes } = taken
      const done = { taken: [...taken.parts], ...restoredDays(sales), changes }
      if (taken.parts.size > 0) partly({ ...done, failed: failureOf(error).name })
      throw error
    }
  },
})

/** The sealed files at the top of the sticks that are plugged in. */
export const findSealedFiles = backgroundCommand({
  reply: z.array(foundFileSchema),
  permission: 'merchant',
  handle: async ({ computer: { drives } }) => findSealed(await drives()),
})

const aSetUp = z.strictObject({ path: z.string().max(1000), code: typed, terminal: typed })

/** The dry run of `setUpTill`. */
export const checkSetUp = defineCommand({
  request: aSetUp,
  reply: setUpReportSchema,
  permission: 'merchant',
  handle: (context, request) =>
    setUpFrom(context, request, { takeOver: false, olderFile: false, dryRun: true }),
})

/** Has no `audit` here: carry-out-set-up.ts writes a row for each part. */
export const setUpTill = defineCommand({
  request: aSetUp.extend({ takeOver: z.boolean(), olderFile: z.boolean() }),
  reply: setUpReportSchema,
  permission: 'merchant',
  handle: (context, { takeOver, olderFile, ...request }) =>
    setUpFrom(context, request, { takeOver, olderFile, dryRun: false }),
})

async function setUpFrom(
  context: CommandContext,
  { path, code, terminal }: z.infer<typeof aSetUp>,
  how: Pick<SetUpWish, 'takeOver' | 'olderFile' | 'dryRun'>,
) {
  // No page chooses the files that the till reads.
  const found = await findSealed(await context.computer.drives())
  if (!found.some((one) => one.path === path)) throw new CommandRefused('FILE_MISSING', path)
  const file = await openSealed(await readFileText(path), code)
  const wanted = terminal.trim()
  return carryOutSetUp(context, file, {
    ...{ terminal: wanted === '' ? null : wanted, computer: hostname() },
    ...how,
  })
}
