/** Commands of backups, copies of the shop, and data retention. */
import { z } from 'zod'
import { failureOf } from '../../../shared/failure.ts'
import { backupRowSchema } from '../../../shared/page/view.ts'
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
import { withIncoming } from '../../shop/files/index.ts'
import type { About } from '../../shop/people/index.ts'
import { inspect, listedCopies, take } from './bring-in.ts'
import type { CommandContext } from './command-context.ts'
import { commandAlone, defineCommand, wholeRequest } from './define-command.ts'
import { id, typed, typedPin } from './schemas.ts'

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
  handle: async (context, where) => listedCopies((await agreed(context, where)).folder),
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
  handle: async (context, copy) => copyReport(await inspect(context, await agreed(context, copy))),
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
    const copy = await agreed(context, { folder, name })
    let taken: Partial<TakenCopy> = {}
    const took = (part: Partial<TakenCopy>): void => {
      taken = { ...taken, ...part }
    }
    try {
      const { changes, ...report } = await take(context, copy, { parts, owner }, took)
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

/** The folder, once a person agreed to it in a system dialog. */
async function agreed<Copy extends { readonly folder: string }>(
  { till: { confirmations } }: CommandContext,
  aCopy: Copy,
): Promise<Copy> {
  await confirmations.folder(aCopy.folder)
  return aCopy
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
