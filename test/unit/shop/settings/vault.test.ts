import { expect, test } from 'vitest'
import { type Keyring, keyringVault, sessionVault } from '../../../../main/shop/settings/index.ts'

function secretFile() {
  const kept = new Map<string, string>()
  return {
    kept,
    file: {
      get: (name: string) => kept.get(name) ?? null,
      set: (name: string, sealed: string | null) =>
        void (sealed === null ? kept.delete(name) : kept.set(name, sealed)),
    },
  }
}

const keyring = (available = true): Keyring => ({
  available: () => available,
  encrypt: (text) => Buffer.from(text).map((byte) => byte ^ 0x5a),
  decrypt: (sealed) =>
    Buffer.from(sealed)
      .map((byte) => byte ^ 0x5a)
      .toString(),
})

test('with a keyring a secret survives the session and is never stored in plain text', () => {
  const { file, kept } = secretFile()
  expect(keyringVault(keyring(), file).write('merchant-password', 'hush-hush')).toBe(true)
  expect(Buffer.from(kept.get('merchant-password') ?? '', 'base64').toString()).not.toContain('hush')
  expect(keyringVault(keyring(), file).read('merchant-password')).toBe('hush-hush')
})

test('without a keyring a secret lasts for the session', () => {
  const { file, kept } = secretFile()
  const vault = keyringVault(keyring(false), file)
  expect(vault.write('merchant-password', 'hush-hush')).toBe(false)
  expect(vault.read('merchant-password')).toBe('hush-hush')
  expect(kept.size).toBe(0)
  expect(keyringVault(keyring(false), file).read('merchant-password')).toBeNull()
})

test('a secret that another keyring sealed reads as missing and is not removed', () => {
  const { file, kept } = secretFile()
  kept.set('merchant-password', 'AAAA')
  const broken: Keyring = {
    ...keyring(),
    decrypt: () => {
      throw new Error('another keyring')
    },
  }
  expect(keyringVault(broken, file).read('merchant-password')).toBeNull()
  expect(kept.has('merchant-password')).toBe(true)
})

test('a forgotten secret is removed from the session and the file', () => {
  const { file, kept } = secretFile()
  const vault = keyringVault(keyring(), file)
  vault.write('merchant-password', 'hush-hush')
  vault.forget('merchant-password')
  expect(vault.read('merchant-password')).toBeNull()
  expect(kept.size).toBe(0)
  const session = sessionVault()
  session.write('merchant-password', 'x')
  session.forget('merchant-password')
  expect(session.read('merchant-password')).toBeNull()
})

test('what was written while the keyring was locked is kept once it is not, also where one of two cannot be', () => {
  const { file, kept } = secretFile()
  let available = false
  const broken = new Set(['merchant-password'])
  const vault = keyringVault(
    { ...keyring(), available: () => available },
    {
      ...file,
      set: (name, sealed) => {
        if (sealed !== null && broken.has(name)) throw new Error('the file is held')
        file.set(name, sealed)
      },
    },
  )
  for (const name of ['merchant-password', 'callback-path'] as const) vault.write(name, 'hush-hush')
  vault.keep()
  expect(kept.size).toBe(0)
  available = true
  vault.keep()
  expect([...kept.keys()]).toEqual(['callback-path'])
  broken.clear()
  vault.keep()
  expect(keyringVault(keyring(), file).read('merchant-password')).toBe('hush-hush')
})

test('an older secret does not outlive a newer one that the locked keyring does not keep', () => {
  const { file } = secretFile()
  keyringVault(keyring(), file).write('merchant-password', 'the one before')
  const locked = keyringVault(keyring(false), file)
  const putBack = locked.remember('merchant-password')
  expect(locked.write('merchant-password', 'hush-hush')).toBe(false)
  expect(keyringVault(keyring(), file).holds('merchant-password')).toBe(false)
  putBack()
  expect(keyringVault(keyring(), file).read('merchant-password')).toBe('the one before')
})

test('a secret lasts for the session also where nothing can be written and there is nothing to remove', () => {
  const { file } = secretFile()
  const full = {
    ...file,
    set: () => {
      throw new Error('the disk is full')
    },
  }
  const vault = keyringVault(keyring(false), full)
  expect(vault.write('callback-path', 'hush-hush')).toBe(false)
  expect(vault.read('callback-path')).toBe('hush-hush')
})
