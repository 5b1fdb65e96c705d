/** Commands of backups, copies of the shop, and data retention. */
import { z } from 'zod'
import { failureOf } from '../../../shared/failure.ts'
import { backupRowSchema } from '../../../shared/page/view.ts'
import {
  copyStatusSchema,
  outdatedRowSchema,
  type RestoreReport,
  restoreReportSchema,
} from '../../../shared/shop/shop-data.ts'
import { withIncoming } from '../../shop/files/index.ts'
import type { About } from '../../shop/people/index.ts'
import type { CommandContext } from './command-context.ts'
import { backgroundCommand, commandAlone, defineCommand, wholeRequest } from './define-command.ts'
import { restoredDays, restoreReport } from './restored.ts'

/** Newest first. */
export const listBackups = backgroundCommand({
  reply: z.array(backupRowSchema),
  permission: null,
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

export const getCopies = backgroundCommand({
  reply: copyStatusSchema,
  permission: null,
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
