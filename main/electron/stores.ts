import { join } from 'node:path'
import { ipcMain, safeStorage } from 'electron'
import Store from 'electron-store'
import { untilFree } from '../base/files/held-files.ts'
import { OWNER_ONLY } from '../base/files/private-files.ts'
import { type Keyring, keyringVault, type SecretName, type Vault } from '../shop/settings/index.ts'

/** Stores secrets encrypted by the system's keyring, in a separate file by electron-store. */
export function systemVault(folder: string): Vault {
  const store = untilFree(
    'read',
    join(folder, 'vault.json'),
    () =>
      new Store<Partial<Record<SecretName, string>>>({
        cwd: folder,
        name: 'vault',
        configFileMode: OWNER_ONLY,
      }),
  )
  ipcMain.removeAllListeners('electron-store-get-data') // it would tell every page where the data are
  return keyringVault(systemKeyring, {
    get: (name) => untilFree('read', store.path, () => store.get(name) ?? null),
    set: (name, sealed) =>
      untilFree('replace', store.path, () =>
        sealed === null ? store.delete(name) : store.set(name, sealed),
      ),
  })
}

/** On Linux, "basic_text" is no keyring: it encrypts with a publicly known password. */
export const systemKeyring: Keyring = {
  available: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' ||
      !['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (sealed) => safeStorage.decryptString(Buffer.from(sealed)),
}
