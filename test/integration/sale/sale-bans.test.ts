/** Goods with an age, and goods that are not sold at some times: asked once in a sale, with no way around. */
import { describe, expect, test } from 'vitest'
import type { SaleRule } from '../../../shared/shop/age-and-bans.ts'
import { handClock } from '../../support/hand-clock.ts'
import { restOf } from '../../support/looks.ts'
import { hire, PINS, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const GOODS = {
  unit: 'ш',
  taxProductCode: '303',
  classificationCode: '2449000',
  taxKind: 'vat',
  cityTax: 'no',
}
const FREE = { category: 'Архи', age: 0, hours: null, weekdays: [], monthDays: [], dates: [] } as const
const OF_AGE: SaleRule = { ...FREE, age: 21 }
const AT_NIGHT: SaleRule = { ...FREE, hours: { from: '22:00', to: '08:00' } }

async function openTill(...saleRules: SaleRule[]) {
  const { address, payer } = await openPractice()
  const clock = handClock(Date.parse('2026-11-23T13:00:00Z')) // 21:00 in Ulaanbaatar
  const till = await startTill({
    folder: temporaryFolder(),
    practice: address,
    settings: { saleRules, lockMinutes: 480 },
    clock,
  })
  for (const [code, name, category] of [
    ['A', 'Архи 0.5 л', 'Архи'],
    ['B', 'Талх', 'Талх'],
  ] as const)
    await till.ask('saveGoods', { was: null, goods: { ...GOODS, code, name, category, price: '20000' } })
  return { ...till, clock, payer }
}

const refusalOf = async (till: Till, command: string, request: object) => {
  const reply = await till.reply(command, request)
  return reply.ok ? null : `${reply.error.name} ${reply.error.detail ?? ''}`.trim()
}
/** Sells bread and starts its return, whose money goes into another sale. */
async function exchangeBegun({ ask, until }: Pick<Till, 'ask' | 'until'>) {
  const { saleId } = await ask('addProduct', { code: 'B' })
  await ask('takeTender', cash(saleId))
  await until(saleId, 'completed')
  const wanted = { saleId, lines: null, way: 'cash' as const }
  const { amount } = await ask('planReturn', wanted)
  const { returnId } = await ask('startReturn', { ...wanted, amount, reason: 'Солих', exchange: true })
  return { saleId, returnId }
}

const cash = (saleId: string) => ({ saleId, kind: 'cash' as const, received: '' })

describe('the age', () => {
  test('is asked when the first of the goods is added, and then not again in this sale', async () => {
    const till = await openTill(OF_AGE)
    await till.ask('addProduct', { code: 'B' })
    expect(await refusalOf(till, 'addProduct', { code: 'A' })).toBe('AGE_UNCONFIRMED 21')
    expect(await refusalOf(till, 'addProduct', { code: 'A', ofAge: 18 })).toBe('AGE_UNCONFIRMED 21')
    const { saleId } = await till.ask('addProduct', { code: 'A', ofAge: 21 })
    await till.ask('addProduct', { code: 'A' })
    await till.ask('takeTender', cash(saleId))
    await till.until(saleId, 'completed')
    expect(await refusalOf(till, 'addProduct', { code: 'A' })).toBe('AGE_UNCONFIRMED 21')
  })

  test('is asked again for the goods of the next customer in an emptied cart, also after an undo', async () => {
    const till = await openTill(OF_AGE)
    const { saleId, lineId } = await till.ask('addProduct', { code: 'A', ofAge: 21 })
    await till.ask('removeLine', { saleId, lineId })
    expect(await refusalOf(till, 'addProduct', { code: 'A' })).toBe('AGE_UNCONFIRMED 21')
    await till.ask('undo', { saleId })
    expect(await refusalOf(till, 'charge', { saleId })).toBe('AGE_UNCONFIRMED 21')
    expect(await refusalOf(till, 'takeTender', cash(saleId))).toBe('AGE_UNCONFIRMED 21')
    await till.ask('takeTender', { ...cash(saleId), ofAge: 21 })
  })

  test('is asked at the charge of a parked cart from before the rule', async () => {
    const till = await openTill()
    const { saleId } = await till.ask('addProduct', { code: 'A' })
    await till.ask('parkSale', { saleId, label: '' })
    await till.ask('saveSettings', { saleRules: [OF_AGE] })
    await till.ask('resumeSale', { saleId })
    expect(await refusalOf(till, 'charge', { saleId })).toBe('AGE_UNCONFIRMED 21')
    await till.ask('charge', { saleId, ofAge: 21 })
  })

  test('is asked again when the goods of a cancelled sale are sold again', async () => {
    const till = await openTill(OF_AGE)
    const { saleId } = await till.ask('addProduct', { code: 'A', ofAge: 21 })
    await till.charge(saleId)
    await till.cancel(saleId)
    expect(await refusalOf(till, 'repeatGoods', { saleId })).toBe('AGE_UNCONFIRMED 21')
    await till.ask('repeatGoods', { saleId, ofAge: 21 })
  })

  test('stays confirmed over an undo of other goods', async () => {
    const till = await openTill(OF_AGE)
    const { saleId } = await till.ask('addProduct', { code: 'A', ofAge: 21 })
    await till.ask('addProduct', { code: 'B' })
    await till.ask('undo', { saleId })
    await till.ask('charge', { saleId })
  })
})

describe('goods that are not sold at night', () => {
  test('are refused from then on, also those that were in the cart before', async () => {
    const till = await openTill(AT_NIGHT)
    const { saleId } = await till.ask('addProduct', { code: 'A' })
    till.clock.jump(3_600_000)
    expect(await refusalOf(till, 'addProduct', { code: 'A' })).toBe('SALE_BANNED Архи')
    expect(await refusalOf(till, 'charge', { saleId })).toBe('SALE_BANNED Архи')
    expect(await refusalOf(till, 'takeTender', cash(saleId))).toBe('SALE_BANNED Архи')
    await till.ask('addProduct', { code: 'B' })
  })

  test('are not taken in an exchange either, until a manager allows it', async () => {
    const till = await openTill({ ...AT_NIGHT, age: 21 })
    const { cashier, manager } = await hire(till)
    await putAtTill(till, manager)
    const begun = await exchangeBegun(till)
    const { saleId: intoSaleId, lineId } = await till.ask('addProduct', { code: 'A', ofAge: 21 })
    await till.ask('removeLine', { saleId: intoSaleId, lineId })
    await till.ask('undo', { saleId: intoSaleId })
    till.clock.jump(3_600_000)
    await putAtTill(till, cashier)
    const exchanged = { ...begun, intoSaleId }
    expect(await refusalOf(till, 'exchangeGoods', exchanged)).toBe('AGE_UNCONFIRMED 21')
    expect(await refusalOf(till, 'exchangeGoods', { ...exchanged, ofAge: 21 })).toBe('SALE_BANNED Архи')
    const request = { ...exchanged, ofAge: 21, despiteBan: true as const }
    expect(await refusalOf(till, 'exchangeGoods', request)).toBe('NOT_ALLOWED refund')
    await till.ask('approve', { command: 'exchangeGoods', request, staffId: manager.id, pin: PINS.manager })
    await till.ask('exchangeGoods', request)
    await till.until(intoSaleId, 'completed')
    const { events } = await till.ask('getSale', { saleId: intoSaleId })
    const by = { id: manager.id, name: manager.name }
    expect(events.map(({ event }) => event)).toContainEqual({ kind: 'bans-lifted', categories: ['Архи'], by })
  })

  test('are sold once a manager allows it, and the audit trail has who', async () => {
    const till = await openTill({ ...AT_NIGHT, age: 21 })
    const { cashier, manager } = await hire(till)
    await putAtTill(till, cashier)
    till.clock.jump(3_600_000)
    const request = { code: 'A', ofAge: 21, despiteBan: true as const }
    expect(await refusalOf(till, 'addProduct', { code: 'A', ofAge: 21 })).toBe('SALE_BANNED Архи')
    expect(await refusalOf(till, 'addProduct', request)).toBe('NOT_ALLOWED sell-banned')
    await till.ask('approve', { command: 'addProduct', request, staffId: manager.id, pin: PINS.manager })
    const { saleId } = await till.ask('addProduct', request)
    await till.ask('addProduct', { code: 'A' })
    await till.ask('takeTender', cash(saleId))
    const { events } = await till.ask('getSale', { saleId })
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        { kind: 'age-confirmed', age: 21, by: { id: cashier.id, name: cashier.name } },
        { kind: 'bans-lifted', categories: ['Архи'], by: { id: manager.id, name: manager.name } },
      ]),
    )
    await putAtTill(till, manager)
    const rows = await till.ask('listAudit', { before: null, limit: 50 })
    expect(rows.filter(({ action }) => action === 'addProduct')).toMatchObject([
      { about: request, approvedBy: { id: manager.id } },
    ])
  })

  test('are not sold for the money of returned goods either, unless a manager allows it', async () => {
    const till = await openTill(AT_NIGHT)
    const begun = await exchangeBegun(till)
    const { saleId: intoSaleId } = await till.ask('addProduct', { code: 'A' })
    const exchanged = { ...begun, intoSaleId }
    till.clock.jump(3_600_000)
    expect(await refusalOf(till, 'exchangeGoods', exchanged)).toBe('SALE_BANNED Архи')
    await till.ask('saveSettings', { saleRules: [{ ...AT_NIGHT, age: 21 }] })
    expect(await refusalOf(till, 'exchangeGoods', exchanged)).toBe('AGE_UNCONFIRMED 21')
    await till.ask('exchangeGoods', { ...exchanged, ofAge: 21, despiteBan: true })
    const { events } = await till.ask('getSale', { saleId: intoSaleId })
    expect(events.map(({ event }) => event.kind)).toEqual(
      expect.arrayContaining(['age-confirmed', 'bans-lifted', 'tender-taken']),
    )
  })

  test('have the manager who allowed them in both parts of a split cart', async () => {
    const till = await openTill({ ...AT_NIGHT, age: 21 })
    await till.ask('saveGoods', {
      was: null,
      goods: { ...GOODS, code: 'C', name: 'Ном', category: 'Ном', price: '5000', taxKind: 'vat-free' },
    })
    const { cashier, manager } = await hire(till)
    await putAtTill(till, cashier)
    till.clock.jump(3_600_000)
    await till.ask('addProduct', { code: 'C' })
    const request = { code: 'A', ofAge: 21, despiteBan: true as const }
    await till.ask('approve', { command: 'addProduct', request, staffId: manager.id, pin: PINS.manager })
    const { saleId } = await till.ask('addProduct', request)
    await till.ask('charge', { saleId })
    const otherId = await restOf(till, saleId)
    const { events } = await till.ask('getSale', { saleId: otherId })
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        { kind: 'age-confirmed', age: 21, by: { id: cashier.id, name: cashier.name } },
        { kind: 'bans-lifted', categories: ['Архи'], by: { id: manager.id, name: manager.name } },
      ]),
    )
  })
})

describe('a QR that was charged before the hours', () => {
  async function chargedBefore(...rules: SaleRule[]) {
    const till = await openTill(...rules)
    const { saleId } = await till.ask('addProduct', { code: 'A' })
    const { invoiceId } = await till.charge(saleId)
    till.clock.jump(3_600_000)
    return { till, saleId, invoiceId }
  }

  test('completes the sale when it is paid within them', async () => {
    const { till, saleId, invoiceId } = await chargedBefore(AT_NIGHT)
    await till.payer.pay({ invoice_id: invoiceId })
    await till.check(saleId, 'completed')
  })

  test.each(['cash', 'card', 'transfer'] as const)(
    'is not replaced by %s within them, until a manager allows it',
    async (kind) => {
      const { till, saleId } = await chargedBefore(AT_NIGHT)
      await till.ask('saveSettings', { tenders: { cash: 'on', qr: 'on', card: 'on', transfer: 'on' } })
      const { cashier, manager } = await hire(till)
      await putAtTill(till, cashier)
      const taken = { saleId, kind, received: '', reference: '7' }
      expect(await refusalOf(till, 'takeTender', taken)).toBe('SALE_BANNED Архи')
      const request = { ...taken, despiteBan: true as const }
      expect(await refusalOf(till, 'takeTender', request)).toBe('NOT_ALLOWED sell-banned')
      await till.ask('approve', { command: 'takeTender', request, staffId: manager.id, pin: PINS.manager })
      await till.ask('takeTender', request)
      const { events } = await till.ask('getSale', { saleId })
      const by = { id: manager.id, name: manager.name }
      expect(events.map(({ event }) => event)).toContainEqual({
        kind: 'bans-lifted',
        categories: ['Архи'],
        by,
      })
    },
  )

  test('is replaced by the money of returned goods within them only if a manager allows it', async () => {
    const till = await openTill(AT_NIGHT)
    const begun = await exchangeBegun(till)
    const { saleId: intoSaleId } = await till.ask('addProduct', { code: 'A' })
    const exchanged = { ...begun, intoSaleId }
    await till.charge(intoSaleId)
    till.clock.jump(3_600_000)
    expect(await refusalOf(till, 'exchangeGoods', exchanged)).toBe('SALE_BANNED Архи')
    await till.ask('exchangeGoods', { ...exchanged, despiteBan: true })
  })

  test('is replaced by cash before them without a question', async () => {
    const till = await openTill(AT_NIGHT)
    const { saleId } = await till.ask('addProduct', { code: 'A' })
    await till.charge(saleId)
    await till.ask('takeTender', cash(saleId))
  })

  test('is replaced by cash within them without another question if a manager had allowed the goods', async () => {
    const till = await openTill(AT_NIGHT)
    till.clock.jump(3_600_000)
    const { saleId } = await till.ask('addProduct', { code: 'A', despiteBan: true })
    await till.charge(saleId)
    await till.ask('takeTender', cash(saleId))
  })
})
