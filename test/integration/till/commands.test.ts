/** Commands from the page: what is allowed, what it returns, and what is refused. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMMAND_NAMES } from '../../../main/till/commands/index.ts'
import { EMPTY_GOODS } from '../../../shared/shop/goods.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { entersOwnShop } from '../../support/own-shop.ts'
import { openPractice, refusal, startTill, type Till } from '../../support/terminal.ts'

async function firstLine(till: Till) {
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 2 })
  const [product, other] = products
  const { saleId, lineId } = await till.ask('addProduct', { code: product?.code ?? '' })
  return { saleId, lineId, product, other }
}

test('a command that is not in the table is refused', async () => {
  const { till } = await tillAtPractice()
  for (const command of ['', 'eval', 'toString', '__proto__', 'constructor', 'getview']) {
    expect(await refusal(till, command), command).toBe('INPUT_INVALID')
  }
})

test('a request with more parts than any command has is refused after some ten thousand of them', async () => {
  const { till } = await tillAtPractice()
  let looks = 0
  const wide = new Proxy(
    {},
    {
      ownKeys: () => Array.from({ length: 1_000_000 }, (_, index) => `key${index}`),
      getOwnPropertyDescriptor: () => {
        looks += 1
        return { enumerable: true, configurable: true, value: 0 }
      },
    },
  )
  const leaf = Object.defineProperty({}, 'part', { enumerable: true, get: () => (looks += 1) })
  // An approval carries any request. This one is small and means a million leaves.
  const shared = nested(20, leaf, (inner) => [inner, inner])
  const deep = nested(100_000, leaf, (inner) => ({ inner }))
  for (const [command, request] of [
    ['addProduct', wide],
    ['approve', { staffId: 'x', pin: '1234', command: 'approve', request: shared }],
    ['approve', { staffId: 'x', pin: '1234', command: 'approve', request: deep }],
  ] as const) {
    looks = 0
    expect(await refusal(till, command, request)).toBe('INPUT_INVALID')
    expect(looks, command).toBeLessThan(100_000)
  }
})

test('a shop saves as many rules of sale at once as it may have', async () => {
  const { till } = await tillAtPractice()
  const day = Date.UTC(2026, 0, 1)
  const dates = Array.from({ length: 400 }, (_, at) => shopDay(day + at * 86_400_000))
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  const monthDays = Array.from({ length: 31 }, (_, at) => at + 1)
  const rule = { age: 18, hours: { from: '22:00', to: '08:00' }, weekdays, monthDays, dates }
  const saleRules = Array.from({ length: 100 }, (_, at) => ({ category: `Ангилал ${at}`, ...rule }))
  await till.ask('saveSettings', { saleRules })
  expect((await till.view()).settings.saleRules).toEqual(saleRules)
})

const nested = (times: number, leaf: unknown, wrap: (inner: unknown) => unknown): unknown =>
  Array.from({ length: times }).reduce((inner) => wrap(inner), leaf)

test('any request from the page gets a named answer, and the cart keeps its lines', async () => {
  const { till } = await tillAtPractice()
  await firstLine(till)
  const harmless = COMMAND_NAMES.filter((command) => !['getView', 'discardSale'].includes(command))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...harmless), fc.jsonValue(), async (command, request) => {
      const reply = await till.reply(command, request)
      if (!reply.ok) expect(reply.error.name).not.toBe('UNEXPECTED')
    }),
    { numRuns: 500 },
  )
  expect((await till.view()).counter?.sale.lines).toHaveLength(1)
})

test('the page gets the new view before the answer to its call', async () => {
  const { till } = await tillAtPractice()
  let shown = 0
  till.terminal.onView((view) => {
    shown = view.locked ? 0 : (view.counter?.sale.lines.length ?? 0)
  })
  await firstLine(till)
  expect(shown).toBe(1)
})

test('ringing up the same product again makes one line with a quantity of two', async () => {
  const { till } = await tillAtPractice()
  const { lineId, product } = await firstLine(till)
  expect(await till.ask('addProduct', { code: ` ${product?.code}\n` })).toMatchObject({ lineId })
  expect((await till.view()).counter?.sale.lines).toMatchObject([{ quantity: 2000 }])
})

test('an invalid quantity, price or register number is refused by name, and nothing is lost', async () => {
  const { till } = await tillAtPractice()
  const { saleId, lineId, product } = await firstLine(till)
  const line = { saleId, lineId }
  for (const quantity of ['', '0', '-1', 'хоёр', '1e9', '1.2345'])
    expect(await refusal(till, 'changeLine', { ...line, quantity }), quantity).toBe('QUANTITY_INVALID')
  for (const price of ['', 'үнэгүй', '12,34', '1.234', '-5'])
    expect(await refusal(till, 'changeLine', { ...line, price }), price).toBe('AMOUNT_INVALID')
  expect(await refusal(till, 'changeLine', { ...line, price: '0' })).toBe('AMOUNT_ZERO')
  expect(await refusal(till, 'changeLine', { ...line, quantity: '99999', price: '9999999999' })).toBe(
    'AMOUNT_TOO_LARGE',
  )
  for (const register of ['', '123', 'ABC', '12345678'])
    expect(await refusal(till, 'setReceiver', { saleId, register }), register).toBe('REGISTER_INVALID')
  expect(await refusal(till, 'addProduct', { code: '0000000000000' })).toBe('PRODUCT_UNKNOWN')
  expect((await till.view()).counter?.sale.lines).toMatchObject([
    { quantity: 1000, unitPrice: product?.price },
  ])
})

test('a quantity above the limit is refused, and the limit is named; of packs, how many', async () => {
  const { till } = await tillAtPractice()
  const { saleId, lineId, product } = await firstLine(till)
  const limit = { error: { name: 'QUANTITY_INVALID', detail: '99,999' } }
  expect(await till.reply('changeLine', { saleId, lineId, quantity: '100000' })).toMatchObject(limit)
  const code = product?.code ?? ''
  expect(await till.reply('addProduct', { code, quantity: '100000' })).toMatchObject(limit)
  await till.ask('changeLine', { saleId, lineId, quantity: '99999', price: '1', many: 99_999 })
  expect(await till.reply('addProduct', { code })).toMatchObject({ ok: true })
  const rows = (await till.view()).counter?.sale.lines
  expect(rows).toMatchObject([{ quantity: 99_999_000 }, { quantity: 1000 }])
})

test('more than 999 pieces of a line are asked about, typed or added, and fewer are not', async () => {
  const { till } = await tillAtPractice()
  const { saleId, lineId, product } = await firstLine(till)
  const code = product?.code ?? ''
  const line = { saleId, lineId, price: '1' }
  const asked = (detail: string) => ({ error: { name: 'QUANTITY_UNCONFIRMED', detail } })
  const quantity = async () => (await till.view()).counter?.sale.lines[0]?.quantity
  expect(await till.reply('addProduct', { code, quantity: '1000' })).toMatchObject(asked('1001'))
  expect(await till.reply('changeLine', { ...line, quantity: '1000' })).toMatchObject(asked('1000'))
  await till.ask('changeLine', { ...line, quantity: '999' })
  expect(await quantity()).toBe(999_000)
  expect(await till.reply('changeLine', { ...line, quantity: '1500', many: 1499 })).toMatchObject(
    asked('1500'),
  )
  await till.ask('changeLine', { ...line, quantity: '1500', many: 1500 })
  await till.ask('changeLine', { ...line, quantity: '1501' })
  await till.ask('changeLine', { ...line, quantity: '1200' })
  expect(await quantity()).toBe(1_200_000)
  expect(await till.reply('changeLine', { ...line, quantity: '12000' })).toMatchObject(asked('12000'))
  expect(await quantity()).toBe(1_200_000)
})

test('a first line of more than 999 is asked about, and grams are not', async () => {
  const { till } = await tillAtPractice()
  const taxes = { taxProductCode: '305', classificationCode: '2349010', taxKind: 'vat', cityTax: 'no' }
  for (const [code, unit] of [
    ['71', 'ш'],
    ['72', 'г'],
    ['73', 'м'],
  ] as const)
    await till.ask('saveGoods', {
      was: null,
      goods: { code, unit, name: unit, category: 'Хүнс', price: '10', ...taxes },
    })
  const added = { code: '71', quantity: '1000' }
  expect(await refusal(till, 'addProduct', added)).toBe('QUANTITY_UNCONFIRMED')
  expect((await till.view()).counter).toBeNull()
  await till.ask('addProduct', { ...added, many: 1000 })
  await till.ask('addProduct', { code: '72', quantity: '1500' })
  // 1024.003 × 1000 is less than 1,024,003 in binary fractions.
  await till.ask('addProduct', { code: '73', quantity: '1024.003', many: 1024.003 })
})

test('an empty cart cannot be charged', async () => {
  const { till } = await tillAtPractice()
  const { saleId, lineId } = await firstLine(till)
  await till.ask('removeLine', { saleId, lineId })
  expect(await refusal(till, 'charge', { saleId })).toBe('SALE_EMPTY')
})

test('a double tap on charge makes one invoice', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId } = await firstLine(till)
  await Promise.all([1, 2, 3, 4, 5].map(() => till.ask('charge', { saleId })))
  await till.until(saleId, 'awaiting-payment')
  expect((await payer.state()).invoices).toHaveLength(1)
})

test('the goods cannot be changed while the payer looks at the QR', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, lineId, other } = await firstLine(till)
  await till.charge(saleId)
  expect(await refusal(till, 'addProduct', { code: other?.code })).toBe('SALE_NOT_OPEN')
  expect(await refusal(till, 'changeLine', { saleId, lineId, quantity: '9' })).toBe('SALE_NOT_OPEN')
  expect((await payer.state()).invoices).toHaveLength(1)
})

test('a double tap on "next customer" opens one sale', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId } = await firstLine(till)
  await till.ask('charge', { saleId })
  const shown = await till.until(saleId, 'awaiting-payment')
  if (shown?.status.name === 'awaiting-payment')
    await payer.pay({ invoice_id: shown.status.invoice.invoiceId })
  await till.until(saleId, 'completed')
  await till.ask('nextSale', { saleId })
  const next = await firstLine(till)
  await till.ask('nextSale', { saleId })
  expect((await till.view()).counter?.sale.id).toBe(next.saleId)
})

test('repeating a cancelled sale puts its goods into a new sale with a number of its own', async () => {
  const { till } = await tillAtPractice()
  const { saleId } = await firstLine(till)
  await till.charge(saleId)
  await till.cancel(saleId)
  await Promise.all([till.ask('repeatGoods', { saleId }), till.ask('repeatGoods', { saleId })])
  const { counter } = await till.view()
  expect(counter).toMatchObject({ sale: { sequence: 2 }, status: { name: 'open' } })
  expect(counter?.sale.lines).toHaveLength(1)
  expect((await till.ask('searchSales', EVERY_SALE)).rows).toHaveLength(2)
})

test('a cart of 300 lines is charged to the last möngö', async () => {
  const { till, payer } = await tillAtPractice()
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 200 })
  const more = await till.ask('searchGoods', { query: '865', category: null, limit: 200 })
  // Goods of one kind of VAT, because others would have to be charged apart.
  const goods = [...products, ...more.products].filter(({ taxKind }) => taxKind === 'vat')
  const codes = [...new Set(goods.map(({ code }) => code))].slice(0, 300)
  for (const code of codes) await till.ask('addProduct', { code })
  const counter = (await till.view()).counter
  expect(counter?.totals.lineCount).toBe(codes.length)
  await till.ask('charge', { saleId: counter?.sale.id ?? '' })
  await till.until(counter?.sale.id ?? '', 'awaiting-payment')
  expect(Number((await payer.state()).invoices[0]?.amount) * 100).toBe(counter?.totals.total)
})

test('every wrong setting is named by its field, and none is kept', async () => {
  const { till } = await tillAtPractice()
  const { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer } = FIRST_SETTINGS
  const good = { terminalCode, shop, invoicing, cityTaxPercent, paperWidth, printer }
  const reply = await till.reply('saveSettings', {
    ...good,
    terminalCode: 'касс 1',
    shop: { ...shop, taxpayerNumber: '12' },
  })
  expect(reply).toEqual({
    ok: false,
    error: { name: 'FIELDS_INVALID', detail: 'shop.taxpayerNumber,terminalCode' },
  })
  expect((await till.view()).settings).toEqual(FIRST_SETTINGS)
  await till.ask('saveSettings', { ...good, terminalCode: 'K09' })
  expect((await till.view()).settings.terminalCode).toBe('K09')
})

test('merchant credentials are tried before they are saved, and then the till is in live mode', async () => {
  const { till, folder, address } = await tillAtPractice()
  const other = await openPractice()
  const { url, username, password, invoice_code } = other.address
  const merchant = { baseUrl: url, username, password, invoiceCode: invoice_code }
  expect(await refusal(till, 'connectMerchant', { ...merchant, password: 'wrong' })).toBe(
    'AUTHENTICATION_FAILED',
  )
  expect(await refusal(till, 'connectMerchant', { ...merchant, baseUrl: 'http://pay.example.mn' })).toBe(
    'ADDRESS_INSECURE',
  )
  expect(await refusal(till, 'connectMerchant', { ...merchant, baseUrl: 'http://127.0.0.1:1' })).toBe(
    'SERVICE_UNANSWERED',
  )
  await other.payer.faults([{ method: 'POST', path: '/v2/auth/token', effect: '500' }])
  expect(await refusal(till, 'connectMerchant', merchant)).toBe('SERVICE_UNANSWERED')
  expect(await refusal(till, 'connectMerchant', { ...merchant, invoiceCode: '' })).toBe('FIELDS_INVALID')
  expect((await till.view()).mode).toBe('test')
  expect(existsSync(join(folder, 'journal.sqlite'))).toBe(false)

  expect(await till.ask('connectMerchant', merchant)).toMatchObject({ passwordKept: false })
  await entersOwnShop(till)
  const view = await till.view()
  expect(view.mode).toBe('live')
  expect(JSON.stringify(view)).not.toContain(password)
  const { saleId } = await firstLine(till)
  await till.charge(saleId)
  expect((await other.payer.state()).invoices.map(({ status }) => status)).toEqual(['CANCELLED', 'OPEN'])
  expect(address.url).not.toBe(url)

  expect(await refusal(till, 'payInTestMode', { saleId, amount: '', type: 'P2P', bankCode: '050000' })).toBe(
    'NOT_NOW',
  )
  expect(await refusal(till, 'leaveMerchant')).toBe('SALES_UNFINISHED')
  await till.cancel(saleId)
  await till.ask('leaveMerchant')
  const { mode, settings } = await till.view()
  expect(mode).toBe('test')
  expect(settings).toMatchObject({ merchant: null, merchantHint: { baseUrl: url } }) // to connect again
})

test('in live mode a folder is not a printer: the receipt waits, and the reason is shown', async () => {
  const { till } = await tillAtPractice()
  const other = await openPractice()
  const { url, username, password, invoice_code } = other.address
  await till.ask('connectMerchant', { baseUrl: url, username, password, invoiceCode: invoice_code })
  await entersOwnShop(till)
  const { saleId } = await firstLine(till)
  const invoice = await till.charge(saleId)
  await other.payer.pay({ invoice_id: invoice.invoiceId })
  const view = await till.untilView((now) => {
    const state = now.counter?.status
    return state?.name === 'fulfilling' && state.print.step === 'queued' && state.print.failure !== null
  })
  expect(view.counter?.status).toMatchObject({ print: { failure: { name: 'PRINTER_MISSING' } } })
  expect(view.printFolder).toBeNull()
})

test('a merchant’s password that no keyring kept is asked for again, and pending work then continues', async () => {
  const { till, folder, address } = await tillAtPractice()
  const other = await openPractice()
  const { url, username, password, invoice_code } = other.address
  const merchant = { baseUrl: url, username, password, invoiceCode: invoice_code }
  await till.ask('connectMerchant', merchant)
  await entersOwnShop(till)
  await till.stop()

  const again = await startTill({ folder, practice: address })
  expect((await again.view()).connection).toMatchObject({
    state: 'disconnected',
    failure: { name: 'PASSWORD_NEEDED' },
  })
  const { saleId } = await firstLine(again)
  await again.ask('charge', { saleId })
  await again.untilView(({ counter }) => {
    const state = counter?.status
    return state?.name === 'invoicing' && state.step.name === 'waiting'
  })
  const { requests } = await other.payer.state()
  expect(requests['POST /v2/auth/token']).toBe(1)
  await again.ask('connectMerchant', merchant)
  await again.until(saleId, 'awaiting-payment')
})

test('a product is saved with the fields that were typed alone, and refused where another change is in one of them', async () => {
  const { till } = await tillAtPractice()
  const goods = { ...EMPTY_GOODS, code: '1', name: 'Талх', category: 'Х', price: '2000' }
  const over = { ...goods, taxProductCode: '101', classificationCode: '1234567' }
  await till.ask('saveGoods', { was: null, goods: over })
  await till.ask('saveGoods', { was: '1', goods: { ...over, price: '2500', unit: 'кг' } })
  const save = (typed: Partial<typeof goods>) =>
    till.reply('saveGoods', { was: '1', goods: { ...over, ...typed }, over })
  expect(await save({ name: 'Хар талх', unit: 'кг' })).toMatchObject({ ok: true })
  expect(await save({ price: '2100' })).toMatchObject({ error: { name: 'CHANGED_MEANWHILE' } })
  const { row } = await till.ask('findGoods', { code: '1' })
  expect(row?.product).toMatchObject({ name: 'Хар талх', price: 250_000, unit: 'кг' })
})
