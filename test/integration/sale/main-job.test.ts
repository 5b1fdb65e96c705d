import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { saleNumberOf } from '../../../shared/sale/sale-number.ts'
import { decide } from '../../support/attention.ts'
import { rungUp } from '../../support/charged-sale.ts'
import { handClock } from '../../support/hand-clock.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

/** Rings up two products and charges them; resolves when the QR is shown. */
async function chargedSale(till: Till) {
  const { products } = await till.ask('searchGoods', { query: 'талх', category: null, limit: 2 })
  for (const product of products) await till.ask('addProduct', { code: product.code })
  const saleId = (await till.view()).counter?.sale.id ?? ''
  await till.ask('charge', { saleId })
  const view = await till.until(saleId, 'awaiting-payment')
  if (view?.status.name !== 'awaiting-payment') throw new Error('no QR')
  const { sale, status, totals } = view
  return { saleId, sale, total: totals.total, invoice: status.invoice }
}

test('a sale goes from the first line to the printed receipt', async () => {
  const { till, payer, folder } = await tillAtPractice()
  const { saleId, sale, total, invoice } = await chargedSale(till)

  const service = await payer.state()
  const theirs = service.invoices.find((one) => one.invoice_id === invoice.invoiceId)
  const number = sale.invoices[0]?.number ?? ''
  expect(theirs).toMatchObject({ sender_invoice_no: number, qr_text: invoice.qrText })
  expect(saleNumberOf(number)).toBe(sale.senderInvoiceNo)
  expect(Number(theirs?.amount) * 100).toBe(total)

  await payer.pay({ invoice_id: invoice.invoiceId, bank_code: '050000' })
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({
    name: 'completed',
    paid: total,
    surplus: 0,
    ereceipts: [{ step: 'issued', hasLottery: true }],
    print: { step: 'printed' },
  })
  expect(readdirSync(join(folder, 'test-receipts')).sort()).toEqual([
    `${sale.senderInvoiceNo}.bin`,
    `${sale.senderInvoiceNo}.png`,
  ])
  const { events } = await till.ask('getSale', { saleId })
  expect(events.map(({ event }) => event.kind)).toEqual([
    'opened',
    'line-added',
    'line-added',
    'invoice-requested',
    'invoice-created',
    'paid',
    'ereceipt-requested',
    'ereceipt-issued',
    'receipt-queued',
    'receipt-printed',
  ])
})

test('the next sale can start while the receipt of the last one is still pending', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice } = await chargedSale(till)
  await payer.faults([{ path: '/v2/ebarimt_v3/create', method: 'POST', times: 1, effect: '500' }])
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'fulfilling', 'completed')
  await till.ask('nextSale', { saleId })
  expect((await till.view()).counter).toBeNull()
  const next = await chargedSale(till)
  expect(next.sale.sequence).toBe(2)
  await till.until(saleId, 'completed')
})

test('a part of the money is shown as partly paid, and the rest completes the sale', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, total, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId, amount: 1000 })
  const partly = await till.until(saleId, 'partly-paid')
  expect(partly?.status).toMatchObject({ paid: 100_000 })
  await till.ask('payInTestMode', { saleId, amount: '', type: 'CARD', bankCode: '050000' })
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({ paid: total, ereceipts: [{ step: 'issued' }, { step: 'issued' }] })
})

test('a cancellation before the payment ends the sale, and its QR is still monitored', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice } = await chargedSale(till)
  await till.cancel(saleId)
  expect((await payer.state()).invoices[0]?.status).toBe('CANCELLED')

  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.check(saleId, 'late-payment')
  const [item] = await till.ask('listAttention')
  expect(item).toMatchObject({ cause: 'late-money', saleId, missing: 0 })
  expect(item?.resolutions).toEqual(['sold', 'repaid-cash', 'repaid-transfer'])

  await decide(till, item, 'sold')
  await till.until(saleId, 'completed')
  expect(await till.ask('listAttention')).toEqual([])
})

test('a payment at the same moment as the cancellation sells the sale, unless the invoice was already cancelled', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId, invoice } = await chargedSale(till)
  const paying = payer.pay({ invoice_id: invoice.invoiceId })
  await Promise.all([paying, till.ask('cancelCharge', { saleId }).catch(() => null)])
  const end = await till.until(saleId, 'completed', 'cancelled', 'late-payment')
  const theirs = (await payer.state()).invoices[0]?.status
  if (theirs === 'CANCELLED') expect(end?.status.name).not.toBe('completed')
  else expect(end?.status.name).toBe('completed')
})

test('a paid invoice stays sold when its cancellation is tried', async () => {
  const clock = handClock() // no check comes before the cancellation
  const { till, payer } = await tillAtPractice({ clock })
  const { saleId, invoice } = await chargedSale(till)
  await payer.faults([{ path: '/v2/payment/check', method: 'POST', rate: 1, effect: '500' }])
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.ask('cancelCharge', { saleId })
  const refusals = async () =>
    (await till.ask('getSale', { saleId })).events.flatMap(({ event }) =>
      event.kind === 'cancel-refused' ? [event.failure.name] : [],
    )
  await expect.poll(refusals).toEqual(['INVOICE_PAID'])
  await payer.faults(null)
  const status = async () => {
    clock.advance(1_000)
    return (await till.ask('getSale', { saleId })).view.status.name
  }
  await expect.poll(status).toBe('completed')
})

test('an organisation gets an e-receipt with its register number and without lottery', async () => {
  const { till, payer } = await tillAtPractice()
  const { saleId } = await rungUp(till, 1)
  expect(await till.ask('setReceiver', { saleId, register: ' 6234567 ' })).toEqual({ register: '6234567' })
  const invoice = await till.charge(saleId)
  await payer.pay({ invoice_id: invoice.invoiceId })
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({ ereceipts: [{ step: 'issued', hasLottery: false }] })
})

test('a merchant without e-receipts gets a plain invoice and a receipt without e-receipt', async () => {
  const { address, payer } = await openPractice()
  const { FIRST_SETTINGS } = await import('../../../shared/shop/settings.ts')
  const till = await startTill({
    folder: temporaryFolder(),
    practice: address,
    settings: { invoicing: { ...FIRST_SETTINGS.invoicing, ereceipts: false, plainShape: 'simple' } },
  })
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  const done = await till.until(saleId, 'completed')
  expect(done?.status).toMatchObject({ ereceipts: [], print: { step: 'printed' } })
  expect(done?.sale.terms).toMatchObject({ ereceipts: false })
  const service = await payer.state()
  expect(service.invoices).toMatchObject([{ shape: 'simple' }])
  expect(service.ereceipts).toEqual([])
})

test('after the print lottery number and QR data are in no file except the paper', async () => {
  const { till, payer, folder } = await tillAtPractice()
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'completed')
  const [ereceipt] = (await payer.state()).ereceipts
  const secrets = [ereceipt?.lottery, ereceipt?.qr_data]
  const { view, events } = await till.ask('getSale', { saleId })
  const kept = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('test-receipts') && /\./.test(name))
    .map((name) => readFileSync(join(folder, name)).toString('latin1'))
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(4)
    for (const text of [...kept, JSON.stringify([view, events])])
      expect(text.includes(secret ?? '')).toBe(false)
  }
})

/** The dots of a receipt's picture, without its end, which has the number of the sale. */
async function dotsAboveNumber(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png)
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return Buffer.from(context.getImageData(0, 0, width, height - 220).data)
}

test('a receipt has a preview picture only once its sale is sold, and it shows neither lottery number nor QR', async () => {
  /** A sale that differs from another one only in its number, and in the lottery number and QR of its e-receipt. */
  const sold = async () => {
    const { address, payer } = await openPractice()
    const set = { ebarimt_receipt_id: '1'.repeat(33) }
    await payer.faults([{ path: '/v2/ebarimt_v3/create', method: 'POST', effect: 'changed', set }])
    const folder = temporaryFolder()
    const till = await startTill({ folder, practice: address, clock: handClock() })
    const { saleId, sale, invoice } = await chargedSale(till)
    expect(await till.ask('previewReceipt', { saleId })).toBeNull()
    await payer.pay({ invoice_id: invoice.invoiceId, bank_code: '050000' })
    await till.check(saleId, 'completed')
    const { png = '', width } = (await till.ask('previewReceipt', { saleId })) ?? {}
    expect(width).toBe(576)
    return {
      preview: await dotsAboveNumber(Buffer.from(png.split(',')[1] ?? '', 'base64')),
      paper: await dotsAboveNumber(
        readFileSync(join(folder, 'test-receipts', `${sale.senderInvoiceNo}.png`)),
      ),
    }
  }
  const [one, other] = [await sold(), await sold()]
  expect(one.paper.equals(other.paper)).toBe(false)
  expect(one.preview.equals(other.preview)).toBe(true)
})
