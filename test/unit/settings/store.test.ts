import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../../main/environment.ts'
import { settingsStore } from '../../../main/settings/index.ts'
import { FIRST_SETTINGS, printerSettings, serviceAddress, taxRatesOf } from '../../../shared/settings.ts'

const BEFORE_TAX_KINDS = join(import.meta.dirname, '../../fixtures/before-tax-kinds/settings.json')

const BEFORE_ACCOUNTS = join(import.meta.dirname, '../../fixtures/before-accounts/settings.json')

const storeOf = (stored: unknown) => settingsStore({ get: () => stored, set: () => {} }, silentLog)

test('a new terminal starts in test mode with a sample shop in Mongolian', () => {
  const settings = storeOf(undefined).read()
  expect(settings).toMatchObject({ language: 'mn', merchant: null, printer: { kind: 'folder' } })
})

test('a damaged field loses only that field', () => {
  const settings = storeOf({ ...FIRST_SETTINGS, language: 'tlh', terminalCode: 'K07' }).read()
  expect(settings).toEqual({ ...FIRST_SETTINGS, terminalCode: 'K07' })
})

test('a file without settings gives the first settings', () => {
  for (const stored of ['', 7, [], {}, 'null']) expect(storeOf(stored).read()).toEqual(FIRST_SETTINGS)
})

test('settings from before the customer display have it on a second screen', () => {
  const { display: _, ...before } = FIRST_SETTINGS
  expect(storeOf({ ...before, terminalCode: 'K07' }).read()).toMatchObject({
    terminalCode: 'K07',
    display: 'second-screen',
  })
})

test('settings from before kinds of VAT keep their code as that of VAT goods', () => {
  const file = JSON.parse(readFileSync(BEFORE_TAX_KINDS, 'utf8')) as { settings: { invoicing: object } }
  expect(file.settings.invoicing).toMatchObject({ taxType: '7' })
  const settings = storeOf(file.settings).read()
  expect(settings.terminalCode).toBe('K07')
  expect(settings.tax).toEqual({ vatPayer: true, codes: { vat: '7', 'zero-rated': '3', exempt: '2' } })
  expect(settings.invoicing).toEqual(FIRST_SETTINGS.invoicing)
})

test('settings from before account numbers get the first numbers', () => {
  const file = JSON.parse(readFileSync(BEFORE_ACCOUNTS, 'utf8')) as { settings: object }
  expect(file.settings).not.toHaveProperty('accounts')
  expect(storeOf(file.settings).read()).toMatchObject({
    terminalCode: 'K07',
    accounts: FIRST_SETTINGS.accounts,
  })
})

test('an account without a number gets its first one, and the others keep theirs', () => {
  const accounts = { cash: '110-01' }
  expect(storeOf({ ...FIRST_SETTINGS, accounts }).read().accounts).toEqual({
    ...FIRST_SETTINGS.accounts,
    cash: '110-01',
  })
})

test('an impossible old code gives the first tax settings, and loses nothing else', () => {
  const { tax: _, ...before } = FIRST_SETTINGS
  const invoicing = { ...before.invoicing, taxType: '', plainShape: 'simple' }
  expect(storeOf({ ...before, terminalCode: 'K07', invoicing }).read()).toMatchObject({
    terminalCode: 'K07',
    invoicing: { plainShape: 'simple' },
    tax: FIRST_SETTINGS.tax,
  })
})

test('the taxes of a sale follow the settings', () => {
  const tax = { ...FIRST_SETTINGS.tax, vatPayer: false }
  expect(taxRatesOf({ tax, cityTaxPercent: 1 })).toEqual({
    vatPayer: false,
    vatPercent: 10,
    cityTaxPercent: 1,
  })
})

test('saved settings are read back unchanged', () => {
  let stored: unknown
  const store = settingsStore(
    {
      get: () => stored,
      set: (settings) => {
        stored = settings
      },
    },
    silentLog,
  )
  store.write({ ...FIRST_SETTINGS, language: 'en' })
  expect(store.read().language).toBe('en')
  expect(stored).toMatchObject({ language: 'en' })
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
  const printerAt = (host: string) => printerSettings.safeParse({ kind: 'network', host, port: 9100 }).success
  for (const host of ['192.168.1.50', '10.0.0.9', '172.16.4.4', 'printer', 'printer.local', '127.0.0.1'])
    expect(printerAt(host), host).toBe(true)
  for (const host of ['8.8.8.8', '172.32.0.1', 'evil.example.com', '192.168.1.50.example.com', ''])
    expect(printerAt(host), host).toBe(false)
})
