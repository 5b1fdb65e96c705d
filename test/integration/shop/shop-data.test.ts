/**
 * Settings for the next terminal, copies of the shop on another disk, and data that may be deleted because it is old.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { sessionVault } from '../../../main/shop/settings/index.ts'
import { backupName } from '../../../main/storage/backup/index.ts'
import { markSuspect } from '../../../main/storage/sqlite/index.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/shop/settings.ts'
import type { FilePart } from '../../../shared/shop/shop-file.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { chargedSale, rungUp } from '../../support/charged-sale.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { closeShift } from '../../support/open-shift.ts'
import { entersOwnShop, OWN_SELLER } from '../../support/own-shop.ts'
import { inRegister } from '../../support/register-in.ts'
import { settingsFrom } from '../../support/set-up-files.ts'
import { squarePicture } from '../../support/square-picture.ts'
import { ANY_PIN, hire, PINS } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const open = async (settings: Partial<Settings> = {}) => {
  const vault = sessionVault()
  const { till, payer, folder, address } = await tillAtPractice({ settings, vault })
  return { till, folder, vault, address, payer }
}

const refusal = async (till: Till, command: string, request?: unknown) => {
  const reply = await till.reply(command, request)
  return reply.ok ? null : reply.error
}

const { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer } = FIRST_SETTINGS
const asSaved = { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer }
const OURS: Partial<Settings> = {
  terminalCode: 'K07',
  shop: { ...shop, name: 'Нарны хүнс', taxpayerNumber: '12345678901' },
  receiptTexts: { header: 'Утас 7000-1234', footer: 'Баярлалаа\n7 хоногт буцаана' },
  tenders: { cash: 'off', qr: 'on', card: 'on', transfer: 'off' },
  pollMs: 3000,
  printer: { kind: 'network', host: '192.168.1.50', port: 9100, profile: 'escpos' },
}

async function exported(till: Till): Promise<string> {
  const { path } = await till.ask('exportShopFile', { devices: true, sealed: null })
  return readFileSync(path, 'utf8')
}

const settingsOf = async (till: Till): Promise<Settings> => (await till.view()).settings

async function sellForCash(till: Till): Promise<string> {
  const { saleId } = await rungUp(till, 1)
  await till.takeCash(saleId)
  await till.ask('nextSale', { saleId })
  return saleId
}

describe('a shop file without secrets', () => {
  test('makes the next terminal like the first, except for what each terminal has of its own', async () => {
    const first = await open({ ...OURS, callback: { ...FIRST_SETTINGS.callback, port: 9999 } })
    await first.till.ask('setLogo', { picture: squarePicture() })
    const content = await exported(first.till)
    const second = await open({ terminalCode: 'K08' })
    await second.till.ask('takeShopFile', settingsFrom(content))
    const now = await settingsOf(second.till)
    expect(now).toMatchObject({ shop: OURS.shop, receiptTexts: OURS.receiptTexts, tenders: OURS.tenders })
    expect(now).toMatchObject({ terminalCode: 'K08', printer, callback: FIRST_SETTINGS.callback })
    expect(await second.till.ask('getLogo')).toBe(await first.till.ask('getLogo'))
    await second.till.ask('takeShopFile', settingsFrom(content, 'settings', 'devices'))
    expect((await settingsOf(second.till)).printer).toEqual(OURS.printer)
  })

  test('is compared field by field with the current settings, without changing them', async () => {
    const content = await exported((await open(OURS)).till)
    const { till } = await open()
    const { changes, from } = await till.ask('inspectShopFile', { source: { content } })
    expect(from).toMatchObject({ terminal: 'K07', shop: 'Нарны хүнс' })
    expect(changes.map(({ field }) => field)).toEqual([
      'shop.name',
      'shop.taxpayerNumber',
      'receiptTexts.header',
      'receiptTexts.footer',
      'tenders.cash',
      'tenders.card',
      'pollMs',
      'printer',
    ])
    expect(changes[0]).toMatchObject({ from: shop.name, to: 'Нарны хүнс' })
    expect(await settingsOf(till)).toMatchObject({ shop, pollMs: 1500 })
  })

  test('has no secret: no password, seal, callback path, PIN, hash of a PIN or name of staff', async () => {
    const { till, vault, folder, address } = await open(OURS)
    vault.write('receipt-seal', 'seal-of-the-receipts-0123456789')
    vault.write('callback-path', 'callback-path-0123456789')
    await hire(till)
    const { url, username, invoice_code } = address
    await till.ask('connectMerchant', {
      baseUrl: url,
      username,
      password: address.password,
      invoiceCode: invoice_code,
    })
    const content = await exported(till)
    expect(content).toContain(username)
    await till.stop()
    const people = await inRegister(folder, ({ rows }) =>
      rows('person')
        .map(({ body }) => body)
        .join(),
    )
    const secrets = [
      ...['merchant-password', 'receipt-seal', 'callback-path'].map((name) => vault.read(name as never)),
      ...[...people.matchAll(/"(?:salt|hash|id)":"([^"]+)"/g)].map(([, secret]) => secret ?? null),
      'The owner',
    ]
    for (const secret of secrets) {
      expect(secret).not.toBeNull()
      expect(content).not.toContain(secret)
    }
    expect(content).not.toMatch(ANY_PIN)
  })

  test('fills in the merchant’s name, and the password has to be typed', async () => {
    const { till, address } = await open()
    const { url, username, password, invoice_code } = address
    await till.ask('connectMerchant', { baseUrl: url, username, password, invoiceCode: invoice_code })
    const content = await exported(till)
    const next = await open()
    await next.till.ask('takeShopFile', settingsFrom(content))
    const now = await next.till.view()
    expect(now.mode).toBe('test')
    expect(now.settings).toMatchObject({
      merchant: null,
      merchantHint: { username, invoiceCode: invoice_code },
    })
  })

  test('is refused by name when it is wrong, and nothing changes', async () => {
    const content = (await exported((await open(OURS)).till)).replace('12345678901', '12')
    const { till } = await open()
    const before = await settingsOf(till)
    const request = settingsFrom(content, 'settings', 'devices')
    for (const [command, asked] of [
      ['inspectShopFile', { source: request.source }],
      ['takeShopFile', request],
    ] as const)
      expect(await refusal(till, command, asked)).toEqual({
        name: 'SHOP_FILE_WRONG',
        detail: 'shop.taxpayerNumber',
      })
    expect(await settingsOf(till)).toEqual(before)
  })

  test('brings the account numbers, and a wrong one is named', async () => {
    const accounts = { ...FIRST_SETTINGS.accounts, cash: '110-01' }
    const content = await exported((await open({ accounts })).till)
    const { till } = await open()
    const { changes } = await till.ask('inspectShopFile', { source: { content } })
    expect(changes).toEqual([{ field: 'accounts.cash', from: '1001', to: '110-01' }])
    expect(await refusal(till, 'takeShopFile', settingsFrom(content.replace('110-01', ' ')))).toEqual({
      name: 'SHOP_FILE_WRONG',
      detail: 'accounts.cash',
    })
    await till.ask('takeShopFile', settingsFrom(content))
    expect((await settingsOf(till)).accounts).toEqual(accounts)
  })

  test('has whether the shop pays VAT, and a code for each kind of goods', async () => {
    const tax = { vatPayer: false, codes: { vat: '11', 'zero-rated': '13', exempt: '12' } }
    const content = await exported((await open({ tax })).till)
    expect(JSON.parse(content)).toMatchObject({ settings: { tax } })
    const { till } = await open()
    const { changes } = await till.ask('inspectShopFile', { source: { content } })
    expect(changes.map(({ field }) => field)).toEqual([
      'tax.vatPayer',
      'tax.codes.vat',
      'tax.codes.zero-rated',
      'tax.codes.exempt',
    ])
    await till.ask('takeShopFile', settingsFrom(content))
    expect((await settingsOf(till)).tax).toEqual(tax)
  })
})

describe('copies of the shop', () => {
  const stick = (): string => temporaryFolder()
  const planTo = (till: Till, folder: string, keep = 30) =>
    till.ask('saveSettings', { copies: { folder, everyHours: 4, keep } })

  test('set up a new terminal with sales, goods, settings and staff', async () => {
    const folder = stick()
    const first = await open(OURS)
    await first.till.ask('keepSample')
    await first.till.ask('saveSettings', {
      ...asSaved,
      terminalCode: 'K07',
      tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'off' },
    })
    const saleId = await sellForCash(first.till)
    const crew = await hire(first.till)
    await planTo(first.till, folder)
    await first.till.ask('copyNow')
    expect((await first.till.ask('getCopies')).last).toMatchObject({ folder, sales: 1 })
    await first.till.stop()

    const { till } = await open()
    const [found] = await till.ask('listCopies', { folder })
    expect(found?.of).toMatchObject({ terminal: 'K07', sales: 1, people: 3, mode: 'test' })
    const aCopy = { folder, name: found?.name ?? '' }
    const report = await till.ask('inspectShopFile', { source: aCopy })
    expect(report).toMatchObject({ sales: { added: 1, conflicts: 0 } })
    expect(report.changes).toHaveLength(5)
    expect(report.people.map(({ role }) => role)).toEqual(['owner', 'manager', 'cashier'])
    expect((await till.view()).staffed).toBe(false)

    const parts = ['sales', 'settings', 'devices', 'goods', 'people'] as const
    await till.ask('takeShopFile', {
      source: aCopy,
      parts: [...parts],
      owner: { id: crew.owner.id, pin: '9047' },
    })
    const view = await till.view()
    expect(view).toMatchObject({ staffed: true, person: { id: crew.owner.id }, goods: { own: true } })
    expect(view.settings.terminalCode).toBe('K07')
    expect((await till.ask('getSale', { saleId })).view.status.name).toBe('completed')
    // The other staff are known, and the owner gives them new PINs.
    expect(await refusal(till, 'signIn', { staffId: crew.cashier.id, pin: PINS.cashier })).toMatchObject({
      name: 'PIN_NOT_SET',
    })
    const { people } = await till.ask('listStaff')
    expect(people.map(({ hasPin }) => hasPin)).toEqual([true, false, false])
    await till.ask('saveStaff', { id: crew.cashier.id, name: 'x', role: 'cashier', pin: PINS.cashier })
    await till.ask('signIn', { staffId: crew.cashier.id, pin: PINS.cashier })
  })

  test('do not change the code of a till whose shift is open', async () => {
    const folder = stick()
    const first = await open()
    await first.till.ask('saveSettings', { terminalCode: 'K07' })
    await planTo(first.till, folder)
    await first.till.ask('copyNow')
    const { till } = await open()
    await till.ask('openShift', { float: '50000' })
    const [found] = await till.ask('listCopies', { folder })
    const aCopy = { source: { folder, name: found?.name ?? '' }, parts: ['sales', 'settings'], owner: null }
    expect(await refusal(till, 'takeShopFile', aCopy)).toMatchObject({ name: 'CODE_IN_SHIFT' })
    expect((await settingsOf(till)).terminalCode).toBe(FIRST_SETTINGS.terminalCode)
  })

  /** A stick with the copy of a till with the code K07 that sold once, and another till. */
  async function copyOfK07() {
    const folder = stick()
    const first = await open({ terminalCode: 'K07' })
    await first.till.ask('keepSample')
    await sellForCash(first.till)
    await planTo(first.till, folder)
    await first.till.ask('copyNow')
    const { till, folder: data, address } = await open()
    const [found] = await till.ask('listCopies', { folder })
    const source = { folder, name: found?.name ?? '' }
    const take = (...parts: FilePart[]) => till.reply('takeShopFile', { source, parts, owner: null })
    return { till, data, address, source, take }
  }

  test('do not change the code of a till that opens its shift while it takes the sales', async () => {
    const { till, data, take } = await copyOfK07()
    const taking = take('sales', 'settings')
    const incoming = () => (existsSync(join(data, 'incoming')) ? readdirSync(join(data, 'incoming')) : [])
    await expect.poll(incoming, { interval: 1 }).toHaveLength(1)
    await till.ask('openShift', { float: '50000' })
    expect(await taking).toMatchObject({ ok: false, error: { name: 'CODE_IN_SHIFT' } })
    expect((await settingsOf(till)).terminalCode).toBe('K01')
    await closeShift(till)
    expect(await take('sales', 'settings')).toMatchObject({ ok: true })
    expect((await settingsOf(till)).terminalCode).toBe('K07')
  })

  test('do not change the code of a till that takes their settings alone', async () => {
    const { till, take } = await copyOfK07()
    expect(await take('settings')).toMatchObject({ ok: true })
    expect((await settingsOf(till)).terminalCode).toBe('K01')
  })

  test.each(['', ' and was rescued', ' and was rescued twice, before and after it sold'])(
    'do not change the code of a till that sold already%s',
    async (rescues) => {
      const { till: begun, data, address, source } = await copyOfK07()
      let till = begun
      const rescue = async () => {
        await till.stop()
        markSuspect(join(data, 'journal-test.sqlite'))
        till = await startTill({ folder: data, practice: address })
      }
      const codeIn = async () =>
        (await till.ask('inspectShopFile', { source })).changes.find(({ field }) => field === 'terminalCode')
      expect(await codeIn()).toMatchObject({ to: 'K07' })
      const code = rescues.includes('twice') ? 'K02' : 'K01'
      await till.ask('saveSettings', { terminalCode: code })
      await till.ask('keepSample')
      if (rescues.includes('twice')) await rescue()
      await sellForCash(till)
      if (rescues !== '') await rescue()
      expect(await codeIn()).toBeUndefined()
      const taken = await till.ask('takeShopFile', { source, parts: ['sales', 'settings'], owner: null })
      expect(taken).toMatchObject({ sales: { added: 1 } })
      expect((await settingsOf(till)).terminalCode).toBe(code)
    },
  )

  test('do not change the code of a till that sold and whose journal was rescued from backups', async () => {
    const { till: begun, data, address, source } = await copyOfK07()
    await begun.ask('keepSample')
    await sellForCash(begun)
    await begun.ask('backUpNow')
    await begun.stop()
    rmSync(join(data, 'journal-test.sqlite'))
    const till = await startTill({ folder: data, practice: address })
    const taken = await till.ask('takeShopFile', { source, parts: ['sales', 'settings'], owner: null })
    expect(taken).toMatchObject({ sales: { added: 1 } })
    expect((await settingsOf(till)).terminalCode).toBe('K01')
  })

  test('do not change the code of a till whose live journal is lost or damaged', async () => {
    const { till, data, take } = await copyOfK07()
    const lost = join(data, 'backups', backupName('live', Date.UTC(2026, 10, 20), 1, 5))
    mkdirSync(dirname(lost), { recursive: true })
    writeFileSync(lost, '')
    expect(await take('sales', 'settings')).toMatchObject({ ok: true })
    expect((await settingsOf(till)).terminalCode).toBe('K01')
    renameSync(lost, join(data, 'journal.sqlite'))
    writeFileSync(join(data, 'journal.sqlite'), 'no journal')
    expect(await take('sales', 'settings')).toMatchObject({ ok: true })
    expect((await settingsOf(till)).terminalCode).toBe('K01')
    rmSync(join(data, 'journal.sqlite'))
    expect(await take('sales', 'settings')).toMatchObject({ ok: true })
    expect((await settingsOf(till)).terminalCode).toBe('K07')
  })

  test('leave an audit row with each setting that they replaced, with its old and its new value', async () => {
    const folder = stick()
    const first = await open()
    await first.till.ask('saveSettings', { terminalCode: 'K07', discountLimitPercent: 60 })
    await planTo(first.till, folder)
    await first.till.ask('copyNow')
    const { till } = await open()
    await hire(till)
    const [found] = await till.ask('listCopies', { folder })
    await till.ask('takeShopFile', {
      source: { folder, name: found?.name ?? '' },
      parts: ['sales', 'settings'],
      owner: null,
    })
    const [row] = await till.ask('listAudit', { before: null, limit: 1 })
    expect(row).toMatchObject({ action: 'takeShopFile' })
    const changes = row?.about.changes
    const { discountLimitPercent, terminalCode } = FIRST_SETTINGS
    expect(changes).toContainEqual({ field: 'discountLimitPercent', from: discountLimitPercent, to: 60 })
    expect(changes).toContainEqual({ field: 'terminalCode', from: terminalCode, to: 'K07' })
  })

  async function copyWithQr() {
    const folder = stick()
    const { till: first, payer, address: practice } = await tillAtPractice()
    await first.ask('keepSample')
    const { id } = await first.ask('saveStaff', { id: null, name: 'Сараа', role: 'owner', pin: '9047' })
    const { saleId, invoice } = await chargedSale(first)
    await planTo(first, folder)
    await first.ask('copyNow')
    await first.stop()
    const data = temporaryFolder()
    const till = await startTill({ folder: data, practice })
    const [{ name } = { name: '' }] = await till.ask('listCopies', { folder })
    const bringIn = (pin: string) =>
      till.reply('takeShopFile', {
        source: { folder, name },
        parts: ['sales', 'goods', 'settings', 'devices', 'people'],
        owner: { id, pin },
      })
    return { folder, name, data, till, payer, saleId, invoice, bringIn }
  }

  test('bring in nothing when the owner’s PIN is weak or the goods are missing', async () => {
    const { folder, name, till, bringIn } = await copyWithQr()
    expect(await bringIn('1111')).toMatchObject({ ok: false, error: { name: 'PIN_INVALID' } })
    const { goods } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { goods: { file: string } }
    rmSync(join(folder, name, '..', goods.file))
    expect(await bringIn('9047')).toMatchObject({ ok: false, error: { name: 'FILE_DAMAGED' } })
    expect((await till.ask('searchSales', EVERY_SALE)).rows).toEqual([])
    expect(await till.view()).toMatchObject({ staffed: false, goods: { own: false } })
  })

  test('bring in a sale whose QR is monitored, even when the disk then refuses the goods', async () => {
    const { data, till, payer, saleId, invoice, bringIn } = await copyWithQr()
    writeFileSync(join(data, 'goods-pictures'), 'no folder')
    expect((await bringIn('9047')).ok).toBe(false)
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.until(saleId, 'completed')
  })

  test('leave an audit row with what they brought in, also when a later part fails', async () => {
    const { data, till, bringIn } = await copyWithQr()
    writeFileSync(join(data, 'goods-pictures'), 'no folder')
    const reply = await bringIn('9047')
    if (reply.ok) throw new Error('the goods were brought in')
    const [row] = await till.ask('listAudit', { before: null, limit: 1 })
    expect(row).toMatchObject({
      action: 'takeShopFile',
      about: { taken: ['sales'], days: [], failed: reply.error.name },
    })
  })

  test('leave no audit row when nothing was brought in', async () => {
    const { till, bringIn } = await copyWithQr()
    expect((await bringIn('1111')).ok).toBe(false)
    expect(await till.ask('listAudit', { before: null, limit: 1 })).toEqual([])
  })

  test('have no salt or hash of a PIN', async () => {
    const folder = stick()
    const { till, folder: data } = await open()
    await hire(till)
    await planTo(till, folder)
    await till.ask('copyNow')
    await till.ask('backUpNow')
    await till.stop()
    const peopleIn = (place: string) =>
      inRegister(place, ({ rows }) =>
        rows('person')
          .map(({ body }) => body)
          .join(),
      )
    const people = await peopleIn(data)
    const secrets = [...people.matchAll(/"(?:salt|hash)":"([^"]+)"/g)].map(([, secret]) => secret ?? '?')
    expect(secrets).toHaveLength(6)
    for (const name of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue
      const bytes = readFileSync(join(name.parentPath, name.name), 'latin1')
      for (const secret of secrets) expect(bytes).not.toContain(secret)
      expect(bytes).not.toMatch(/"(salt|hash|pin)":[^n]/)
    }
    // The backup on this disk has the PINs: a damaged register gets its staff from it.
    expect(await peopleIn(join(data, 'backups'))).toBe(people)
  })

  test('bring in staff only when there are none', async () => {
    const folder = stick()
    const first = await open()
    const crew = await hire(first.till)
    await planTo(first.till, folder)
    await first.till.ask('copyNow')
    const { till } = await open()
    await hire(till)
    const [found] = await till.ask('listCopies', { folder })
    const done = await till.ask('takeShopFile', {
      source: { folder, name: found?.name ?? '' },
      parts: ['people'],
      owner: { id: crew.owner.id, pin: '9047' },
    })
    expect(done.people).toEqual([])
    expect((await till.ask('listStaff')).people.map(({ id }) => id)).not.toContain(crew.owner.id)
  })

  test('name a missing folder, and are made once it is back', async () => {
    const folder = stick()
    const { till } = await open()
    expect(
      await refusal(till, 'saveSettings', { copies: { folder: join(folder, 'no'), everyHours: 4, keep: 3 } }),
    ).toEqual({
      name: 'FILE_MISSING',
      detail: join(folder, 'no'),
    })
    await planTo(till, folder)
    renameSync(folder, `${folder}-away`)
    mkdirSync(folder) // the empty mount point that a removed stick leaves
    expect((await refusal(till, 'copyNow'))?.name).toBe('FILE_MISSING')
    expect((await till.ask('getCopies')).failed?.failure.name).toBe('FILE_MISSING')
    expect(readdirSync(folder)).toEqual([])
    renameSync(`${folder}-away/tugrik-pos`, `${folder}/tugrik-pos`)
    await till.ask('copyNow')
    expect(await till.ask('getCopies')).toMatchObject({ failed: null, last: { folder } })
  })

  test('cannot be placed in the data folder; a wrong plan is named by its fields', async () => {
    const { till, folder } = await open()
    mkdirSync(join(folder, 'inside'))
    for (const place of [folder, join(folder, 'inside')])
      expect(
        (await refusal(till, 'saveSettings', { copies: { folder: place, everyHours: 4, keep: 3 } }))?.name,
      ).toBe('COPY_FOLDER_OWN')
    expect(
      await refusal(till, 'saveSettings', { copies: { folder: 'usb', everyHours: 5, keep: 1 } }),
    ).toEqual({
      name: 'FIELDS_INVALID',
      detail: 'copies.folder,copies.everyHours,copies.keep',
    })
  })

  test('that are damaged are listed and refused when used; the others still work', async () => {
    const folder = stick()
    const { till } = await open()
    await planTo(till, folder)
    await sellForCash(till)
    await till.ask('copyNow')
    const [{ name } = { name: '' }] = await till.ask('listCopies', { folder })
    const home = join(folder, name, '..')
    writeFileSync(join(home, 'shop-test-20200101-000000-0.json'), '{"format":"tugrik-pos-shop"')
    const rows = await till.ask('listCopies', { folder })
    expect(rows.map(({ of }) => of !== null)).toEqual([true, false])
    const damaged = { folder, name: rows[1]?.name ?? '' }
    expect((await refusal(till, 'inspectShopFile', { source: damaged }))?.name).toBe('FILE_DAMAGED')
    const journal = readdirSync(home).find((one) => one.endsWith('.sqlite')) ?? ''
    const bytes = readFileSync(join(home, journal))
    writeFileSync(join(home, journal), bytes.fill(0xaa, 4096 * 3, 4096 * 6))
    expect((await refusal(till, 'inspectShopFile', { source: { folder, name } }))?.name).toBe('FILE_DAMAGED')
  })
})

test('expired data is listed before it is deleted, and journals are never among it', async () => {
  const { till, folder } = await open()
  await sellForCash(till)
  await till.ask('backUpNow')
  const long = new Date(Date.now() - 3 * 365 * 86_400_000)
  const plant = (name: string, at = long): string => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), at, at)
    return name
  }
  const old = [
    plant('logs/terminal.old.log'),
    plant('test-receipts/old.png'),
    plant('journal.damaged-20200101-000000-1.sqlite'),
    plant('register.damaged-20200101-000000-1.sqlite'),
    plant('backups/journal-test-20200101-000000.part'),
  ]
  const stays = [
    plant('logs/terminal.log'),
    plant('journal.sqlite'),
    plant('journal.v1.kept.sqlite'),
    plant('backups/journal-live-20200101-000000-1-5.sqlite'),
    plant('documents/goods.csv'),
    plant('logs/terminal.old.1.log', new Date()),
    plant('vault.json'),
  ]
  const listed = await till.ask('listOutdated')
  expect(listed.map(({ name }) => name).sort()).toEqual([...old].sort())
  for (const name of old) expect(existsSync(join(folder, name))).toBe(true)
  expect((await till.ask('clearOutdated')).length).toBe(old.length)
  for (const name of old) expect(existsSync(join(folder, name))).toBe(false)
  for (const name of stays) expect(existsSync(join(folder, name)), name).toBe(true)
  // The till is in test mode, so its test journal is in use and stays, however old it is.
  expect(existsSync(join(folder, 'journal-test.sqlite'))).toBe(true)
  expect(
    await refusal(till, 'saveSettings', { retention: { logs: 1, test: 0, setAside: Number.NaN } }),
  ).toEqual({
    name: 'FIELDS_INVALID',
    detail: 'retention.logs,retention.test,retention.setAside',
  })
})

test('a tender that the shop does not take is refused by name, and the others work', async () => {
  const only = { cash: 'off', qr: 'off', card: 'off', transfer: 'off' } as const
  const { till } = await open({ tenders: { ...only, qr: 'on' } })
  const { saleId } = await rungUp(till, 1)
  for (const kind of ['cash', 'card', 'transfer'])
    expect((await refusal(till, 'takeTender', { saleId, kind, received: '' }))?.name).toBe('TENDER_OFF')
  await till.ask('saveSettings', { ...asSaved, tenders: { ...only, cash: 'on' } })
  expect((await refusal(till, 'charge', { saleId }))?.name).toBe('TENDER_OFF')
  await till.ask('takeTender', { saleId, received: '' })
  expect(await refusal(till, 'saveSettings', { ...asSaved, tenders: only })).toEqual({
    name: 'FIELDS_INVALID',
    detail: 'tenders.qr',
  })
})

/** A till in live mode, which sells for the merchant of this service. */
const liveTill = async (code: string, { url, username, password, invoice_code }: PracticeAddress) => {
  const { till } = await open({ terminalCode: code })
  await till.ask('connectMerchant', { baseUrl: url, username, password, invoiceCode: invoice_code })
  await entersOwnShop(till)
  return till
}

describe('a copy of another shop', () => {
  const ANOTHER = { ...OWN_SELLER, name: 'Өөр дэлгүүр', taxpayerNumber: '99887766554' }
  /** A stick with the copy of a live shop that shows a QR, and a till that sells for another merchant. */
  async function wrongStick() {
    const [theirs, ours] = [await openPractice(), await openPractice()]
    const folder = temporaryFolder()
    const first = await liveTill('K01', theirs.address)
    const { saleId } = await chargedSale(first)
    await first.ask('saveSettings', { copies: { folder, everyHours: 4, keep: 3 } })
    await first.ask('copyNow')
    const till = await liveTill('K02', ours.address)
    const [found] = await till.ask('listCopies', { folder })
    return { till, saleId, aCopy: { folder, name: found?.name ?? '' } }
  }

  test('is imported without its sales: their QR could not be checked here, and their money would be in the wrong books', async () => {
    const { till, saleId, aCopy } = await wrongStick()
    await till.ask('saveSettings', { shop: ANOTHER })
    const nothing = { sales: null, kept: 'other-merchant' }
    expect(await till.ask('inspectShopFile', { source: aCopy })).toMatchObject(nothing)
    const taken = await till.ask('takeShopFile', { source: aCopy, parts: ['sales'], owner: null })
    expect(taken).toMatchObject(nothing)
    expect((await refusal(till, 'getSale', { saleId }))?.name).toBe('NOT_FOUND')
  })

  test('is not the shop’s own where both tills still have the sample’s taxpayer number', async () => {
    const connected = async () => {
      const { till } = await open()
      const { url, username, password, invoice_code } = (await openPractice()).address
      await till.ask('connectMerchant', { baseUrl: url, username, password, invoiceCode: invoice_code })
      return till
    }
    const [theirs, ours, folder] = [await connected(), await connected(), temporaryFolder()]
    await theirs.ask('saveSettings', { copies: { folder, everyHours: 4, keep: 3 } })
    await theirs.ask('copyNow')
    const [found] = await ours.ask('listCopies', { folder })
    const source = { folder, name: found?.name ?? '' }
    expect(await ours.ask('inspectShopFile', { source })).toMatchObject({ kept: 'other-merchant' })
  })

  test('is the shop’s own if a new computer with a new login says whose it is: the text asks for the taxpayer number', async () => {
    const { aCopy } = await wrongStick()
    const { url, username, password, invoice_code } = (await openPractice()).address
    const { till } = await open({ terminalCode: 'K03' })
    await till.ask('connectMerchant', { baseUrl: url, username, password, invoiceCode: invoice_code })
    expect(await till.ask('inspectShopFile', { source: aCopy })).toMatchObject({
      sales: null,
      kept: 'other-merchant',
    })
    expect(TEXTS.en['copies.would.sales.other-merchant']).toContain('enter its taxpayer number')
    expect(TEXTS.mn['copies.would.sales.other-merchant']).toContain('ТТД')
    await entersOwnShop(till)
    expect(await till.ask('inspectShopFile', { source: aCopy })).toMatchObject({
      sales: { added: 1 },
      kept: null,
    })
  })

  test('with the same taxpayer is the shop’s own, whose login at the payment service has changed', async () => {
    const { till, saleId, aCopy } = await wrongStick()
    expect(await till.ask('inspectShopFile', { source: aCopy })).toMatchObject({
      sales: { added: 1 },
      kept: null,
    })
    await till.ask('takeShopFile', { source: aCopy, parts: ['sales'], owner: null })
    expect((await till.ask('getSale', { saleId })).view.status.name).toBe('awaiting-payment')
  })
})

describe('the code of a terminal', () => {
  const charge = async (till: Till) => {
    const { saleId } = await rungUp(till, 1)
    await till.charge(saleId)
    return (await till.ask('getSale', { saleId })).view.sale.senderInvoiceNo
  }

  test('that another terminal uses is refused with that terminal’s last number, unless a person takes it over', async () => {
    const { address } = await openPractice()
    const number = await charge(await liveTill('K01', address))
    const other = await liveTill('K02', address)
    await charge(other)
    expect(await refusal(other, 'saveSettings', { ...asSaved, terminalCode: 'K01' })).toEqual({
      name: 'TERMINAL_CODE_TAKEN',
      detail: number,
    })
    expect((await settingsOf(other)).terminalCode).toBe('K02')
    await other.ask('saveSettings', { ...asSaved, terminalCode: 'K03' })
    await other.ask('saveSettings', { ...asSaved, terminalCode: 'K02' }) // no conflict with its own numbers
    await other.ask('saveSettings', { ...asSaved, terminalCode: 'K01', takeOver: true })
    expect((await settingsOf(other)).terminalCode).toBe('K01')
  })

  test('is known as used from the journal when another terminal’s sales were brought in', async () => {
    const folder = temporaryFolder()
    const first = await open({ terminalCode: 'K07' })
    await sellForCash(first.till)
    await first.till.ask('saveSettings', { copies: { folder, everyHours: 4, keep: 3 } })
    await first.till.ask('copyNow')
    const { till } = await open({ terminalCode: 'K08' })
    const [found] = await till.ask('listCopies', { folder })
    await till.ask('takeShopFile', {
      source: { folder, name: found?.name ?? '' },
      parts: ['sales'],
      owner: null,
    })
    expect((await refusal(till, 'saveSettings', { ...asSaved, terminalCode: 'K07' }))?.name).toBe(
      'TERMINAL_CODE_TAKEN',
    )
  })
})
