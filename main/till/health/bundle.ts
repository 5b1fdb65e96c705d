/**
 * The diagnostics: one file for the person who helps a shop. It is made of what is listed here and of nothing else. It
 * has no sale, no person, no address and no secret, and no crash report, because that contains the memory of a page.
 */

import { readFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { HealthResult } from '../../../shared/page/health.ts'
import { modeOf } from '../../../shared/shop/mode.ts'
import type { PrinterSettings, Settings } from '../../../shared/shop/settings.ts'
import { logFolder, logNames, redacted } from '../../base/log/index.ts'

export type BundleParts = {
  readonly folder: string
  /** The version of the till; null outside Electron. */
  readonly version: string | null
  /** Null where they cannot be read. */
  readonly settings: Settings | null
  readonly results: readonly HealthResult[]
  readonly counts: Readonly<Record<string, number>>
  readonly now: number
}

const BUNDLE_VERSION = 1

export const bundleName = (now: number): string =>
  `tugrik-diagnostics-${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.json`

export async function bundleText(parts: BundleParts): Promise<string> {
  const { folder, version, settings, results, counts, now } = parts
  const { electron, chrome, node } = process.versions
  const bundle = {
    tugrikDiagnostics: BUNDLE_VERSION,
    made: new Date(now).toISOString(),
    versions: { tugrik: version, electron, chrome, node },
    machine: {
      ...{ platform: platform(), release: release(), arch: arch() },
      ...{ processors: cpus().length, memoryMB: Math.round(totalmem() / 1e6) },
      minutesFromUtc: -new Date(now).getTimezoneOffset(),
    },
    settings: settings && plainSettings(settings),
    // A detail may be a text of the service or a path.
    health: results.map(({ failure, ...result }) => ({ ...result, failure: failure?.name ?? null })),
    counts,
    log: await logLines(folder),
  }
  return `${JSON.stringify(bundle, null, 1)}\n`
}

/** The settings that say how the till behaves. Not the shop, its numbers and texts, addresses, folders, and accounts. */
const plainSettings = (settings: Settings) => ({
  mode: modeOf(settings.merchant),
  language: settings.language,
  theme: settings.theme,
  textSize: settings.textSize,
  paperWidth: settings.paperWidth,
  printer: printerOf(settings.printer),
  sparePrinter: printerOf(settings.sparePrinter),
  drawer: settings.drawer.opens,
  display: settings.display,
  kiosk: settings.kiosk,
  autostart: settings.autostart,
  tenders: settings.tenders,
  cashRounding: settings.cashRounding,
  ereceipts: settings.invoicing.ereceipts,
  plainShape: settings.invoicing.plainShape,
  vatPayer: settings.tax.vatPayer,
  cityTaxPercent: settings.cityTaxPercent,
  lockMinutes: settings.lockMinutes,
  pollMs: settings.pollMs,
  monitorHours: settings.monitorHours,
  retention: settings.retention,
  copies: { chosen: settings.copies.folder !== '', everyHours: settings.copies.everyHours },
  callback: settings.callback.enabled,
})

const printerOf = (printer: PrinterSettings) => ({
  kind: printer.kind,
  ...('profile' in printer ? { profile: printer.profile } : {}),
})

/**
 * Oldest first. A line that is no JSON, such as one that a power cut cut off, is left out. Other work goes on in between,
 * because striking all lines takes seconds, and the shop sells meanwhile.
 */
async function logLines(folder: string): Promise<readonly unknown[]> {
  const found: object[] = []
  for (const name of logNames.toReversed())
    for (const [at, line] of textOf(join(logFolder(folder), name))
      .split('\n')
      .entries()) {
      if (at % LINES_AT_ONCE === 0) await setImmediate()
      found.push(...[asLine(line) ?? []].flat())
    }
  return found
}

const LINES_AT_ONCE = 50

/** Struck again, because the till may know a password now that it did not know then. */
function asLine(line: string): object | null {
  try {
    const read: unknown = JSON.parse(line)
    if (typeof read !== 'object' || read === null || !('text' in read)) return null
    const { error } = read as { error?: { message?: unknown } }
    return {
      ...read,
      text: redacted(String(read.text)),
      ...(error === undefined ? {} : { error: { ...error, message: redacted(String(error.message ?? '')) } }),
    }
  } catch {
    return null
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
