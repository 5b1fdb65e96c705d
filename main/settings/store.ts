import { GUIDE_BEGINS } from '../../shared/guide.ts'
import { withTaxCodes } from '../../shared/older-settings.ts'
import { FIRST_SETTINGS, SETTINGS, type Settings, settingsSchema } from '../../shared/settings.ts'
import type { Log } from '../environment.ts'
import { createSignal } from '../signal.ts'
import type { SettingsStore } from './types.ts'

/** Stores the settings: electron-store in the app, a file of the same format in a host without Electron. */
export type SettingsBacking = { readonly get: () => unknown; readonly set: (settings: Settings) => void }

/**
 * Reads the settings one by one. A setting that does not parse gets its first value and a line in the log, so that a damaged file
 * does not cost all of them. The file stays as it is until the next write.
 */
export function settingsStore(backing: SettingsBacking, log: Log): SettingsStore {
  let current = mended(backing.get(), log)
  const changes = createSignal()
  return {
    read: () => current,
    write: (settings) => {
      const parsed = settingsSchema.parse(settings)
      backing.set(parsed)
      current = parsed
      changes.emit()
    },
    onChange: changes.listen,
  }
}

function mended(kept: unknown, log: Log): Settings {
  if (kept === undefined || kept === null) return { ...FIRST_SETTINGS, guide: GUIDE_BEGINS }
  const stored = withTaxCodes(kept, FIRST_SETTINGS.tax)
  const whole = settingsSchema.safeParse(stored)
  if (whole.success) return whole.data
  const found = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {}
  const fields = Object.entries(SETTINGS).map(([name, { schema, first }]) => {
    const value = found[name] ?? first
    const parsed = schema.safeParse(value)
    if (!parsed.success) log.warn(`settings: "${name}" could not be read; the first setting is used`)
    return [name, parsed.success ? parsed.data : first]
  })
  return settingsSchema.parse(Object.fromEntries(fields))
}
