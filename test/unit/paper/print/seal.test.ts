import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiptSeal, sealKeys } from '../../../../main/paper/print/index.ts'
import { keyringVault, sessionVault } from '../../../../main/shop/settings/index.ts'
import { lockableKeyring } from '../../../support/lockable-keyring.ts'
import { needs, PERMISSIONS_MISSING } from '../../../support/needs.ts'
import { oneKey } from '../../../support/one-key.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const secret = { lottery: 'АВ 12345678', qrData: '1234567890' }

test('a secret is restored from its seal unchanged, and the seal does not show it', () => {
  const seal = receiptSeal(oneKey(randomBytes(32)))
  const sealed = seal.close(secret)
  expect(Buffer.from(sealed).toString('latin1')).not.toContain(secret.qrData)
  expect(seal.open(sealed)).toEqual(secret)
})

test('two seals of the same secret differ', () => {
  const seal = receiptSeal(oneKey(randomBytes(32)))
  expect(seal.close(secret)).not.toEqual(seal.close(secret))
})

test('a damaged seal, or a seal of another key, cannot be opened', () => {
  const seal = receiptSeal(oneKey(randomBytes(32)))
  const sealed = seal.close(secret)
  expect(receiptSeal(oneKey(randomBytes(32))).open(sealed)).toBeNull()
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(seal.open(sealed)).toBeNull()
  expect(seal.open(new Uint8Array(3))).toBeNull()
})

test('without a keyring the key is in a file, and stays the same', () => {
  const folder = temporaryFolder()
  const key = sealKeys(sessionVault(), folder).current()
  expect(sealKeys(sessionVault(), folder).current()).toEqual(key)
})

test('only this user can read the file with the key', ({ skip }) => {
  needs(skip, PERMISSIONS_MISSING)
  const folder = temporaryFolder()
  sealKeys(sessionVault(), folder)
  expect(statSync(join(folder, 'receipt-seal.key')).mode & 0o777).toBe(0o600)
})

test('with a keyring the key is stored only there', () => {
  const folder = temporaryFolder()
  const file = new Map<string, string>()
  const vault = () =>
    keyringVault(
      {
        available: () => true,
        encrypt: (text) => Buffer.from(text).reverse(),
        decrypt: (bytes) => Buffer.from(bytes).reverse().toString(),
      },
      {
        get: (name) => file.get(name) ?? null,
        set: (name, sealed) => void (sealed === null ? file.delete(name) : file.set(name, sealed)),
      },
    )
  const key = sealKeys(vault(), folder).current()
  expect(existsSync(join(folder, 'receipt-seal.key'))).toBe(false)
  expect(sealKeys(vault(), folder).current()).toEqual(key)
})

describe('a keyring that is locked at the start', () => {
  test('keeps its key: a seal waits until it is unlocked, and both keys open their seals then', () => {
    const folder = temporaryFolder()
    const { vault, lock, file } = lockableKeyring()
    const before = receiptSeal(sealKeys(vault(), folder)).close(secret)
    const stored = file.get('receipt-seal')
    lock(true)
    const meanwhile = receiptSeal(sealKeys(vault(), folder))
    expect(() => meanwhile.open(before)).toThrow('KEYRING_LOCKED')
    const during = meanwhile.close(secret)
    expect([meanwhile.open(during), file.get('receipt-seal')]).toEqual([secret, stored])
    lock(false)
    expect(meanwhile.open(before)).toEqual(secret)
    const after = receiptSeal(sealKeys(vault(), folder))
    expect([after.open(before), after.open(during)]).toEqual([secret, secret])
  })

  test('loses its key only where a rescue destroys it, and then opens nothing sealed before', () => {
    const folder = temporaryFolder()
    const { vault, lock } = lockableKeyring()
    const keys = sealKeys(vault(), folder)
    const before = receiptSeal(keys).close(secret)
    lock(true)
    const locked = sealKeys(vault(), folder)
    locked.destroy()
    lock(false)
    expect(receiptSeal(locked).open(before)).toBeNull()
    expect(receiptSeal(sealKeys(vault(), folder)).open(before)).toBeNull()
  })
})

test('a keyring that is there and refuses to encrypt does not keep the till from starting, and the key is in the file', () => {
  const folder = temporaryFolder()
  const refusing = keyringVault(
    {
      available: () => true,
      encrypt: () => {
        throw new Error('the keychain was denied')
      },
      decrypt: () => {
        throw new Error('the keychain was denied')
      },
    },
    { get: () => null, set: () => {} },
  )
  const key = sealKeys(refusing, folder).current()
  expect(existsSync(join(folder, 'receipt-seal.key'))).toBe(true)
  expect(sealKeys(sessionVault(), folder).current()).toEqual(key)
})

test('a key that was set aside after a reset of the keyring is forgotten where no receipt is owed', () => {
  const folder = temporaryFolder()
  const { vault, reset } = lockableKeyring()
  sealKeys(vault(), folder)
  reset()
  const keys = sealKeys(vault(), folder)
  const { open } = receiptSeal(keys)
  const unknown = receiptSeal(oneKey(randomBytes(32))).close(secret)
  expect(() => open(unknown)).toThrow('KEYRING_LOCKED')
  const own = receiptSeal(keys).close(secret)
  keys.forgetSetAside()
  expect(open(unknown)).toBeNull()
  expect(open(own)).toEqual(secret)
})
