/** Live mode: no QR before the seller's own data are entered, and no sample goods (shared/shop/own-seller.ts). */
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { chargedSale, invoiceIdOf, rungUp } from '../../support/charged-sale.ts'
import { addsOwnGoods, entersOwnShop, OWN_GOODS, OWN_SELLER } from '../../support/own-shop.ts'
import { changeFile } from '../../support/sql-on-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

async function tillOfMerchant() {
  const practice = await openPractice()
  const { address, payer } = await openPractice()
  const { url: baseUrl, username, password, invoice_code: invoiceCode } = address
  const folder = temporaryFolder()
  const start = () => startTill({ folder, practice: practice.address })
  const till = await start()
  const goLive = (one: Till) => one.ask('connectMerchant', { baseUrl, username, password, invoiceCode })
  return { folder, start, till, payer, goLive }
}

async function liveTill() {
  const made = await tillOfMerchant()
  await made.goLive(made.till)
  return made
}

const SAMPLE = FIRST_SETTINGS.shop

async function receiptOf(till: Till, saleId: string): Promise<string> {
  const { view } = await till.ask('getSale', { saleId })
  return JSON.stringify(view.sale.terms?.seller)
}

test('live mode charges nothing by QR before the seller’s own data are entered, and then charges', async () => {
  const { till, payer } = await liveTill()
  await addsOwnGoods(till)
  const { saleId } = await rungUp(till)
  const { invoices: tried } = await payer.state() // the invoice code was tried when the merchant was connected
  for (const own of ['name', 'taxpayerNumber', 'register'] as const) {
    await till.ask('saveSettings', { shop: { ...OWN_SELLER, [own]: SAMPLE[own] } })
    await expect(till.ask('charge', { saleId }), own).rejects.toThrow('SELLER_MISSING')
  }
  expect((await payer.state()).invoices).toEqual(tried)
  await till.ask('saveSettings', { shop: { ...OWN_SELLER, districtCode: SAMPLE.districtCode } })
  await till.charge(saleId)
})

test('live mode takes cash before the seller’s data are entered, and its papers name no sample shop', async () => {
  const { till } = await liveTill()
  await addsOwnGoods(till)
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '' })
  await till.until(saleId, 'fulfilling', 'completed')
  const seller = await receiptOf(till, saleId)
  const { path } = await till.ask('saveReceipt', { saleId, format: 'html' })
  const texts = [seller, readFileSync(path, 'utf8')]
  for (const made of [SAMPLE.name, SAMPLE.taxpayerNumber, SAMPLE.register, SAMPLE.branch])
    for (const text of texts) expect(text).not.toContain(made)
})

test('live mode sells no sample goods, kept or not, until their codes are the shop’s own', async () => {
  const { till } = await liveTill()
  await till.ask('saveSettings', { shop: OWN_SELLER })
  const { products } = await till.ask('searchGoods', { query: '', category: null, limit: 1 })
  const [product] = products
  const code = product?.code ?? ''
  await expect(till.ask('addProduct', { code })).rejects.toThrow('SAMPLE_NOT_SOLD')
  await till.ask('keepSample')
  await expect(till.ask('addProduct', { code })).rejects.toThrow('SAMPLE_NOT_SOLD')
  const [{ price: _price, ...own }] = OWN_GOODS
  await till.ask('saveGoods', { was: code, goods: { ...own, code, price: '1700' } })
  await till.ask('addProduct', { code })
})

test('a sale that is paid while the seller’s data are missing gets its e-receipt, with the seller of its charge', async () => {
  const { till, payer } = await liveTill()
  await entersOwnShop(till)
  const { saleId } = await chargedSale(till)
  await till.ask('saveSettings', { shop: SAMPLE })
  await payer.pay({ invoice_id: await invoiceIdOf(till, saleId) })
  const sold = await till.untilView(({ counter }) => counter?.sale.ereceipts[0]?.step === 'issued')
  expect(sold.counter?.sale.terms?.seller).toEqual(OWN_SELLER)
})

test('a cart that has sample goods all the same is sold for cash, and is not charged by QR', async () => {
  const { folder, start, till, goLive } = await tillOfMerchant()
  const { saleId } = await rungUp(till)
  await till.ask('takeTender', { saleId, received: '1000' })
  await till.stop()
  // No till of live mode makes such a cart.
  const live = join(folder, 'journal.sqlite')
  renameSync(join(folder, 'journal-test.sqlite'), live)
  changeFile(live, "UPDATE key_value SET value = 'live' WHERE name = 'mode'")
  const later = await start()
  await later.ask('saveSettings', { shop: OWN_SELLER })
  await goLive(later)
  await expect(later.ask('charge', { saleId })).rejects.toThrow('SAMPLE_NOT_SOLD')
  await later.ask('takeTender', { saleId, received: '' })
  await later.until(saleId, 'fulfilling', 'completed')
})
