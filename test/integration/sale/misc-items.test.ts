/** Goods without a product, and what a new product has where nobody typed anything. */
import { describe, expect, test } from 'vitest'
import { NO_FILTERS } from '../../../shared/books/history.ts'
import { EMPTY_GOODS } from '../../../shared/shop/goods.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { decide } from '../../support/attention.ts'
import { invoiceIdOf } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { waiting } from '../../support/looks.ts'
import { saleOf } from '../../support/returns.ts'
import { hire, PINS, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../support/terminal.ts'
import { tillAtPrinter } from '../../support/till-at-printer.ts'

const newGoods = { ...FIRST_SETTINGS.newGoods, taxProductCode: '399', classificationCode: '9999999' }

async function openTill(settings: Partial<typeof FIRST_SETTINGS> = { newGoods }) {
  const { address, payer } = await openPractice()
  return { ...(await startTill({ folder: temporaryFolder(), practice: address, settings })), payer }
}

describe('a misc item', () => {
  test('has its price and its kind of tax, and the codes for new goods', async () => {
    const till = await openTill()
    await till.ask('addMiscItem', { price: '5 000', name: ' Цэцэг  ', taxKind: 'exempt' })
    await till.ask('addMiscItem', { price: '700', name: '', taxKind: 'vat' })
    const { counter } = await till.view()
    expect(counter?.sale.lines).toMatchObject([
      {
        amount: 500_000,
        product: { name: 'Цэцэг', taxKind: 'exempt', taxProductCode: '399', category: 'Бусад' },
      },
      { amount: 70_000, product: { name: 'Бусад бараа', taxKind: 'vat', classificationCode: '9999999' } },
    ])
    expect(counter?.totals.vat).toBe(6364)
  })

  test('is charged like a product', async () => {
    const till = await openTill()
    const { saleId } = await till.ask('addMiscItem', { price: '5000', name: '', taxKind: 'vat' })
    await till.charge(saleId)
    expect((await till.payer.state()).invoices).toMatchObject([{ amount: 5000 }])
  })

  test('needs a manager, who approves this price, and the audit trail has it', async () => {
    const till = await openTill()
    const { cashier, manager } = await hire(till)
    await putAtTill(till, cashier)
    const item = { price: '5000', name: 'Цэцэг', taxKind: 'vat' as const }
    await expect(till.ask('addMiscItem', item)).rejects.toThrow('NOT_ALLOWED')
    await till.ask('approve', {
      command: 'addMiscItem',
      request: item,
      staffId: manager.id,
      pin: PINS.manager,
    })
    await expect(till.ask('addMiscItem', { ...item, price: '50' })).rejects.toThrow('NOT_ALLOWED')
    await till.ask('addMiscItem', item)
    await putAtTill(till, manager)
    const [row] = (await till.ask('listAudit', { before: null, limit: 50 })).filter(
      ({ action }) => action === 'addMiscItem',
    )
    expect(row).toMatchObject({ about: item, approvedBy: { id: manager.id } })
  })

  test.each([
    ['without a price', '', 'AMOUNT_INVALID'],
    ['that costs nothing', '0', 'AMOUNT_ZERO'],
  ])('%s is refused', async (_, price, refusal) => {
    const till = await openTill()
    await expect(till.ask('addMiscItem', { price, name: '', taxKind: 'vat' })).rejects.toThrow(refusal)
  })

  test('without tax codes has its e-receipt with VAT: the service gets an empty text for the code', async () => {
    const { till, payer } = await tillAtPrinter()
    const { saleId } = await till.ask('addMiscItem', { price: '5000', name: '', taxKind: 'vat' })
    await till.charge(saleId)
    await payer.pay({ invoice_id: await invoiceIdOf(till, saleId) })
    await till.check(saleId, 'completed')
    const { invoices, ereceipts } = await payer.state()
    expect([invoices[0]?.shape, ereceipts.length]).toEqual(['ebarimt', 1])
  })

  test('without the code that exempt goods need is paid by QR all the same; its e-receipt is to be issued elsewhere', async () => {
    const { till, payer, papers } = await tillAtPrinter()
    const { saleId } = await till.ask('addMiscItem', { price: '5000', name: '', taxKind: 'exempt' })
    await till.charge(saleId)
    await payer.pay({ invoice_id: await invoiceIdOf(till, saleId) })
    await till.check(saleId, 'completed')
    await expectToIssue({ till, payer, papers }, saleId)
    expect((await till.view()).attention).toBe(0)
  })
})

async function expectToIssue(
  { till, payer, papers }: Pick<Awaited<ReturnType<typeof tillAtPrinter>>, 'till' | 'payer' | 'papers'>,
  saleId: string,
  wanted: 'full' | 'simple' = 'full',
) {
  const { invoices, ereceipts } = await payer.state()
  expect([invoices.map(({ shape }) => shape), ereceipts]).toEqual([[wanted], []])
  expect((await till.ask('listToIssue', { day: shopDay(Date.now()) })).rows).toMatchObject([
    { saleId, amount: 500_000, what: 'sold' },
  ])
  expect(papers()[0]).toContain('Цахим баримт хараахан гараагүй')
}

describe('a service that refuses goods without a tax code', () => {
  const atStrictService = async () => {
    const opened = await tillAtPrinter()
    await opened.payer.merchant({ empty_tax_code: 'refused' })
    const { saleId } = await opened.till.ask('addMiscItem', { price: '5000', name: 'Цэцэг', taxKind: 'vat' })
    return { ...opened, saleId }
  }

  test('is sent the sale again automatically under a new number; the e-receipt is owed, and an attention item names the goods', async () => {
    const { till, payer, papers, saleId } = await atStrictService()
    const { invoiceId } = await till.charge(saleId)
    await payer.pay({ invoice_id: invoiceId })
    await till.check(saleId, 'completed')
    await expectToIssue({ till, payer, papers }, saleId, 'simple')
    const numbers = (await saleOf(till, saleId)).invoices.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(2)
    const item = await waiting(till, 'tax-code-refused')
    expect(item.failure).toMatchObject({ name: 'TAX_CODE_REFUSED', detail: 'Цэцэг' })
    await decide(till, item, 'seen')
    expect((await till.view()).attention).toBe(0)
  })

  test('is sent a cart with several kinds of VAT as one invoice', async () => {
    const { till, payer, saleId } = await atStrictService()
    await till.ask('addMiscItem', { price: '700', name: '', taxKind: 'exempt' })
    const { invoiceId } = await till.charge(saleId)
    expect((await payer.state()).invoices).toMatchObject([{ invoice_id: invoiceId, amount: 5700 }])
  })

  test('is not sent a cart again automatically after a person changed it', async () => {
    const { till, payer, saleId } = await atStrictService()
    await payer.faults([
      { method: 'POST', path: '/v2/invoice', effect: 'answer', status: 400, json: CODE_INVALID, times: 2 },
    ])
    await till.ask('charge', { saleId })
    await till.until(saleId, 'open')
    await eventually(async () => expect((await saleOf(till, saleId)).invoices).toHaveLength(2))
    await till.until(saleId, 'open')
    await till.ask('addMiscItem', { price: '700', name: '', taxKind: 'vat' })
    await till.until(saleId, 'open')
    expect((await saleOf(till, saleId)).invoices.map(({ step }) => step.name)).toEqual(['refused', 'refused'])
  })
})

const CODE_INVALID = { error_code: 'CLASSIFICATION_CODE_INVALID', message: 'classification code' }

describe('a cashier alone', () => {
  const CODE = '8659999000014'
  const item = { price: '900', name: '', taxKind: 'vat' as const, code: CODE }
  const atTill = async (miscLimit: number) => {
    const till = await openTill({ newGoods, miscLimit })
    const crew = await hire(till)
    await putAtTill(till, crew.cashier)
    return { till, ...crew }
  }
  const inCash = (saleId: string) => ({ saleId, kind: 'cash' as const, received: '' })

  test('sells three lines of misc items up to the limit, also of unlisted codes; the fourth needs an approval', async () => {
    const { till } = await atTill(100_000)
    for (const price of ['900', '1000', '800']) await till.ask('addMiscItem', { ...item, price })
    await expect(till.ask('addMiscItem', { ...item, price: '700' })).rejects.toThrow('NOT_ALLOWED')
    const { counter } = await till.view()
    expect(counter?.sale.lines).toMatchObject([
      { unlisted: CODE, product: { code: `misc ${CODE}`, name: `Бусад бараа ${CODE}` } },
      { unlisted: CODE },
      { unlisted: CODE },
    ])
    await till.ask('takeTender', inCash(counter?.sale.id ?? ''))
  })

  test.each([
    ['above the limit', 100_000, { price: '1001' }],
    ['whose quantity makes the line cost more than the limit', 100_000, { quantity: '2' }],
    ['of another kind of tax', 100_000, { taxKind: 'exempt' as const }],
    ['with the limit off', 0, { price: '1' }],
  ])('needs an approval for a misc item %s', async (_, limit, other) => {
    const { till } = await atTill(limit)
    await expect(till.ask('addMiscItem', { ...item, ...other })).rejects.toThrow('NOT_ALLOWED')
  })

  test('needs an approval to take money for a misc line that grew above the limit, unless a manager has given it', async () => {
    const { till, manager } = await atTill(100_000)
    const { saleId, lineId } = await till.ask('addMiscItem', item)
    await till.ask('changeLine', { saleId, lineId, quantity: '2' })
    expect((await till.view()).counter?.approval).toMatchObject({ misc: 180_000 })
    const request = inCash(saleId)
    await expect(till.ask('takeTender', request)).rejects.toThrow('NOT_ALLOWED')
    const who = { staffId: manager.id, pin: PINS.manager }
    await till.ask('approve', { command: 'takeTender', request, ...who })
    await till.ask('takeTender', request)
  })

  test('pays for a misc item that a manager approved, and adds no more of it', async () => {
    const { till, manager } = await atTill(0)
    const who = { staffId: manager.id, pin: PINS.manager }
    await till.ask('approve', { command: 'addMiscItem', request: item, ...who })
    const { saleId, lineId } = await till.ask('addMiscItem', item)
    expect((await till.view()).counter?.approval).toBeNull()
    await till.ask('changeLine', { saleId, lineId, quantity: '2' })
    await expect(till.ask('takeTender', inCash(saleId))).rejects.toThrow('NOT_ALLOWED')
    await till.ask('changeLine', { saleId, lineId, quantity: '1' })
    await till.ask('takeTender', inCash(saleId))
  })

  test('leaves the owner a list of the codes that were sold, with who sold them, until a product has the code', async () => {
    const { till, owner } = await atTill(100_000)
    const sell = async (other: Partial<typeof item>) => {
      const { saleId } = await till.ask('addMiscItem', { ...item, ...other })
      await till.ask('takeTender', inCash(saleId))
      await till.ask('nextSale', { saleId })
      return saleId
    }
    await sell({})
    const saleId = await sell({ price: '800', name: 'Бохь' })
    await sell({ code: '8659999000021' })
    await till.ask('addMiscItem', { ...item, code: '8659999000038' }) // not sold yet
    await putAtTill(till, owner)
    const [last, first, ...others] = await till.ask('listUnlisted')
    expect(last).toMatchObject({ code: '8659999000021', times: 1 })
    expect(first).toMatchObject({ code: CODE, name: 'Бохь', price: 80_000, times: 2 })
    expect(first?.sellers).toEqual(['The cashier'])
    expect(others).toEqual([])
    const found = await till.ask('searchSales', { ...NO_FILTERS, text: CODE, before: null, limit: 10 })
    expect(found.rows[0]?.id).toBe(saleId)
    const goods = { ...EMPTY_GOODS, ...newGoods, code: CODE, name: 'Бохь', price: '800', taxKind: 'vat' }
    await till.ask('saveGoods', { was: null, goods: { ...goods, cityTax: 'no' } })
    expect((await till.ask('listUnlisted')).map(({ code }) => code)).toEqual(['8659999000021'])
  })
})

test('a new product begins with what most goods of its category have, or else with the settings', async () => {
  const till = await openTill()
  const milk = { ...EMPTY_GOODS, category: 'Сүү', price: '1000', taxKind: 'exempt', cityTax: 'no' }
  for (const [code, taxProductCode] of [
    ['1', '301'],
    ['2', '302'],
    ['3', '302'],
  ] as const) {
    const goods = { ...milk, code, name: code, unit: 'л', taxProductCode, classificationCode: '2211000' }
    await till.ask('saveGoods', { was: null, goods })
  }
  expect(await till.ask('getUsualGoods', { category: ' Сүү' })).toEqual({
    category: 'Сүү',
    unit: 'л',
    taxKind: 'exempt',
    cityTax: 'no',
  })
  expect(await till.ask('getUsualGoods', { category: '' })).toEqual({
    category: newGoods.category,
    unit: newGoods.unit,
    taxKind: 'vat',
    cityTax: 'no',
  })
  const asked = {
    field: 'taxProductCode',
    text: '',
    name: 'Сүү 1 л',
    category: 'Сүү',
    taxKind: 'exempt',
  } as const
  const { found } = await till.ask('findTaxCodes', asked)
  expect(found.map(({ code }) => code).slice(0, 2)).toEqual(['302', '320'])
})
