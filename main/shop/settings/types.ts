import type { SettingFollower, Settings } from '../../../shared/shop/settings.ts'
import type { Signal } from '../../base/signal.ts'
import type { RegisterChange } from '../../storage/register/index.ts'

/** The settings, stored in the register. */
export type SettingsStore = {
  readonly read: () => Settings
  /** Settings that are left out stay as they are. `notes` of the settings before and after are stored with them. */
  readonly write: (
    given: Partial<Settings>,
    notes?: (was: Settings, now: Settings) => readonly RegisterChange[],
  ) => void
  /**
   * Calls the listener after every write, with the parts that follow the given settings. They follow unchanged ones too:
   * saving again retries what failed, such as a callback receiver that could not listen.
   */
  readonly onChange: Signal<ReadonlySet<SettingFollower>>['listen']
}

/** Stores secrets on the disk only if a keyring encrypts them; otherwise keeps them in memory until the program ends. */
export type Vault = {
  readonly read: (name: SecretName) => string | null
  /** Whether a keyring encrypts, so that secrets outlast the program. */
  readonly lasts: () => boolean
  /** Whether there is such a secret, also one that cannot be read now. */
  readonly holds: (name: SecretName) => boolean
  /** Returns whether the secret is on the disk. Where it is not, an older one of this name is removed, so that it is not used again. */
  readonly write: (name: SecretName, secret: string) => boolean
  /** Puts on the disk what was written while the keyring was locked, where it no longer is. Never throws. */
  readonly keep: () => void
  /** Whether it can put a secret on the disk now, and read it back. */
  readonly works: () => boolean
  /** Gives a secret another name without reading it, so that one that cannot be read now is kept. */
  readonly rename: (name: SecretName, to: SecretName) => void
  /** The returned function makes the secret what it is now, also one that cannot be read. */
  readonly remember: (name: SecretName) => () => void
  readonly forget: (name: SecretName) => void
}

/** Those that the till uses now. Another one was set aside after the keyring was reset, and is expected not to open. */
export const SECRETS_IN_USE = [
  'merchant-password',
  'receipt-seal',
  'callback-path',
  'shop-database-test',
  'shop-database-live',
] as const

export type SecretName =
  | (typeof SECRETS_IN_USE)[number]
  /** A key of seals that a keyring from before a reset has. */
  | `receipt-seal-before-${number}`
