/**
 * `tugrik-pos --diagnose [--json] [--out FILE]`: prints the health checks, and ends with 0, or with 1 where something is
 * wrong, or with 2 if it could not look or could not write FILE. It opens no window, takes no lock and changes nothing in the data folder, so
 * it works beside a running till, and for one that does not start.
 */
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, screen } from 'electron'
import type { Language } from '../../shared/shop/settings.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { silentLog } from '../base/clock-and-log.ts'
import type { DataPlaces } from '../base/files/data-place.ts'
import { OWNER_ONLY } from '../base/files/private-files.ts'
import { redacted } from '../base/log/index.ts'
import { SECRETS_IN_USE } from '../shop/settings/index.ts'
import { bundleText, type Diagnosis, diagnose, diagnosisFolder, healthText } from '../till/health/index.ts'
import { lastCrash } from './crashes.ts'
import type { DiagnoseArguments } from './diagnose-arguments.ts'
import { systemKeyring } from './stores.ts'
import { systemNetwork } from './system-network.ts'

export function runDiagnosis(places: DataPlaces, asked: DiagnoseArguments): void {
  // Chromium writes into this folder. On Windows its key for secrets is in "Local State".
  const own = diagnosisFolder()
  const state = join(places.own, 'Local State')
  if (existsSync(state)) copyFileSync(state, join(own, 'Local State'))
  app.setPath('userData', own)
  app.disableHardwareAcceleration()
  app.on('window-all-closed', () => {})
  // Chromium writes to the end.
  process.on('exit', () => rmSync(own, { recursive: true, force: true }))
  app
    .whenReady()
    .then(() => look(places, asked))
    .catch((error: unknown) => {
      process.stderr.write(`${redacted(error instanceof Error ? error.message : 'unknown')}\n`)
      return 2
    })
    .then((code) => app.exit(code))
}

async function look(places: DataPlaces, { json, out }: DiagnoseArguments): Promise<number> {
  const folder = places.shared
  const found = await diagnose({
    folder,
    network: systemNetwork(silentLog),
    screens: () => screen.getAllDisplays().length,
    keyring: () => ({ lasts: systemKeyring.available(), locked: isLocked(places.own) }),
    crashedAt: () => lastCrash(places.own),
    now: Date.now,
  })
  const text = await textOf(folder, found)
  const { results, settings } = found
  const language = settings?.language ?? 'mn'
  process.stdout.write(json ? text : healthText(results, language))
  if (out !== null && !isWritten(out, text, language)) return 2
  return results.some(({ state }) => state === 'bad') ? 1 : 0
}

/** Writes the file. If that fails, prints why and returns false. */
function isWritten(out: string, text: string, language: Language): boolean {
  try {
    writeFileSync(out, text, { mode: OWNER_ONLY })
    return true
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    process.stderr.write(`${TEXTS[language]['failure.NOT_SAVED']}\n(${redacted(why)})\n`)
    return false
  }
}

const textOf = (folder: string, { results, settings, counts }: Diagnosis): Promise<string> =>
  bundleText({ folder, version: app.getVersion(), settings, results, counts, now: Date.now() })

/** Whether the vault has a secret that the keyring does not give now. Only reads its file. */
function isLocked(folder: string): boolean {
  const file = join(folder, 'vault.json')
  if (!existsSync(file)) return false
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
  return SECRETS_IN_USE.some((name) => {
    const sealed = kept[name]
    return typeof sealed === 'string' && !opens(sealed)
  })
}

function opens(sealed: string): boolean {
  try {
    return systemKeyring.available() && systemKeyring.decrypt(Buffer.from(sealed, 'base64')) !== ''
  } catch {
    return false
  }
}
