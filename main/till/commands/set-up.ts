/** Commands of set-up files: an owner makes one for other terminals, and the guide of a new till takes one from a stick. */
import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { CommandRefused } from '../../../shared/failure.ts'
import { foundSetUpSchema, setUpReportSchema } from '../../../shared/shop/set-up.ts'
import { groupedCode } from '../../../shared/shop/staff.ts'
import { writeDocument } from '../../base/files/write-document.ts'
import {
  findSetUps,
  newSetUpCode,
  openSetUp,
  readSetUpFile,
  readTerminalList,
  type SetUp,
  sealSetUp,
  settingsFile,
  withIncoming,
} from '../../shop/files/index.ts'
import { carryOutSetUp, type SetUpWish } from './carry-out-set-up.ts'
import type { CommandContext } from './command-context.ts'
import { defineCommand } from './define-command.ts'
import { typed, writtenFile } from './schemas.ts'

/** Saves a set-up file, sealed with a new code, which is only in this reply. */
export const exportSetUp = defineCommand({
  request: z.strictObject({
    /** Printers, start with the computer and the like: for terminals that are the same. */
    devices: z.boolean(),
    goods: z.boolean(),
    /** Names of computers and their terminal codes, one a line. */
    terminals: z.string().max(20_000),
  }),
  reply: writtenFile.extend({ code: z.string() }),
  permission: 'merchant',
  audit: ({ devices, goods }) => ({ devices, goods }),
  isSecret: true,
  handle: async (context, wish) => {
    const {
      clock,
      shop: { settings, logo, vault, staff },
      computer: { documents },
      till: { scryptCost },
    } = context
    const file = settingsFile(settings.read(), logo.filed(), clock.now())
    if (file.merchant === null) throw new CommandRefused('SET_UP_NO_MERCHANT')
    const password = vault.read('merchant-password')
    if (password === null) throw new CommandRefused('PASSWORD_UNREADABLE')
    const setUp: SetUp = {
      settings: wish.devices ? file : { ...file, devices: null },
      password,
      people: staff.sealed(),
      terminals: readTerminalList(wish.terminals),
      goods: wish.goods ? await goodsOf(context) : null,
    }
    const code = newSetUpCode()
    const sealed = await sealSetUp(setUp, code, scryptCost)
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    const written = await writeDocument(documents, `set-up-${file.terminal}-${day}.json`, (draft) =>
      writeFile(draft, sealed, { flush: true }),
    )
    return { ...written, code: groupedCode(code) }
  },
})

async function goodsOf({ shop: { goods }, computer: { folder } }: CommandContext): Promise<SetUp['goods']> {
  const filed = goods.filed()
  if (filed === null) return null
  return withIncoming(folder, async ({ place }) => {
    const draft = join(place, 'goods.jsonl')
    await filed.write(draft)
    return { lines: await readFile(draft, 'utf8'), count: filed.count }
  })
}

/** The set-up files at the top of the sticks that are plugged in. */
export const findSetUpFiles = defineCommand({
  reply: z.array(foundSetUpSchema),
  permission: 'merchant',
  background: true,
  handle: async ({ computer: { drives } }) => findSetUps(await drives()),
})

const aSetUp = z.strictObject({ path: z.string().max(1000), code: typed, terminal: typed })

/** The dry run of `setUpTill`. */
export const checkSetUpFile = defineCommand({
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
  const found = await findSetUps(await context.computer.drives())
  if (!found.some((one) => one.path === path)) throw new CommandRefused('FILE_DAMAGED')
  const setUp = await openSetUp(await readSetUpFile(path), code)
  const wanted = terminal.trim()
  return carryOutSetUp(context, setUp, {
    ...{ terminal: wanted === '' ? null : wanted, computer: hostname() },
    ...how,
  })
}
