import { keyringVault } from '../../main/settings/index.ts'

/** A keyring that can be locked, as the system's is after a start without a sign-in. */
export function lockableKeyring() {
  const file = new Map<string, string>()
  let locked = false
  const vault = () =>
    keyringVault(
      {
        available: () => !locked,
        encrypt: (text) => Buffer.from(text).reverse(),
        decrypt: (bytes) => Buffer.from(bytes).reverse().toString(),
      },
      {
        get: (name) => file.get(name) ?? null,
        set: (name, sealed) => void (sealed === null ? file.delete(name) : file.set(name, sealed)),
      },
    )
  const lock = (on: boolean) => {
    locked = on
  }
  return { vault, lock, file }
}
