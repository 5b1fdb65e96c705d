import { keyringVault } from '../../main/shop/settings/index.ts'

/** A keyring that can be locked, as the system's is after a start without a sign-in, or reset, as with a password. */
export function lockableKeyring() {
  const file = new Map<string, string>()
  let locked = false
  let own = 1
  const vault = () =>
    keyringVault(
      {
        available: () => !locked,
        encrypt: (text) => Buffer.from([own, ...Buffer.from(text).reverse()]),
        decrypt: (bytes) => {
          const [by, ...rest] = bytes
          if (by !== own) throw new Error('encrypted by another keyring')
          return Buffer.from(rest).reverse().toString()
        },
      },
      {
        get: (name) => file.get(name) ?? null,
        set: (name, sealed) => void (sealed === null ? file.delete(name) : file.set(name, sealed)),
      },
    )
  const lock = (on: boolean) => {
    locked = on
  }
  /** From now on it is another keyring, which decrypts nothing of the one before. */
  const reset = (to = own + 1) => {
    own = to
  }
  return { vault, lock, reset, file }
}
