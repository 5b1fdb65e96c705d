/** What is changed in test mode and holds for the live shop too is in the live audit trail. */
import { mkdirSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PracticeAddress } from '../../../main/payment-service/practice/index.ts'
import { auditOfFile } from '../../support/audit-of-file.ts'
import { inRegister } from '../../support/register-in.ts'
import { hire, PINS } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const asMerchant = ({ url, username, password, invoice_code }: PracticeAddress) => ({
  baseUrl: url,
  username,
  password,
  invoiceCode: invoice_code,
})

const goods = (price: string) => ({
  code: 'Т-1',
  name: 'Тараг',
  category: 'Сүү',
  price,
  unit: 'ш',
  taxProductCode: '301',
  classificationCode: '2211000',
  taxKind: 'vat',
  cityTax: 'no',
})

async function staffedTill() {
  const { address } = await openPractice()
  const live = await openPractice()
  const folder = temporaryFolder()
  const till = await startTill({ folder, practice: address })
  const crew = await hire(till)
  return {
    ...{ till, crew, folder },
    goLive: () => till.ask('connectMerchant', asMerchant(live.address)),
    restart: () => startTill({ folder, practice: address }),
  }
}

/** The actions of the trail that the till shows, oldest first. */
const actionsAt = async (till: Till): Promise<readonly string[]> =>
  (await till.ask('listAudit', { before: null, limit: 200 })).map(({ action }) => action).reverse()

const rowOf = async (till: Till, action: string) =>
  (await till.ask('listAudit', { before: null, limit: 200 })).find((row) => row.action === action)

/** The actions of the live trail, read by a till that is live. */
const changesPrice = async (till: Till, was: string | null, price: string) => {
  await till.ask('saveGoods', { was, goods: goods(price) })
}

test('prices, limits and people that change before a shop has a merchant are in its live trail, with who and old values', async () => {
  const { till, crew, goLive } = await staffedTill()
  await changesPrice(till, null, '1000')
  await changesPrice(till, 'Т-1', '900')
  await till.ask('saveSettings', { discountLimitPercent: 60 })
  await till.ask('setStaffActive', { id: crew.manager.id, active: false })
  await goLive()
  expect(await actionsAt(till)).toEqual([
    ...['saveStaff', 'saveStaff', 'saveStaff', 'saveGoods', 'saveGoods', 'saveSettings', 'setStaffActive'],
    'connectMerchant',
  ])
  expect(await rowOf(till, 'saveGoods')).toMatchObject({
    who: { id: crew.owner.id },
    about: { code: 'Т-1', changes: [{ field: 'price', from: 100_000, to: 90_000 }] },
  })
  expect(await rowOf(till, 'saveSettings')).toMatchObject({
    about: { changes: [{ field: 'discountLimitPercent', to: 60 }] },
  })
})

test('what is changed while a live shop is in test mode is in its live trail, from leaving to coming back', async () => {
  const { till, folder, goLive, crew } = await staffedTill()
  await goLive()
  await till.ask('leaveMerchant')
  await changesPrice(till, null, '1000')
  await till.ask('lock')
  await till.reply('signIn', { staffId: crew.owner.id, pin: '9631' })
  await till.ask('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  await goLive()
  const actions = await actionsAt(till)
  expect(actions.slice(actions.indexOf('leaveMerchant'))).toEqual([
    ...['leaveMerchant', 'saveGoods', 'lock', 'signIn', 'signIn', 'connectMerchant'],
  ])
  await till.stop()
  expect(auditOfFile(join(folder, 'journal.sqlite'))).toMatch(`${actions.length} audit entries`)
})

test('test mode shows its whole trail, and what is about its sales stays there', async () => {
  const { till, goLive } = await staffedTill()
  const { saleId, lineId } = await till.ask('addProduct', { code: '4860013210012' }).catch(async () => {
    const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
    return till.ask('addProduct', { code: products[0]?.code ?? '' })
  })
  await till.ask('removeLine', { saleId, lineId })
  await till.ask('saveSettings', { discountLimitPercent: 60 })
  expect(await actionsAt(till)).toEqual([
    ...['saveStaff', 'saveStaff', 'saveStaff', 'removeLine', 'saveSettings'],
  ])
  await goLive()
  expect(await actionsAt(till)).not.toContain('removeLine')
})

test('a row that the live trail cannot take is kept in the register and written there later, once', async () => {
  const { till, folder, goLive, restart, crew } = await staffedTill()
  await goLive()
  await till.ask('leaveMerchant')
  await till.stop()
  const live = join(folder, 'journal.sqlite')
  const { renameSync } = await import('node:fs')
  renameSync(live, `${live}.away`)
  mkdirSync(live)

  const second = await restart()
  await second.ask('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  await changesPrice(second, null, '1000')
  await second.stop()
  expect(await inRegister(folder, ({ rows }) => rows('note').length)).toBeGreaterThan(0)

  rmdirSync(live)
  renameSync(`${live}.away`, live)
  const third = await restart()
  await third.ask('signIn', { staffId: crew.owner.id, pin: PINS.owner })
  await third.stop()
  expect(await inRegister(folder, ({ rows }) => rows('note'))).toEqual([])
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(live)
  const acts = database
    .prepare('SELECT action FROM audit ORDER BY seq')
    .all()
    .map(({ action }) => action)
  database.close()
  expect(acts.slice(acts.indexOf('leaveMerchant'))).toEqual([
    'leaveMerchant',
    'signIn',
    'saveGoods',
    'signIn',
  ])
  expect(auditOfFile(live)).toMatch(/^\d+ audit entries/)
})
