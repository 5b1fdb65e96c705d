import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileAtomically } from '../../../main/base/files/atomic-file.ts'
import { keyringVault, type Vault } from '../../../main/shop/settings/index.ts'

/** Keeps secrets over a restart, as a keyring does, but readable: for tests alone. */
export function folderVault(folder: string): Vault {
  const file = join(folder, 'vault-of-the-test.json')
  const read = (): Record<string, string | null> =>
    existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  return keyringVault(
    {
      available: () => true,
      encrypt: (text) => Buffer.from(text),
      decrypt: (sealed) => Buffer.from(sealed).toString(),
    },
    {
      get: (name) => read()[name] ?? null,
      set: (name, sealed) => writeFileAtomically(file, JSON.stringify({ ...read(), [name]: sealed })),
    },
  )
}
