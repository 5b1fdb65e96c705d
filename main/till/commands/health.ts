/** Commands of the health page. They read what the till knows; the only device that is asked is a printer, for its state. */
import { writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { HEALTH_CHECKS, type HealthResult, healthResultSchema } from '../../../shared/page/health.ts'
import type { PrinterName } from '../../../shared/shop/printing.ts'
import { writeDocument } from '../../base/files/write-document.ts'
import { SECRETS_IN_USE, type SecretName } from '../../shop/settings/index.ts'
import { bundleName, bundleText, checkHealth as check, type HealthFacts } from '../health/index.ts'
import { freeBytes } from '../session/index.ts'
import type { CommandContext } from './command-context.ts'
import { commandAlone, defineCommand } from './define-command.ts'
import { writtenFile } from './schemas.ts'

export const checkHealth = defineCommand({
  request: z.strictObject({ check: z.enum(HEALTH_CHECKS) }),
  reply: healthResultSchema,
  permission: 'settings',
  handle: (context, { check: wanted }) => check(wanted, factsOf(context)),
})

/** Writes the diagnostics into the documents folder. A person sends them. */
export const saveDiagnostics = defineCommand({
  reply: writtenFile,
  permission: 'settings',
  audit: commandAlone,
  handle: async (context) => {
    const facts = factsOf(context)
    const results: HealthResult[] = []
    for (const wanted of HEALTH_CHECKS) results.push(await check(wanted, facts))
    const now = context.clock.now()
    const text = await bundleText({
      folder: context.computer.folder,
      version: context.computer.machine?.version ?? null,
      settings: context.shop.settings.read(),
      results,
      counts: countsOf(context),
      now,
    })
    return writeDocument(context.computer.documents, bundleName(now), async (draft) => {
      await writeFile(draft, text)
    })
  },
})

const countsOf = (context: CommandContext) => {
  const { journal, backups } = context.session()
  const { prints } = context.session().paper
  return {
    waitingSales: journal.unfinished.waitingSummary().count,
    attention: journal.unfinished.attentionCount(),
    setAside: journal.unfinished.setAsideCount(),
    waitingPapers: prints.summary().waiting,
    unconfirmedPapers: prints.summary().unconfirmed,
    backups: backups.list().length,
  }
}

function factsOf(context: CommandContext): HealthFacts {
  const { clock } = context
  const { vault } = context.shop
  const { folder, machine } = context.computer
  const settings = () => context.shop.settings.read()
  const asked = async (name: PrinterName) =>
    settings()[name === 'main' ? 'printer' : 'sparePrinter'].kind === 'none'
      ? []
      : [await context.session().paper.prints.status(name)]
  return {
    service: async () =>
      context.session().mode === 'test' ? 'practice' : context.session().service.connection.state(),
    keyring: () => ({ lasts: vault.lasts(), locked: SECRETS_IN_USE.some((name) => isLocked(vault, name)) }),
    journal: () => {
      const { storage, journal } = context.session()
      const why = storage()
      return {
        failure: why?.name === 'DISK_LOW' ? null : why,
        rescued: journal.rescue.report() !== null || context.shop.registerDamage.report() !== null,
      }
    },
    disk: () => freeBytes(folder).catch(() => null),
    printers: async () => {
      const reports = [...(await asked('main')), ...(await asked('spare'))]
      const waiting = context.session().paper.prints.summary().waiting
      return { configured: settings().printer.kind !== 'none', reports, waiting }
    },
    display: () => ({ wanted: settings().display, screens: machine?.screens() ?? null }),
    clock: () => context.session().clockOff(),
    backups: () => {
      const { backups, journal, copies } = context.session()
      const [newest] = backups.list()
      return { newest: newest?.at ?? null, lastAt: journal.lastAt(), overdue: copies.overdue() }
    },
    database: () => {
      const { link, streams, missingEvents } = context.session().manyTills
      if (link.member() === null) return null
      const { heardAt, waitsMs: _, ...unsent } = streams.unsent()
      return { link: link.state(), unsent, heardAt, missing: missingEvents() }
    },
    update: () => {
      const { able, stage } = context.updates.status()
      return {
        on: able && settings().updates.address !== '',
        notice: context.updates.notice(),
        ready: stage.name === 'ready',
      }
    },
    crashedAt: () => machine?.crashedAt() ?? null,
    now: clock.now,
  }
}

/** Kept by a keyring that does not give it now. */
const isLocked = (vault: CommandContext['shop']['vault'], name: SecretName): boolean =>
  vault.holds(name) && vault.read(name) === null
