/** Stores settings together with a secret, and tells what those of a shop file would change. */
import { CommandRefused } from '../../../shared/failure.ts'
import { changesOf, type FieldChange } from '../../../shared/shop/field-changes.ts'
import type { Settings } from '../../../shared/shop/settings.ts'
import { type FiledSettings, filedChanges } from '../../shop/files/index.ts'
import type { SettingsStore } from '../../shop/settings/index.ts'
import type { CommandContext } from './command-context.ts'

type Notes = Parameters<SettingsStore['write']>[1]

/** Stores both settings and password, or neither. Throws NOT_SAVED. */
export function storeMerchant(
  { shop: { vault, settings } }: CommandContext,
  next: Partial<Settings>,
  keepPassword: () => void,
  notes: Notes,
): void {
  const putBack = vault.remember('merchant-password')
  try {
    keepPassword()
    settings.write(next, notes)
  } catch (error) {
    putBack()
    if (error instanceof CommandRefused) throw error
    throw new CommandRefused('NOT_SAVED', error instanceof Error ? error.message : null)
  }
}

/** What these settings and this logo of a shop file would change. `was`: the settings now, or what stands for them. */
export const changesTo = (
  { shop: { settings, logo } }: CommandContext,
  will: Settings,
  filed: FiledSettings['logo'],
  was: Settings = settings.read(),
): FieldChange[] => [
  ...changesOf(['terminalCode'], (key) => [was[key], will[key]]),
  ...filedChanges({ settings: was, logo: logo.filed() }, { settings: will, logo: filed }),
]
