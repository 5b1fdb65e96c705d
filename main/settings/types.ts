import type { Settings } from '../../shared/settings.ts'

/** Plain settings on disk. Electron hands in electron-store; a host without Electron, the library under it. */
export type SettingsStore = {
  readonly read: () => Settings
  readonly write: (settings: Settings) => void
  /** Calls the listener after every write. */
  readonly onChange: (listener: () => void) => void
}

/** Secrets, at rest only where a real keyring encrypts them; otherwise for this session alone. */
export type Vault = {
  readonly read: (name: SecretName) => string | null
  /** Answers whether it is kept beyond this session. */
  readonly write: (name: SecretName, secret: string) => boolean
  readonly forget: (name: SecretName) => void
}

export type SecretName = 'merchant-password' | 'receipt-seal' | 'callback-path'
