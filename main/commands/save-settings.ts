import { CommandRefused } from '../../shared/failure.ts'
import { type SavedSettings, savedSettings } from '../../shared/ipc/index.ts'
import type { Desk } from './desk.ts'

/** Keeps what the settings screen sent, or names every field that is wrong and keeps nothing. */
export function saveSettings(desk: Desk, typed: SavedSettings): void {
  const parsed = savedSettings.safeParse(typed)
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map((issue) => issue.path.join('.')))]
    throw new CommandRefused('SETTING_INVALID', fields.join(','))
  }
  desk.settings.write({ ...desk.settings.read(), ...parsed.data })
  desk.shop().retryPrinting()
  desk.shop().callback.retune()
  desk.changed()
}
