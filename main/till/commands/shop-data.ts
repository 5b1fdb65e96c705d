/** Commands of backups, settings files, copies of the shop, and data retention. */
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { failureOf } from '../../../shared/failure.ts'
import { backupRowSchema } from '../../../shared/page/view.ts'
import { changesOf } from '../../../shared/shop/field-changes.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { type SettingsDryRun, settingsDryRunSchema } from '../../../shared/shop/settings-file.ts'
import {
  COPY_PARTS,
  type CopyReport,
  copyReportSchema,
  copyRowSchema,
  copyStatusSchema,
  outdatedRowSchema,
  type RestoreReport,
  restoreReportSchema,
  type TakenCopy,
  takenCopySchema,
} from '../../../shared/shop/shop-data.ts'
import { writeDocument } from '../../base/files/write-document.ts'
import {
  asText,
  type BringIn,
  createBringIn,
  filedChanges,
  readSettingsFile,
  type SettingsFile,
  settingsFile,
  settingsWith,
  withIncoming,
} from '../../shop/files/index.ts'
import type { About } from '../../shop/people/index.ts'
import { isSameLogin } from '../../shop/settings/index.ts'
import type { CommandContext } from './command-context.ts'
import { commandAlone, defineCommand, wholeRequest } from './define-command.ts'
import { id, typed, typedPin, writtenFile } from './schemas.ts'
import { withLogo } from './store-settings.ts'
import { codesWith, refuseCodeInShift } from './terminal-code.ts'

/** For the audit row: the days whose figures changed, what was not taken, and the first sign of tampering in the backup. */
const restoredDays = (report: RestoreReport | null) =>
  report === null
    ? {}
    : {
        ...{ days: report.days, wrong: report.wrong },
        ...(report.unlike.length > 0 ? { unlike: report.unlike } : {}),
      }

/** The part of a merge's report that a person sees. */
const restoreReport = ({
  added,
  updated,
  same,
  conflicts,
  unlike,
  days,
  wrong,
}: RestoreReport): RestoreReport => ({
  added,
  updated,
  same,
  conflicts,
  unlike,
  days,
  wrong,
})

/** Newest first. */
export const listBackups = defineCommand({
  reply: z.array(backupRowSchema),
  permission: null,
  background: true,
  handle: ({ session }) => session().backups.list(),
})

export const backUpNow = defineCommand({
  reply: backupRowSchema,
  permission: 'back-up',
  audit: commandAlone,
  handle: async ({ session, shop: { copyRegister } }) => {
    const made = await session().backups.now()
    await copyRegister()
    return made
  },
})

const aBackup = z.strictObject({ name: z.string().max(200) })

/** The dry run of a restore. */
export const inspectBackup = defineCommand({
  request: aBackup,
  reply: restoreReportSchema,
  permission: 'restore-backup',
  handle: async (context, { name }) => restoreReport(await context.session().backups.inspect(name)),
})

export const restoreBackup = defineCommand({
  request: aBackup,
  reply: restoreReportSchema,
  permission: 'restore-backup',
  audit: wholeRequest,
  auditReply: restoredDays,
  isLong: true,
  handle: (context, { name }, _authorization, { partly }) =>
    merged(context, partly, (added) => context.session().backups.restore(name, added)),
})

/** The fetch that is running. It resolves when the shop is open again. */
const fetching = new WeakMap<CommandContext, Promise<RestoreReport>>()

/**
 * Fetches the events of this till that are in the shop database and not in the journal. Only one fetch runs at a time: a
 * call during a fetch waits for that fetch and returns its result.
 */
export const fetchOwnEvents = defineCommand({
  reply: restoreReportSchema,
  permission: 'restore-backup',
  audit: commandAlone,
  auditReply: restoredDays,
  isLong: true,
  handle: (context, _nothing, _authorization, { partly }) => {
    const underWay = fetching.get(context)
    if (underWay !== undefined) return underWay
    const fetch = withIncoming(context.computer.folder, ({ place }) =>
      merged(context, partly, (added) => context.session().manyTills.fetchOwnEvents(place, added)),
    ).finally(() => fetching.delete(context))
    fetching.set(context, fetch)
    return fetch
  },
})

/** Merges into the journal, and opens the shop again. */
async function merged(
  context: CommandContext,
  partly: (done: About) => void,
  merge: (added: () => void) => Promise<RestoreReport>,
): Promise<RestoreReport> {
  let done: About | null = null
  try {
    const added = (): void => {
      done = {} // its days are named by the merge that completes it
    }
    const report = restoreReport(await merge(added))
    done = restoredDays(report)
    await context.sessions.reopen()
    return report
  } catch (error) {
    if (done !== null) partly({ ...done, failed: failureOf(error).name })
    throw error
  }
}

/** A person has read the report about a rescued journal. */
export const acknowledgeRescue = defineCommand({
  permission: 'sell',
  audit: commandAlone,
  handle: (context) => context.session().journal.rescue.acknowledge(),
})

/** A person has read the report about a damaged register. */
export const acknowledgeRegister = defineCommand({
  permission: 'sell',
  audit: commandAlone,
  handle: ({ shop: { registerDamage } }, _nothing, _authorization, { note }) =>
    registerDamage.acknowledge(() => note(undefined)),
})

/** Saves the settings file. A second file of the same day replaces the first. */
export const exportSettings = defineCommand({
  reply: writtenFile,
  permission: 'shop-data',
  audit: commandAlone,
  handle: async ({ clock, shop: { settings, logo }, computer: { documents } }) => {
    const file = settingsFile(settings.read(), logo.filed(), clock.now())
    const day = new Date(clock.now()).toISOString().slice(0, 10)
    return writeDocument(documents, `settings-${file.terminal}-${day}.json`, (draft) =>
      writeFile(draft, asText(file), { flush: true }),
    )
  },
})

/** The longest settings file, four times one with a logo for each width. */
const MOST_LETTERS = 1_000_000
const aSettingsFile = z.strictObject({ content: z.string().max(MOST_LETTERS), devices: z.boolean() })

/** The dry run of an import. */
export const checkSettingsFile = defineCommand({
  request: aSettingsFile,
  reply: settingsDryRunSchema,
  permission: 'shop-data',
  handle: (context, { content, devices }) => dryRun(context, readSettingsFile(content), devices),
})

/** Imports all of the file or nothing: it is parsed completely before anything is written. */
export const importSettings = defineCommand({
  request: aSettingsFile,
  reply: settingsDryRunSchema,
  permission: 'shop-data',
  audit: ({ devices }) => ({ devices }),
  auditReply: ({ changes }) => ({ changes }),
  auditedWithoutStaff: true,
  handle: async (context, { content, devices }, _authorization, { note }) => {
    const file = readSettingsFile(content)
    await context.till.confirmations.places(settingsWith(context.shop.settings.read(), file, devices))
    const done = dryRun(context, file, devices)
    withLogo(context, file, () =>
      context.shop.settings.write(settingsWith(context.shop.settings.read(), file, devices), () =>
        note(done),
      ),
    )
    return done
  },
})

function dryRun(context: CommandContext, file: SettingsFile, devices: boolean): SettingsDryRun {
  const settings = context.shop.settings.read()
  const { at, terminal, logo } = file
  return {
    from: { at, terminal, shop: file.settings.shop?.name ?? '' },
    changes: filedChanges(
      { settings, logo: context.shop.logo.filed() },
      { settings: settingsWith(settings, file, devices), logo },
    ),
    devices: file.devices !== null,
  }
}

export const getCopies = defineCommand({
  reply: copyStatusSchema,
  permission: null,
  background: true,
  handle: (context) => context.session().copies.status(),
})

export const copyNow = defineCommand({
  permission: 'back-up',
  audit: commandAlone,
  handle: (context) => context.session().copies.now(),
})

export const findDrives = defineCommand({
  reply: z.array(z.string()),
  permission: 'back-up',
  handle: ({ computer: { drives } }) => drives(),
})

export const listCopies = defineCommand({
  request: z.strictObject({ folder: typed }),
  reply: z.array(copyRowSchema),
  permission: 'restore-backup',
  handle: async (context, { folder }) => (await bringInFrom(context, folder)).list(folder),
})

const aCopy = z.strictObject({ folder: typed, name: z.string().max(300) })

const copyReport = (report: CopyReport): CopyReport => ({
  ...report,
  sales: report.sales && restoreReport(report.sales),
})

/** The dry run of `bringInCopy`. */
export const inspectCopy = defineCommand({
  request: aCopy,
  reply: copyReportSchema,
  permission: 'restore-backup',
  handle: async (context, { folder, name }) =>
    copyReport(await (await bringInFrom(context, folder)).inspect(folder, name)),
})

/** Takes the data of a copy. Unfinished sales from it continue as after a restart. */
export const bringInCopy = defineCommand({
  request: aCopy.extend({
    parts: z.array(z.enum(COPY_PARTS)).min(1),
    owner: z.strictObject({ id, pin: typedPin }).nullable(),
  }),
  reply: takenCopySchema,
  permission: 'restore-backup',
  audit: ({ name, parts, owner }) => ({ name, parts, owner: owner?.id ?? null }),
  auditReply: ({ sales, changes }) => ({ ...restoredDays(sales), changes }),
  auditedWithoutStaff: true,
  isLong: true,
  handle: async (context, { folder, name, parts, owner }, _authorization, { partly }) => {
    const from = await bringInFrom(context, folder)
    let taken: Partial<TakenCopy> = {}
    const took = (part: Partial<TakenCopy>): void => {
      taken = { ...taken, ...part }
    }
    try {
      const { changes, ...report } = await from.take(folder, name, { parts, owner }, took)
      return { ...copyReport(report), changes }
    } catch (error) {
      const { sales = null, changes = [] } = taken
      const done = COPY_PARTS.filter((part) => part in taken)
      if (done.length > 0)
        partly({
          taken: done,
          ...restoredDays(sales && restoreReport(sales)),
          changes,
          failed: failureOf(error).name,
        })
      throw error
    }
  },
})

async function bringInFrom(context: CommandContext, folder: string): Promise<BringIn> {
  await context.till.confirmations.folder(folder)
  return bringIn(context)
}

const bringIn = (context: CommandContext) =>
  createBringIn({
    dataFolder: context.computer.folder,
    mode: () => context.session().mode,
    isOfOtherMerchant: (file) => isOfOtherMerchant(context.shop.settings.read(), file),
    backups: () => context.session().backups,
    salesCame: context.sessions.reopen,
    settings: {
      changes: (file, terminal) => {
        const [was, will] = [context.shop.settings.read(), replacing(context, file, terminal)]
        return [
          ...changesOf(['terminalCode'], (key) => [was[key], will[key]]),
          ...filedChanges(
            { settings: was, logo: context.shop.logo.filed() },
            { settings: will, logo: file.logo },
          ),
        ]
      },
      confirm: async (file, terminal) => {
        refuseCodeInShift(context, terminal)
        await context.till.confirmations.places(replacing(context, file, terminal))
      },
      take: (file, terminal) =>
        withLogo(context, file, () => context.shop.settings.write(replacing(context, file, terminal))),
    },
    goods: {
      hasOwn: () => context.shop.goods.own() !== null,
      check: context.shop.goods.checkFile,
      take: context.shop.goods.takeFile,
      takePicture: context.shop.goods.pictures.keepAs,
    },
    people: {
      isStaffed: context.shop.staff.isStaffed,
      check: context.shop.staff.checkBringIn,
      take: context.shop.staff.bringIn,
    },
  })

/** If only the login at the payment service has changed since the copy was made, the taxpayer is the same. */
const isOfOtherMerchant = ({ merchant, shop }: Settings, file: SettingsFile): boolean =>
  !isSameLogin(merchant, file.merchant) && file.settings.shop?.taxpayerNumber !== shop.taxpayerNumber

/**
 * The settings for a till that replaces the one that made the copy: it takes that till's code. It keeps its own folder
 * for copies, because it does not have the other machine's drive.
 */
const replacing = (context: CommandContext, file: SettingsFile, terminalCode: string): Settings => {
  const now = context.shop.settings.read()
  return { ...settingsWith(now, file, true), ...codesWith(context, terminalCode), copies: now.copies }
}

/** Lists what retention would delete now. */
export const listOutdated = defineCommand({
  reply: z.array(outdatedRowSchema),
  permission: 'shop-data',
  handle: ({ shop: { retention } }) => retention.plan(),
})

export const clearOutdated = defineCommand({
  reply: z.array(outdatedRowSchema),
  permission: 'shop-data',
  audit: commandAlone,
  isLong: true,
  handle: ({ shop: { retention } }) => retention.carryOut(),
})
