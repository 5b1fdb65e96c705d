import type { SecretName, Vault } from './types.ts'

/** Keeps secrets in memory until the program ends. */
export function sessionVault(): Vault {
  const secrets = new Map<SecretName, string>()
  return {
    read: (name) => secrets.get(name) ?? null,
    holds: (name) => secrets.has(name),
    write: (name, secret) => {
      secrets.set(name, secret)
      return false
    },
    forget: (name) => void secrets.delete(name),
  }
}

/** A keyring that encrypts: safeStorage in the app. `available` is false without a real one. */
export type Keyring = {
  readonly available: () => boolean
  readonly encrypt: (text: string) => Uint8Array
  readonly decrypt: (sealed: Uint8Array) => string
}

/** Stores encrypted secrets as base64 text. */
export type SecretFile = {
  readonly get: (name: SecretName) => string | null
  readonly set: (name: SecretName, sealed: string | null) => void
}

export function keyringVault(keyring: Keyring, file: SecretFile): Vault {
  const session = sessionVault()
  const stored = (name: SecretName): string | null => {
    const sealed = file.get(name)
    if (sealed === null || !keyring.available()) return null
    try {
      return keyring.decrypt(Buffer.from(sealed, 'base64'))
    } catch {
      return null // encrypted with another keyring; not deleted, because that keyring may be used again
    }
  }
  return {
    read: (name) => session.read(name) ?? stored(name),
    holds: (name) => session.holds(name) || file.get(name) !== null,
    write: (name, secret) => {
      session.write(name, secret)
      if (!keyring.available()) return false
      const sealed = Buffer.from(keyring.encrypt(secret)).toString('base64')
      if (keyring.decrypt(Buffer.from(sealed, 'base64')) !== secret) return false
      file.set(name, sealed)
      return true
    },
    forget: (name) => {
      session.forget(name)
      file.set(name, null)
    },
  }
}
