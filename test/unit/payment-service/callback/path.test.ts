import { expect, test } from 'vitest'
import { keptCallbackPath, newCallbackPath } from '../../../../main/payment-service/callback/index.ts'
import { callbackAddress, isOurPath } from '../../../../main/payment-service/callback/path.ts'
import { sessionVault } from '../../../../main/shop/settings/index.ts'
import { SETTINGS } from '../../../../shared/shop/settings.ts'

const vaultAsKept = (vault = sessionVault()) => ({
  read: () => vault.read('callback-path'),
  write: (path: string) => vault.write('callback-path', path),
})

test('the path is 32 random bytes', () => {
  const path = newCallbackPath()
  expect(path).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(newCallbackPath()).not.toBe(path)
})

test('the path is made once and stored in the vault', () => {
  const vault = sessionVault()
  const path = keptCallbackPath(vaultAsKept(vault))
  expect(keptCallbackPath(vaultAsKept(vault))).toBe(path)
  expect(vault.read('callback-path')).toBe(path)
  expect(keptCallbackPath(vaultAsKept())).not.toBe(path)
})

test('a damaged path is replaced by a new one', () => {
  const vault = sessionVault()
  vault.write('callback-path', '')
  expect(keptCallbackPath(vaultAsKept(vault))).toMatch(/^.{43}$/)
})

const receiver = { enabled: true, host: '192.168.1.20', port: 8787, publicUrl: '' }

test('the service gets the public address when there is one', () => {
  expect(callbackAddress(receiver, 'p')).toBe('http://192.168.1.20:8787/p')
  expect(callbackAddress({ ...receiver, host: '::1' }, 'p')).toBe('http://[::1]:8787/p')
  expect(callbackAddress({ ...receiver, publicUrl: 'https://shop.mn/a' }, 'p')).toBe('https://shop.mn/a/p')
})

test('a proxy may pass on the whole path or only its last part', () => {
  const address = 'https://shop.mn/till-1/secret'
  for (const path of ['/till-1/secret', '/secret']) expect(isOurPath(address, path), path).toBe(true)
  for (const path of ['/', '/till-1', 'secret', '/till-2/secret', '/secret/', '/Secret', '/sécret'])
    expect(isOurPath(address, path), path).toBe(false)
})

test('an address that the service cannot reach is refused, and so is an invalid one', () => {
  const wrongIn = (change: object) =>
    SETTINGS.callback.schema
      .safeParse({ ...receiver, ...change })
      .error?.issues.map(({ path }) => path.join('.')) ?? []
  expect(wrongIn({})).toEqual([])
  for (const host of ['0.0.0.0', '::']) {
    expect(wrongIn({ host }), host).toEqual(['publicUrl'])
    expect(wrongIn({ host, enabled: false }), host).toEqual([])
    expect(wrongIn({ host, publicUrl: 'https://shop.mn' }), host).toEqual([])
  }
  for (const host of ['', 'shop', '192.168.1', '1.2.3.4.5']) expect(wrongIn({ host }), host).toEqual(['host'])
  for (const port of [0, 65536, 80.5, Number.NaN]) expect(wrongIn({ port }), String(port)).toEqual(['port'])
  for (const publicUrl of ['shop.mn', 'ftp://shop.mn', 'https://u:p@shop.mn', 'https://shop.mn/?a=1'])
    expect(wrongIn({ publicUrl }), publicUrl).toEqual(['publicUrl'])
})
