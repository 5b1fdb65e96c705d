import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { receiptSeal, sealKey } from '../../../main/printing/index.ts'
import { keyringVault, sessionVault } from '../../../main/settings/index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const secret = { lottery: 'АВ 12345678', qrData: '1234567890' }

test('a secret is restored from its seal unchanged, and the seal does not show it', () => {
  const seal = receiptSeal(randomBytes(32))
  const sealed = seal.close(secret)
  expect(Buffer.from(sealed).toString('latin1')).not.toContain(secret.qrData)
  expect(seal.open(sealed)).toEqual(secret)
})

test('two seals of the same secret differ', () => {
  const seal = receiptSeal(randomBytes(32))
  expect(seal.close(secret)).not.toEqual(seal.close(secret))
})

test('a damaged seal, or a seal of another key, cannot be opened', () => {
  const seal = receiptSeal(randomBytes(32))
  const sealed = seal.close(secret)
  expect(receiptSeal(randomBytes(32)).open(sealed)).toBeNull()
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(seal.open(sealed)).toBeNull()
  expect(seal.open(new Uint8Array(3))).toBeNull()
})

test('without a keyring the key is in a file that only this user can read, and stays the same', () => {
  const folder = temporaryFolder()
  const key = sealKey(sessionVault(), folder)
  expect(statSync(join(folder, 'receipt-seal.key')).mode & 0o777).toBe(0o600)
  expect(sealKey(sessionVault(), folder)).toEqual(key)
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
  const key = sealKey(vault(), folder)
  expect(existsSync(join(folder, 'receipt-seal.key'))).toBe(false)
  expect(sealKey(vault(), folder)).toEqual(key)
})
