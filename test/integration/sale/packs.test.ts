/** Further codes of a product: another barcode of a piece, and packs with a code and a price of their own. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { receiptFacts } from '../../../main/paper/facts/receipt-facts.ts'
import { refundFacts } from '../../../main/paper/facts/refund-facts.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { dryRun, importAll } from '../../support/import-actions.ts'
import { reportNow, tillAtPractice } from '../../support/looks.ts'
import { COLA } from '../../support/own-shop.ts'
import { hire, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import type { Till } from '../../support/terminal.ts'
import { rowOf } from '../../support/whole-report.ts'

const MAKER = { settings: FIRST_SETTINGS, logo: null, testMode: true }

const PIECE = '8650000000023'
const BOX = '18650000000014'
const DEAR_BOX = '8650000000030'
const CODES = `${PIECE}\n${BOX}*12=24000\n${DEAR_BOX}*6`

async function openTill(folder = temporaryFolder()) {
  const { till } = await tillAtPractice({ folder })
  return { ...till, onNews: (look: () => void) => till.terminal.onView(look) }
}

async function tillWithCola(codes = CODES) {
  const till = await openTill()
  await till.ask('saveGoods', { was: null, goods: { ...COLA, codes } })
  return till
}

const linesOf = async (till: Till) => (await till.view()).counter?.sale.lines ?? []

describe('a scan', () => {
  test('of a further code of a piece adds a piece to the same line', async () => {
    const till = await tillWithCola()
    await till.ask('addProduct', { code: COLA.code })
    await till.ask('addProduct', { code: PIECE })
    expect(await linesOf(till)).toMatchObject([{ quantity: 2000, amount: 440_000 }])
  })

  test('of a pack adds a line of its pieces at the price of the pack, and the next pack is on it', async () => {
    const till = await tillWithCola()
    await till.ask('addProduct', { code: COLA.code })
    await till.ask('addProduct', { code: BOX })
    await till.ask('addProduct', { code: BOX, quantity: '2' })
    expect(await linesOf(till)).toMatchObject([
      { quantity: 1000, unitPrice: 220_000, amount: 220_000 },
      { quantity: 36_000, unitPrice: 2_400_000, amount: 7_200_000, pack: { code: BOX, pieces: 12 } },
    ])
    expect((await till.view()).counter?.approval).toBeNull()
  })

  test('of a pack without a price of its own costs as much as its pieces', async () => {
    const till = await tillWithCola()
    await till.ask('addProduct', { code: DEAR_BOX })
    expect(await linesOf(till)).toMatchObject([{ quantity: 6000, amount: 1_320_000 }])
  })

  test('of a pack whose price cannot be divided by its pieces costs exactly that, however many are sold', async () => {
    const till = await tillWithCola(`${BOX}*12=10000\n${PIECE}*200=9999`)
    await till.ask('addProduct', { code: BOX, quantity: '99', many: 1188 })
    await till.ask('addProduct', { code: PIECE })
    expect((await linesOf(till)).map(({ amount }) => amount)).toEqual([99_000_000, 999_900])
  })

  test('of half a pack is refused', async () => {
    const till = await tillWithCola()
    await expect(till.ask('addProduct', { code: BOX, quantity: '0.5' })).rejects.toThrow('QUANTITY_NOT_WHOLE')
    const { saleId, lineId } = await till.ask('addProduct', { code: BOX })
    await expect(till.ask('changeLine', { saleId, lineId, quantity: '1.5' })).rejects.toThrow(
      'QUANTITY_NOT_WHOLE',
    )
    await till.ask('changeLine', { saleId, lineId, quantity: '3' })
    expect(await linesOf(till)).toMatchObject([{ quantity: 36_000, amount: 7_200_000 }])
  })

  test('of a pack again needs no approval of a cashier, and another price for it does', async () => {
    const till = await tillWithCola()
    const { cashier } = await hire(till)
    await putAtTill(till, cashier)
    const { saleId, lineId } = await till.ask('addProduct', { code: BOX })
    await till.ask('changeLine', { saleId, lineId, quantity: '2' })
    await expect(till.ask('changeLine', { saleId, lineId, price: '23000' })).rejects.toThrow('NOT_ALLOWED')
  })
})

test('a pack is invoiced as a pack, with its own price and the codes of the product', async () => {
  const { till, payer } = await tillAtPractice()
  await till.ask('saveGoods', { was: null, goods: { ...COLA, codes: CODES } })
  const { saleId } = await till.ask('addProduct', { code: BOX, quantity: '2' })
  await till.charge(saleId)
  const [invoice] = (await payer.state()).invoices
  expect(invoice).toMatchObject({ amount: 48_000 })
})

test('sales are found by the code of a pack that they sold, and not by that of another pack', async () => {
  const till = await tillWithCola()
  const { saleId } = await till.ask('addProduct', { code: BOX })
  await till.ask('takeTender', { saleId, kind: 'cash', received: '' })
  await till.until(saleId, 'completed')
  const found = async (text: string) =>
    (await till.ask('searchSales', { ...EVERY_SALE, text })).rows.map(({ id }) => id)
  expect([await found(BOX), await found(COLA.code), await found(DEAR_BOX)]).toEqual([[saleId], [saleId], []])
})

describe('of a sold pack', () => {
  async function soldPacks() {
    const till = await tillWithCola()
    const { saleId, lineId } = await till.ask('addProduct', { code: BOX, quantity: '2' })
    await till.ask('takeTender', { saleId, kind: 'cash', received: '' })
    await till.until(saleId, 'completed')
    const returned = async (quantity: string) => {
      const wanted = { saleId, lines: [{ lineId, quantity }], way: 'cash' as const }
      const { amount } = await till.ask('planReturn', wanted)
      const { returnId } = await till.ask('startReturn', { ...wanted, amount, reason: 'defect' })
      await till.until(saleId, 'completed')
      const { view } = await till.ask('getSale', { saleId })
      const slip = view.sale.returns.find(({ id }) => id === returnId)?.slips[0] ?? ''
      return { sale: view.sale, slip: refundFacts(view.sale, slip, MAKER)?.lines[0] }
    }
    return { till, returned }
  }

  test('a part comes back as pieces and a whole one as a pack, and the slips say so', async () => {
    const { returned } = await soldPacks()
    const { slip, sale } = await returned('5')
    expect(slip).toMatchObject({ quantity: '5\u00a0ш', unitPrice: 200_000, amount: 1_000_000 })
    const [line] = receiptFacts(sale, sale, { maker: MAKER, unseal: () => null })?.lines ?? []
    expect(line).toMatchObject({
      name: 'Кола 0.5\u00a0л (12\u00a0ш)',
      quantity: '2\u00a0багц',
      unitPrice: 2_400_000,
      amount: 4_800_000,
    })
    expect((await returned('12')).slip).toMatchObject({ quantity: '1\u00a0багц', amount: 2_400_000 })
    expect((await returned('7')).slip).toMatchObject({ quantity: '7\u00a0ш', amount: 1_400_000 })
  })

  test('reports count the pieces that were sold', async () => {
    const { till, returned } = await soldPacks()
    await returned('5')
    const row = rowOf(await reportNow(till), 'products', COLA.code)
    expect(row).toMatchObject({ quantity: 24_000, net: 3_800_000 })
  })
})

describe('a code belongs to one product', () => {
  const JUICE = { ...COLA, code: '8650000000047', name: 'Жүүс 1 л' }
  const detailOf = async (till: Till, goods: typeof COLA & { codes?: string }, was: string | null = null) => {
    const reply = await till.reply('saveGoods', { was, goods })
    return reply.ok ? null : reply.error
  }

  test.each([
    ['its own code', { code: BOX }, 'code:taken'],
    ['a further code', { codes: `${BOX}*6` }, 'codes:taken'],
    ['a further code that is the own code of the other', { codes: COLA.code }, 'codes:taken'],
  ])(
    '%s is refused where another product has it, and the refusal names that product',
    async (_, part, what) => {
      const till = await tillWithCola()
      expect(await detailOf(till, { ...JUICE, ...part })).toEqual({
        name: 'FIELDS_INVALID',
        detail: `${what}:${encodeURIComponent(COLA.name)}`,
      })
    },
  )

  test.each([
    ['twice', `${PIECE};${PIECE}*6`, 'codes:listed-twice'],
    ['beside the same own code', COLA.code, 'codes:listed-twice'],
    ['with a wrong check digit', '8650000000024', 'codes:check-digit'],
    ['with no pieces', `${PIECE}*0`, 'codes:not-a-pack'],
    ['with a price that is no number', `${PIECE}*6=a`, 'codes:not-a-number'],
  ])('a code %s is refused', async (_, codes, detail) => {
    const till = await openTill()
    expect(await detailOf(till, { ...COLA, codes })).toEqual({ name: 'FIELDS_INVALID', detail })
  })

  test('the code of a hidden product can be a pack of another, and then the hidden one is not shown again', async () => {
    const till = await tillWithCola('')
    await till.ask('saveGoods', { was: null, goods: { ...JUICE, code: BOX, name: 'Кола хайрцаг' } })
    await till.ask('hideGoods', { code: BOX, hidden: true })
    await till.ask('saveGoods', { was: COLA.code, goods: { ...COLA, codes: `${BOX}*12` } })
    await till.ask('addProduct', { code: BOX })
    expect(await linesOf(till)).toMatchObject([{ product: { code: COLA.code }, quantity: 12_000 }])
    await expect(till.ask('hideGoods', { code: BOX, hidden: false })).rejects.toThrow('CODE_TAKEN')
  })

  test('an import refuses the code of another product of the shop and of another row, and names it', async () => {
    const till = await tillWithCola()
    const file = [
      'Код;Нэр;Үнэ;Ангилал;Татварын код;Ангиллын код;Нэмэлт код',
      `${JUICE.code};Жүүс;4000;Ундаа;303;2449000;${BOX}*6`,
      `8650000000054;Ус;1000;Ундаа;303;2449000;"X-1*6; X-2"`,
      `X-2;Сүү;3000;Ундаа;303;2449000;`,
    ].join('\n')
    const { counts, troubles } = await dryRun(till, 'a.csv', Buffer.from(file))
    expect(counts).toMatchObject({ added: 1, wrong: 2 })
    expect(troubles).toMatchObject([
      { row: 2, field: 'codes', problem: 'taken', product: COLA.name },
      { row: 4, field: 'code', problem: 'doubled', other: 3 },
    ])
  })
})

test('further codes come back from an export, an empty cell keeps them, and the audit trail has their change', async () => {
  const till = await tillWithCola()
  const { path } = await till.ask('exportGoods', { format: 'csv' })
  const other = await openTill()
  await importAll(other, path, readFileSync(path))
  const rowOf = async (one: Till) =>
    (await one.ask('listGoods', { query: BOX, only: 'all', offset: 0, limit: 5 })).rows
  expect(await rowOf(other)).toEqual(await rowOf(till))
  expect((await rowOf(till))[0]?.codes).toHaveLength(3)
  const prices = `Код;Нэр;Үнэ\n${COLA.code};${COLA.name};2300\n`
  await importAll(other, 'b.csv', Buffer.from(prices))
  expect((await rowOf(other))[0]).toMatchObject({ product: { price: 230_000 }, codes: [{}, {}, {}] })
  const { changes } = await till.ask('saveGoods', {
    was: COLA.code,
    goods: { ...COLA, codes: `${BOX}*12=25000` },
  })
  expect(changes).toEqual([
    { field: 'codes', from: `${PIECE}; ${BOX}*12=24000; ${DEAR_BOX}*6`, to: `${BOX}*12=25000` },
  ])
})

test('a product with hundreds of further codes from a file is edited, and one with more than a cell can have is refused', async () => {
  const till = await openTill()
  const fileOf = (codes: string) =>
    Buffer.from(`Код,Нэр,Үнэ,Ангилал,Нэгж,Нэмэлт код\n1,Сонин,100,c,ш,"${codes}"\n`)
  const codes = (count: number) =>
    Array.from({ length: count }, (_, at) => `${8_650_000_100_000_0 + at}`).join('; ')
  const cut = await dryRun(till, 'a.csv', fileOf(codes(2_500)))
  expect(cut.troubles).toMatchObject([{ row: 2, field: 'codes', problem: 'too-long' }])
  await importAll(till, 'a.csv', fileOf(codes(500)))
  const { row } = await till.ask('findGoods', { code: '1' })
  if (row === null) throw new Error('not imported')
  expect(row.codes).toHaveLength(500)
  const { price, cityTax, ...product } = row.product
  const goods = { ...product, price: '200', cityTax: 'no', codes: codes(500) }
  expect(await till.ask('findAlikeCodes', { was: '1', code: '1', codes: codes(500) })).toEqual([])
  expect(await till.ask('saveGoods', { was: '1', goods })).toMatchObject({ changes: [{ field: 'price' }] })
})

test('a sale is found by a further code of its product', async () => {
  const till = await tillWithCola()
  await till.ask('addProduct', { code: PIECE })
  expect((await till.ask('searchSales', { ...EVERY_SALE, text: PIECE })).rows).toHaveLength(1)
})

test('further codes are there after a restart', async () => {
  const folder = temporaryFolder()
  const till = await openTill(folder)
  await till.ask('saveGoods', { was: null, goods: { ...COLA, codes: CODES } })
  await till.stop()
  const again = await openTill(folder)
  await again.ask('addProduct', { code: BOX })
  expect(await linesOf(again)).toMatchObject([{ quantity: 12_000, amount: 2_400_000 }])
})
