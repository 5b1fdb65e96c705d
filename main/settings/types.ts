import type { SettingFollower, Settings } from '../../shared/settings.ts'
import type { Signal } from '../signal.ts'

/** The settings, stored in the register. */
export type SettingsStore = {
  readonly read: () => Settings
  readonly write: (settings: Settings) => void
  /** Calls the listener after every write, with the parts that follow what was changed. */
  readonly onChange: Signal<ReadonlySet<SettingFollower>>['listen']
}

/** Stores secrets on the disk only if a real keyring encrypts them; otherwise keeps them until the program ends. */
export type Vault = {
  readonly read: (name: SecretName) => string | null
  /** Returns whether the secret is on the disk. */
  readonly write: (name: SecretName, secret: string) => boolean
  readonly forget: (name: SecretName) => void
}

export type SecretName = 'merchant-password' | 'receipt-seal' | 'callback-path'
