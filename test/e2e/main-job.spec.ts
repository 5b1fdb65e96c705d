import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readCodes } from '../../scripts/pictures/demo/pictures.ts'
import { saleNumberOf } from '../../shared/sale/sale-number.ts'
import { field, press, search } from '../support/by-words.ts'
import { expect, skip, test } from '../support/hosts.ts'
import { needs, programsMissing } from '../support/needs.ts'
import { charge, counterOf, statusOf, typeAndTake } from '../support/till-actions.ts'

test.describe('in an Electron of its own', () => {
  test.use({ ownElectron: true })

  test('a sale from the first key to the printed receipt works without a mouse', {
    tag: ['@smoke', '@packaged'],
  }, async ({ till, page }) => {
    await typeAndTake(page, 'tarag')
    await typeAndTake(page, 'талх')
    const { saleId, qrText, number, total } = await charge(page)
    await expect(page.getByTestId('paying-state')).toHaveText(/Төлбөр хүлээж байна/)

    const [invoice] = (await till.practice.state()).invoices
    expect(invoice).toMatchObject({ qr_text: qrText })
    expect(saleNumberOf(invoice?.sender_invoice_no ?? '')).toBe(number)
    expect(Number(invoice?.amount) * 100).toBe(total)

    await till.practice.pay({ invoice_id: invoice?.invoice_id ?? '', bank_code: '150000' })
    await expect(page.getByTestId('paid')).toContainText('Голомт банк')
    await expect(page.getByTestId('receipt-preview')).toBeVisible()
    await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
    expect(await readdir(join(till.dataFolder, 'test-receipts'))).toEqual([`${number}.bin`, `${number}.png`])

    await page.keyboard.press('Enter')
    await expect(search(page)).toBeFocused()
    expect((await counterOf(page)).lines).toBe(0)
    await expect(page.getByTestId('arrival')).toHaveCount(0)
  })
})

test(
  'the QR on the screen and the QR on the paper have the service’s data',
  { tag: '@smoke' },
  async ({ till, page }, info) => {
    needs(skip, programsMissing('zbarimg'))
    await typeAndTake(page, 'талх')
    const { saleId, qrText, invoiceId, number } = await charge(page)
    const picture = info.outputPath('paying.png')
    await page.screenshot({ path: picture })
    const onScreen = readCodes(picture)
    expect(onScreen).toContain(qrText)

    await till.practice.pay({ invoice_id: invoiceId })
    await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
    const [ereceipt] = (await till.practice.state()).ereceipts
    expect(readCodes(join(till.dataFolder, 'test-receipts', `${number}.png`))).toEqual([ereceipt?.qr_data])

    await expect(page.getByTestId('receipt-preview')).toBeVisible()
    const paid = info.outputPath('paid.png')
    await page.screenshot({ path: paid })
    expect(readCodes(paid)).toEqual([])
    expect(await page.content()).not.toContain(ereceipt?.lottery)
  },
)

test('the test payer’s panel pays a part and then the rest', async ({ page }) => {
  await typeAndTake(page, 'талх')
  const { saleId } = await charge(page)
  await field(page, 'payer.amount').fill('500')
  await press(page, 'payer.part')
  await expect(page.getByTestId('part-payments')).toContainText('500')
  await press(page, 'payer.rest')
  await expect(page.getByTestId('paid')).toBeVisible()
  await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
})

test('a bank’s own link can be shown as a QR, and the first QR comes back', async ({ page }) => {
  await typeAndTake(page, 'талх')
  await charge(page)
  const first = await page.getByTestId('qr').innerHTML()
  await page.getByTestId('bank').first().click()
  await expect.poll(() => page.getByTestId('qr').innerHTML()).not.toBe(first)
  await press(page, 'paying.banks.main')
  await expect.poll(() => page.getByTestId('qr').innerHTML()).toBe(first)
})
