import type { Settings } from '../../shared/settings.ts'
import type { Signal } from '../signal.ts'

/** The settings, stored in the register. */
export type SettingsStore = {
  readonly read: () => Settings
  readonly write: (settings: Settings) => void
  /** Calls the listener after every write. */
  readonly onChange: Signal['listen']
}

/** Secrets, at rest only where a real keyring encrypts them; otherwise for this session alone. */
export type Vault = {
  readonly read: (name: SecretName) => string | null
  /** Returns whether the secret outlives this session. */
  readonly write: (name: SecretName, secret: string) => boolean
  readonly forget: (name: SecretName) => void
}

export type SecretName = 'merchant-password' | 'receipt-seal' | 'callback-path'
