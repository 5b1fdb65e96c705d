/** The verbs of the shop's data. */
import { writeFile } from 'node:fs/promises'
import { CommandRefused } from '../../shared/failure.ts'
import type { AnswerOf, ParsedRequestOf } from '../../shared/ipc/index.ts'
import { copyPlan, retentionDays, type Settings } from '../../shared/settings.ts'
import type { SettingsDryRun } from '../../shared/settings-file.ts'
import {
  asText,
  createBringIn,
  readSettingsFile,
  type SettingsFile,
  settingChanges,
  settingsFile,
  settingsWith,
} from '../shop-data/index.ts'
import { writeDocument } from '../write-document.ts'
import type { CommandContext } from './command-context.ts'
import { restoreReport } from './restore-report.ts'
import { invalidFields } from './save-settings.ts'

/** The same day's takes the place of the one before. */
export async function exportSettings(context: CommandContext): Promise<{ path: string }> {
  const { settings, logo, clock, documents } = context
  const file = settingsFile(settings.read(), logo.filed(), clock.now())
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  return writeDocument(documents, `settings-${file.terminal}-${day}.json`, (draft) =>
    writeFile(draft, asText(file), { mode: 0o600, flag: 'wx', flush: true }),
  )
}

type Brought = ParsedRequestOf<'importSettings'>

export function checkSettingsFile(context: CommandContext, { content, devices }: Brought): SettingsDryRun {
  return dryRun(context, readSettingsFile(content), devices)
}

/** All of it or nothing: it is read whole before anything is written, and the logo goes back where the settings do not last. */
export function importSettings(context: CommandContext, { content, devices }: Brought): SettingsDryRun {
  const file = readSettingsFile(content)
  const done = dryRun(context, file, devices)
  takeSettings(context, settingsWith(context.settings.read(), file, devices), file)
  return done
}

function dryRun(context: CommandContext, file: SettingsFile, devices: boolean): SettingsDryRun {
  const settings = context.settings.read()
  const { at, terminal, logo } = file
  return {
    from: { at, terminal, shop: file.settings.shop?.name ?? '' },
    changes: settingChanges(
      { settings, logo: context.logo.filed() },
      { settings: settingsWith(settings, file, devices), logo },
    ),
    devices: Object.keys(file.devices).length > 0,
  }
}

function takeSettings(context: CommandContext, next: Settings, { logo }: SettingsFile): void {
  const had = context.logo.filed()
  try {
    context.logo.takeFiled(logo)
    context.settings.write(next)
  } catch (error) {
    context.logo.takeFiled(had)
    throw new CommandRefused('FILE_NOT_WRITTEN', error instanceof Error ? error.message : null)
  }
  settled(context)
}

/** What hangs on the settings takes notice of them. */
function settled(context: CommandContext): void {
  context.shop().retryPrinting()
  context.shop().callback.retune()
  context.shop().copies.replan()
  context.changed()
}

export async function saveCopyPlan(
  context: CommandContext,
  typed: ParsedRequestOf<'saveCopyPlan'>,
): Promise<void> {
  const parsed = copyPlan.safeParse({ ...typed, keep: numberOf(typed.keep) })
  if (!parsed.success) throw invalidFields(parsed.error, 'copies')
  const copies = parsed.data
  if (copies.folder !== '') await context.shop().copies.begin(copies.folder)
  context.settings.write({ ...context.settings.read(), copies })
  settled(context)
}

export function saveRetention(context: CommandContext, typed: ParsedRequestOf<'saveRetention'>): void {
  const numbers = Object.entries(typed).map(([key, text]) => [key, numberOf(text)])
  const parsed = retentionDays.safeParse(Object.fromEntries(numbers))
  if (!parsed.success) throw invalidFields(parsed.error, 'retention')
  context.settings.write({ ...context.settings.read(), retention: parsed.data })
  context.changed()
}

const numberOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN)

export const listOutdated = async ({ retention }: CommandContext): Promise<AnswerOf<'listOutdated'>> => [
  ...(await retention.plan()),
]

export const clearOutdated = async ({ retention }: CommandContext): Promise<AnswerOf<'clearOutdated'>> => [
  ...(await retention.carryOut()),
]

export const listCopies = async (
  context: CommandContext,
  { folder }: ParsedRequestOf<'listCopies'>,
): Promise<AnswerOf<'listCopies'>> => [...(await bringIn(context).list(folder))]

export const inspectCopy = async (
  context: CommandContext,
  { folder, name }: ParsedRequestOf<'inspectCopy'>,
): Promise<AnswerOf<'inspectCopy'>> => reported(await bringIn(context).inspect(folder, name))

/** Sales that came in are taken up as after a restart. */
export async function bringInCopy(
  context: CommandContext,
  { folder, name, parts, owner }: ParsedRequestOf<'bringInCopy'>,
): Promise<AnswerOf<'bringInCopy'>> {
  return reported(await bringIn(context).take(folder, name, { parts, owner }))
}

const reported = (report: AnswerOf<'inspectCopy'>): AnswerOf<'inspectCopy'> => ({
  ...report,
  sales: report.sales && restoreReport(report.sales),
})

const bringIn = (context: CommandContext) =>
  createBringIn({
    dataFolder: context.folder,
    mode: () => context.shop().mode,
    backups: () => context.shop().backups,
    salesCame: context.reopen,
    settings: {
      changes: (file, terminal) => {
        const [was, will] = [context.settings.read(), replacing(context, file, terminal)]
        const code = was.terminalCode === will.terminalCode ? 0 : 1
        const changes = settingChanges(
          { settings: was, logo: context.logo.filed() },
          { settings: will, logo: file.logo },
        )
        return changes.length + code
      },
      take: (file, terminal) => takeSettings(context, replacing(context, file, terminal), file),
    },
    goods: {
      hasOwn: () => context.goods.own() !== null,
      check: context.goods.checkFile,
      take: context.goods.takeFile,
    },
    people: {
      isStaffed: context.staff.isStaffed,
      check: context.staff.checkBringIn,
      take: context.staff.bringIn,
    },
  })

/**
 * A terminal that is set up from a copy takes the place of the one it was made on, with its code. Where copies go stays: the
 * stick in hand is not the one that hung on the other machine.
 */
const replacing = ({ settings }: CommandContext, file: SettingsFile, terminalCode: string): Settings => {
  const now = settings.read()
  return { ...settingsWith(now, file, true), terminalCode, copies: now.copies }
}
