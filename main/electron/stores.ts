import { safeStorage } from 'electron'
import Store from 'electron-store'
import type { Settings } from '../../shared/settings.ts'
import {
  type Keyring,
  keyringVault,
  type SecretName,
  type SettingsBacking,
  type Vault,
} from '../settings/index.ts'

/**
 * Stores the settings with electron-store, which writes a temporary file and renames it, so that a power cut leaves the
 * old file or the new one.
 */
export function settingsFile(folder: string): SettingsBacking {
  const store = new Store<{ settings?: Settings }>({ cwd: folder, name: 'settings' })
  return { get: () => store.get('settings'), set: (settings) => store.set('settings', settings) }
}

/** Stores secrets encrypted by the system's keyring, in a separate file. */
export function systemVault(folder: string): Vault {
  const store = new Store<Partial<Record<SecretName, string>>>({ cwd: folder, name: 'vault' })
  return keyringVault(systemKeyring, {
    get: (name) => store.get(name) ?? null,
    set: (name, sealed) => (sealed === null ? store.delete(name) : store.set(name, sealed)),
  })
}

/** On Linux, "basic_text" is no keyring: it encrypts with a publicly known password. */
const systemKeyring: Keyring = {
  available: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' ||
      !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
}
