import type { SecretName, Vault } from './types.ts'

/** Keeps secrets in memory until the program ends. */
export function sessionVault(): Vault {
  const secrets = new Map<SecretName, string>()
  return {
    read: (name) => secrets.get(name) ?? null,
    lasts: () => false,
    holds: (name) => secrets.has(name),
    write: (name, secret) => {
      secrets.set(name, secret)
      return false
    },
    keep: () => {},
    works: () => false,
    rename: (name, to) => {
      put(secrets, to, secrets.get(name) ?? null)
      secrets.delete(name)
    },
    remember: (name) => {
      const had = secrets.get(name) ?? null
      return () => put(secrets, name, had)
    },
    forget: (name) => void secrets.delete(name),
  }
}

const put = (secrets: Map<SecretName, string>, name: SecretName, secret: string | null): void =>
  void (secret === null ? secrets.delete(name) : secrets.set(name, secret))

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
  /** Written while the keyring was locked: the file has none of this name. */
  const unkept = new Set<SecretName>()
  const stored = (name: SecretName): string | null => {
    const sealed = file.get(name)
    if (sealed === null || !keyring.available()) return null
    try {
      return keyring.decrypt(Buffer.from(sealed, 'base64'))
    } catch {
      return null // encrypted with another keyring; not deleted, because that keyring may be used again
    }
  }
  /** Null where the keyring cannot encrypt it, or not decrypt it again, such as a keychain that a person denied. */
  const encrypted = (secret: string): string | null => {
    if (!keyring.available()) return null
    try {
      const sealed = Buffer.from(keyring.encrypt(secret)).toString('base64')
      return keyring.decrypt(Buffer.from(sealed, 'base64')) === secret ? sealed : null
    } catch {
      return null
    }
  }
  return {
    read: (name) => session.read(name) ?? stored(name),
    lasts: keyring.available,
    holds: (name) => session.holds(name) || file.get(name) !== null,
    write: (name, secret) => {
      session.write(name, secret)
      const sealed = encrypted(secret)
      // Without a keyring, nothing is written: a till on a full disk starts too.
      if (sealed !== null || file.get(name) !== null) file.set(name, sealed)
      if (sealed === null) unkept.add(name)
      else unkept.delete(name)
      return sealed !== null
    },
    keep: () => {
      for (const name of unkept) {
        try {
          const sealed = encrypted(session.read(name) ?? '')
          if (sealed === null) continue
          file.set(name, sealed)
          unkept.delete(name)
        } catch {
          // The file is held: the next call tries again.
        }
      }
    },
    works: () => encrypted('a trial') !== null,
    rename: (name, to) => {
      session.rename(name, to)
      if (unkept.delete(name)) unkept.add(to)
      file.set(to, file.get(name))
      file.set(name, null)
    },
    remember: (name) => {
      const [inSession, inFile, isUnkept] = [session.remember(name), file.get(name), unkept.has(name)]
      return () => {
        inSession()
        unkept.delete(name)
        if (isUnkept) unkept.add(name)
        file.set(name, inFile)
      }
    },
    forget: (name) => {
      session.forget(name)
      unkept.delete(name)
      file.set(name, null)
    },
  }
}
