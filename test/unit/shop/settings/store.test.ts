import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { settingsStore } from '../../../../main/shop/settings/index.ts'
import { openRegister } from '../../../../main/storage/register/index.ts'
import { GUIDE_BEGINS } from '../../../../shared/shop/guide.ts'
import {
  FIRST_SETTINGS,
  printerSettings,
  SETTINGS,
  serviceAddress,
} from '../../../../shared/shop/settings.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function emptyRegister() {
  const register = await openRegister({ folder: temporaryFolder(), log: silentLog, now: () => 0 })
  onTestFinished(register.close)
  return register
}

/** A store with these stored settings. */
async function storeOf(stored: object | null) {
  const register = await emptyRegister()
  if (stored !== null)
    register.write(
      'setting',
      Object.entries(stored).map(([key, value]) => ({ key, body: JSON.stringify(value) })),
    )
  return settingsStore(register, silentLog)
}

test('a new terminal starts in Mongolian, in test mode, and prints into a folder', async () => {
  const settings = (await storeOf(null)).read()
  expect(settings).toMatchObject({ language: 'mn', merchant: null, printer: { kind: 'folder' } })
})

test('a damaged setting loses only that setting', async () => {
  const settings = (await storeOf({ ...FIRST_SETTINGS, language: 'tlh', terminalCode: 'K07' })).read()
  expect(settings).toEqual({ ...FIRST_SETTINGS, terminalCode: 'K07' })
})

test('a setting that is not stored has its first value', async () => {
  const { display: _, ...others } = FIRST_SETTINGS
  expect((await storeOf({ ...others, terminalCode: 'K07' })).read()).toMatchObject({
    terminalCode: 'K07',
    display: 'second-screen',
  })
})

test('saved settings are read back, and only a changed setting gets a new version', async () => {
  const register = await emptyRegister()
  const store = settingsStore(register, silentLog)
  store.write({ ...FIRST_SETTINGS, language: 'en' })
  store.write({ ...store.read(), terminalCode: 'K07' })
  expect(settingsStore(register, silentLog).read()).toEqual({
    ...FIRST_SETTINGS,
    language: 'en',
    terminalCode: 'K07',
  })
  const versions = new Map(register.rows('setting').map(({ key, version }) => [key, version]))
  expect([versions.get('language'), versions.get('terminalCode')]).toEqual([1, 2])
})

test('a new terminal that stored one setting still begins with the guide', async () => {
  const register = await emptyRegister()
  const store = settingsStore(register, silentLog)
  store.write({ ...store.read(), language: 'en' })
  expect(settingsStore(register, silentLog).read()).toMatchObject({ language: 'en', guide: GUIDE_BEGINS })
})

test('a damaged setting stays as it was stored until it is changed', async () => {
  const register = await emptyRegister()
  register.write('setting', [{ key: 'language', body: '"tlh"' }])
  const bodies = () => register.rows('setting').find(({ key }) => key === 'language')?.body
  const store = settingsStore(register, silentLog)
  store.write({ ...store.read(), terminalCode: 'K07' })
  expect(bodies()).toBe('"tlh"')
  store.write({ ...store.read(), language: 'en' })
  expect(bodies()).toBe('"en"')
})

test('the service’s address must be https or on this machine', () => {
  for (const address of [
    'https://pay.example.mn',
    'https://pay.example.mn/base/',
    'http://127.0.0.1:8080',
    'http://localhost:1',
  ])
    expect(serviceAddress.safeParse(address).success, address).toBe(true)
  for (const address of [
    'http://pay.example.mn',
    'http://127.0.0.1.example.mn',
    'ftp://127.0.0.1',
    'https://user:secret@pay.example.mn',
    'https://pay.example.mn/?token=1',
    'pay.example.mn',
    '',
  ])
    expect(serviceAddress.safeParse(address).success, address).toBe(false)
})

test('a raw print goes only to addresses in the shop’s network', () => {
  const printerAt = (host: string) =>
    printerSettings.safeParse({ kind: 'network', host, port: 9100, profile: 'escpos' }).success
  for (const host of ['192.168.1.50', '10.0.0.9', '172.16.4.4', 'printer', 'printer.local', '127.0.0.1'])
    expect(printerAt(host), host).toBe(true)
  for (const host of ['8.8.8.8', '172.32.0.1', 'evil.example.com', '192.168.1.50.example.com', ''])
    expect(printerAt(host), host).toBe(false)
})

test('a register number of the seller is stored as it is written, whatever case it was typed in', () => {
  const { register } = SETTINGS.shop.schema.shape
  expect(register.parse(' yx90010112 ')).toBe('УХ90010112')
  expect(register.parse('6234567')).toBe('6234567')
  expect(register.safeParse('УХ9001').success).toBe(false)
})
