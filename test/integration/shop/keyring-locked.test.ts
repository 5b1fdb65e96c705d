/** A till that starts while the computer's keyring is locked, or was reset with the user's password. */
import { expect, test } from 'vitest'
import type { Vault } from '../../../main/shop/settings/index.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale, rungUp } from '../../support/charged-sale.ts'
import { fastClock } from '../../support/fast-clock.ts'
import { lockableKeyring } from '../../support/lockable-keyring.ts'
import { quickTillAtPractice, tillAtPractice } from '../../support/looks.ts'
import { entersOwnShop } from '../../support/own-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice } from '../../support/terminal.ts'

test('an owed receipt waits with the reason, is not requested again, and is printed once the keyring is unlocked', async () => {
  const folder = temporaryFolder()
  const { vault, lock } = lockableKeyring()
  const first = await quickTillAtPractice({
    folder,
    vault: vault(),
    settings: { printer: { kind: 'network', host: '127.0.0.1', port: 1, profile: 'escpos' } },
  })
  const { saleId, invoice } = await chargedSale(first.till)
  await first.payer.pay({ invoice_id: invoice.invoiceId })
  await first.till.ask('checkNow', { saleId })
  await first.till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_UNREACHABLE')
  await first.till.stop()
  lock(true)
  const { till } = await quickTillAtPractice({ folder, vault: vault(), practice: first.address })
  await till.ask('saveSettings', { printer: { kind: 'folder', folder: null } })
  await till.untilView(({ printing }) => printing.failure?.name === 'KEYRING_LOCKED')
  const requests = async () => (await first.payer.state()).requests['POST /v2/ebarimt_v3/create']
  const before = await requests()
  lock(false)
  await till.until(saleId, 'completed')
  expect(await requests()).toBe(before)
})

const OFF = { kind: 'network', host: '127.0.0.1', port: 1, profile: 'escpos' } as const
const PAPER = { kind: 'folder', folder: null } as const

/** A till whose receipt waits for its printer, and that was closed. */
async function withOwedReceipt() {
  const folder = temporaryFolder()
  const keyring = lockableKeyring()
  const first = await quickTillAtPractice({ folder, vault: keyring.vault(), settings: { printer: OFF } })
  const { saleId, invoice } = await chargedSale(first.till)
  await first.payer.pay({ invoice_id: invoice.invoiceId })
  await first.till.ask('checkNow', { saleId })
  await first.till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_UNREACHABLE')
  await first.till.stop()
  const open = () => quickTillAtPractice({ folder, vault: keyring.vault(), practice: first.address })
  const eReceipts = async () => (await first.payer.state()).requests['POST /v2/ebarimt_v3/create']
  return { ...keyring, open, saleId, eReceipts, payer: first.payer }
}

test('a receipt whose key is lost waits for a person, who lets the till request its e-receipt again', async () => {
  const { reset, open, saleId, eReceipts } = await withOwedReceipt()
  reset()
  const { till } = await open()
  await till.ask('saveSettings', { printer: PAPER })
  await till.untilView(({ printing }) => printing.failure?.name === 'KEYRING_LOCKED')
  const before = await eReceipts()
  const [item] = await till.ask('listAttention')
  expect(item).toMatchObject({
    saleId,
    cause: 'receipt-key-missing',
    failure: { name: 'KEYRING_LOCKED' },
    resolutions: ['tried-again', 'ereceipt-again'],
  })
  await decide(till, item, 'tried-again')
  await till.untilView(({ printing }) => printing.failure?.name === 'KEYRING_LOCKED')
  expect(await eReceipts()).toBe(before)
  await decide(till, item, 'ereceipt-again')
  await till.until(saleId, 'completed')
  expect(await till.ask('listAttention')).toEqual([])
})

test('after a keyring was reset, new receipts have a key in it, and the older ones print once it is back', async () => {
  const { reset, open, saleId, file } = await withOwedReceipt()
  const lost = file.get('receipt-seal')
  reset(2)
  const second = await open()
  await second.till.untilView(({ printing }) => printing.waiting === 1)
  expect([...file.values()]).toContain(lost)
  expect(file.get('receipt-seal')).not.toBe(lost)
  await second.till.stop()
  // The older profile was restored: both keys are read by their own keyring.
  reset(1)
  const third = await open()
  await third.till.ask('saveSettings', { printer: PAPER })
  await third.till.until(saleId, 'completed')
})

/** A till of a merchant, closed again. */
async function ofMerchant() {
  const folder = temporaryFolder()
  const keyring = lockableKeyring()
  const other = await openPractice()
  const { url, username, password, invoice_code } = other.address
  const merchant = { baseUrl: url, username, password, invoiceCode: invoice_code }
  const { till } = await quickTillAtPractice({ folder, vault: keyring.vault() })
  expect(await till.ask('connectMerchant', merchant)).toMatchObject({ passwordKept: true })
  await entersOwnShop(till)
  await till.stop()
  const open = (broken: Partial<Vault> = {}, speed = 40) =>
    tillAtPractice({ folder, vault: { ...keyring.vault(), ...broken }, clock: fastClock(speed) })
  return { ...keyring, open, merchant }
}

const unreadable = { state: 'disconnected', failure: { name: 'PASSWORD_UNREADABLE' } }

test('a till whose keyring is locked says so, keeps merchant and password, and goes on once it is unlocked', async () => {
  const { lock, open, file, merchant } = await ofMerchant()
  const kept = file.get('merchant-password')
  lock(true)
  const { till } = await open()
  expect(await till.view()).toMatchObject({
    mode: 'live',
    connection: unreadable,
    settings: { merchant: { username: merchant.username } },
  })
  const { saleId } = await rungUp(till)
  await till.ask('charge', { saleId })
  expect(file.get('merchant-password')).toBe(kept)
  lock(false)
  await till.until(saleId, 'awaiting-payment')
})

test('a password that a reset keyring does not give is asked for again, and is kept in the new keyring', async () => {
  const { reset, open, merchant } = await ofMerchant()
  reset()
  const { till } = await open()
  expect(await till.view()).toMatchObject({ mode: 'live', connection: unreadable })
  expect(await till.ask('connectMerchant', merchant)).toMatchObject({ passwordKept: true })
  await till.stop()
  const again = await open()
  await chargedSale(again.till)
})

test('a merchant that cannot be stored leaves the unreadable password as it was', async () => {
  const { lock, open, file, merchant } = await ofMerchant()
  const kept = file.get('merchant-password')
  lock(true)
  const { till } = await open({
    write: () => {
      throw new Error('the disk is full')
    },
  })
  expect(await till.reply('connectMerchant', merchant)).toMatchObject({
    ok: false,
    error: { name: 'NOT_SAVED' },
  })
  expect(file.get('merchant-password')).toBe(kept)
})

test('a new password of the same merchant, typed while the keyring is locked, replaces the old one once it is unlocked', async () => {
  const { lock, open, vault, merchant } = await ofMerchant()
  vault().write('merchant-password', 'the one before')
  lock(true)
  const { till } = await open()
  expect(await till.ask('connectMerchant', merchant)).toMatchObject({ passwordKept: false })
  lock(false)
  await till.stop()
  expect(vault().read('merchant-password')).toBe(merchant.password)
  const again = await open()
  await chargedSale(again.till)
})

test('a password typed while the keyring is locked is kept soon after it is unlocked, while the till runs', async () => {
  const { lock, open, vault, merchant } = await ofMerchant()
  vault().write('merchant-password', 'the one before')
  lock(true)
  const { till } = await open({}, 400)
  await till.ask('connectMerchant', merchant)
  lock(false)
  await expect.poll(() => vault().read('merchant-password')).toBe(merchant.password)
  expect(till.terminal.settings().merchant?.username).toBe(merchant.username)
})

test('a password that the locked keyring could not replace is not used after a power cut', async () => {
  const { lock, open, vault, merchant } = await ofMerchant()
  vault().write('merchant-password', 'the one before')
  lock(true)
  const { till } = await open()
  await till.ask('connectMerchant', merchant)
  const afterPowerCut = vault()
  lock(false)
  expect(afterPowerCut.holds('merchant-password')).toBe(false)
})

test('the password of one merchant is never sent to the service of another, which was connected with the keyring locked', async () => {
  const { lock, open } = await ofMerchant()
  const { url, username, password, invoice_code } = (await openPractice()).address
  lock(true)
  const { till } = await open()
  const other = { baseUrl: url, username, password, invoiceCode: invoice_code }
  expect(await till.ask('connectMerchant', other)).toMatchObject({ passwordKept: false })
  await till.stop()
  lock(false)
  const again = await open()
  expect(await again.till.view()).toMatchObject({
    mode: 'live',
    connection: { state: 'disconnected', failure: { name: 'PASSWORD_NEEDED' } },
  })
})
