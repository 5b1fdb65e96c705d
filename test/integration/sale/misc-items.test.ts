/** Goods without a product, and what a new product has where nobody typed anything. */
import { describe, expect, test } from 'vitest'
import { EMPTY_GOODS } from '../../../shared/shop/goods.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { hire, PINS, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../support/terminal.ts'

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
    ['without the tax codes for new goods', {}, '5000', 'MISC_CODES_MISSING'],
    ['without a price', { newGoods }, '', 'AMOUNT_INVALID'],
    ['that costs nothing', { newGoods }, '0', 'AMOUNT_ZERO'],
  ])('%s is refused', async (_, settings, price, refusal) => {
    const till = await openTill(settings)
    await expect(till.ask('addMiscItem', { price, name: '', taxKind: 'vat' })).rejects.toThrow(refusal)
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
    taxProductCode: '302',
    classificationCode: '2211000',
    taxKind: 'exempt',
    cityTax: 'no',
  })
  expect(await till.ask('getUsualGoods', { category: '' })).toEqual({
    ...newGoods,
    taxKind: 'vat',
    cityTax: 'no',
  })
})
