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
import type { Desk } from './desk.ts'
import { restoreReport } from './restore-report.ts'
import { invalidFields } from './save-settings.ts'

/** The same day's takes the place of the one before. */
export async function exportSettings(desk: Desk): Promise<{ path: string }> {
  const { settings, logo, clock, documents } = desk
  const file = settingsFile(settings.read(), logo.filed(), clock.now())
  const day = new Date(clock.now()).toISOString().slice(0, 10)
  return writeDocument(documents, `settings-${file.terminal}-${day}.json`, (draft) =>
    writeFile(draft, asText(file), { mode: 0o600, flag: 'wx', flush: true }),
  )
}

type Brought = ParsedRequestOf<'importSettings'>

export function checkSettingsFile(desk: Desk, { content, devices }: Brought): SettingsDryRun {
  return dryRun(desk, readSettingsFile(content), devices)
}

/** All of it or nothing: it is read whole before anything is written, and the logo goes back where the settings do not last. */
export function importSettings(desk: Desk, { content, devices }: Brought): SettingsDryRun {
  const file = readSettingsFile(content)
  const done = dryRun(desk, file, devices)
  takeSettings(desk, settingsWith(desk.settings.read(), file, devices), file)
  return done
}

function dryRun(desk: Desk, file: SettingsFile, devices: boolean): SettingsDryRun {
  const settings = desk.settings.read()
  const { at, terminal, logo } = file
  return {
    from: { at, terminal, shop: file.settings.shop?.name ?? '' },
    changes: settingChanges(
      { settings, logo: desk.logo.filed() },
      { settings: settingsWith(settings, file, devices), logo },
    ),
    devices: Object.keys(file.devices).length > 0,
  }
}

function takeSettings(desk: Desk, next: Settings, { logo }: SettingsFile): void {
  const had = desk.logo.filed()
  try {
    desk.logo.takeFiled(logo)
    desk.settings.write(next)
  } catch (error) {
    desk.logo.takeFiled(had)
    throw new CommandRefused('FILE_NOT_WRITTEN', error instanceof Error ? error.message : null)
  }
  settled(desk)
}

/** What hangs on the settings takes notice of them. */
function settled(desk: Desk): void {
  desk.shop().retryPrinting()
  desk.shop().callback.retune()
  desk.shop().copies.replan()
  desk.changed()
}

export async function saveCopyPlan(desk: Desk, typed: ParsedRequestOf<'saveCopyPlan'>): Promise<void> {
  const parsed = copyPlan.safeParse({ ...typed, keep: numberOf(typed.keep) })
  if (!parsed.success) throw invalidFields(parsed.error, 'copies')
  const copies = parsed.data
  if (copies.folder !== '') await desk.shop().copies.begin(copies.folder)
  desk.settings.write({ ...desk.settings.read(), copies })
  settled(desk)
}

export function saveRetention(desk: Desk, typed: ParsedRequestOf<'saveRetention'>): void {
  const numbers = Object.entries(typed).map(([key, text]) => [key, numberOf(text)])
  const parsed = retentionDays.safeParse(Object.fromEntries(numbers))
  if (!parsed.success) throw invalidFields(parsed.error, 'retention')
  desk.settings.write({ ...desk.settings.read(), retention: parsed.data })
  desk.changed()
}

const numberOf = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN)

export const listOutdated = async ({ retention }: Desk): Promise<AnswerOf<'listOutdated'>> => [
  ...(await retention.plan()),
]

export const clearOutdated = async ({ retention }: Desk): Promise<AnswerOf<'clearOutdated'>> => [
  ...(await retention.carryOut()),
]

export const listCopies = async (
  desk: Desk,
  { folder }: ParsedRequestOf<'listCopies'>,
): Promise<AnswerOf<'listCopies'>> => [...(await bringIn(desk).list(folder))]

export const inspectCopy = async (
  desk: Desk,
  { folder, name }: ParsedRequestOf<'inspectCopy'>,
): Promise<AnswerOf<'inspectCopy'>> => reported(await bringIn(desk).inspect(folder, name))

/** Sales that came in are taken up as after a restart. */
export async function bringInCopy(
  desk: Desk,
  { folder, name, parts, owner }: ParsedRequestOf<'bringInCopy'>,
): Promise<AnswerOf<'bringInCopy'>> {
  return reported(await bringIn(desk).take(folder, name, { parts, owner }))
}

const reported = (report: AnswerOf<'inspectCopy'>): AnswerOf<'inspectCopy'> => ({
  ...report,
  sales: report.sales && restoreReport(report.sales),
})

const bringIn = (desk: Desk) =>
  createBringIn({
    dataFolder: desk.folder,
    mode: () => desk.shop().mode,
    backups: () => desk.shop().backups,
    salesCame: desk.reopen,
    settings: {
      changes: (file, terminal) => {
        const [was, will] = [desk.settings.read(), replacing(desk, file, terminal)]
        const code = was.terminalCode === will.terminalCode ? 0 : 1
        const changes = settingChanges(
          { settings: was, logo: desk.logo.filed() },
          { settings: will, logo: file.logo },
        )
        return changes.length + code
      },
      take: (file, terminal) => takeSettings(desk, replacing(desk, file, terminal), file),
    },
    goods: {
      hasOwn: () => desk.goods.own() !== null,
      check: desk.goods.checkFile,
      take: desk.goods.takeFile,
    },
    people: {
      isStaffed: desk.staff.isStaffed,
      check: desk.staff.checkBringIn,
      take: desk.staff.bringIn,
    },
  })

/**
 * A terminal that is set up from a copy takes the place of the one it was made on, with its code. Where copies go stays: the
 * stick in hand is not the one that hung on the other machine.
 */
const replacing = ({ settings }: Desk, file: SettingsFile, terminalCode: string): Settings => {
  const now = settings.read()
  return { ...settingsWith(now, file, true), terminalCode, copies: now.copies }
}
