import type { Page } from '@playwright/test'
import { press, railTo, twoStep } from '../support/by-words.ts'
import { expect, type Till, test } from '../support/hosts.ts'
import { counterOf, pressTwice, ringUp, statusOf } from '../support/till-actions.ts'

/** A charge whose invoice waits for the connection, shown in the list of pending tasks. */
async function waitingCharge({ page, practice }: Till): Promise<string> {
  await practice.line({ up: false })
  await ringUp(page, 'талх')
  return chargeWaits(page)
}

async function chargeWaits(page: Page): Promise<string> {
  await page.keyboard.press('F12')
  await expect(page.getByTestId('paying')).toHaveAttribute('data-state', 'invoicing')
  const { saleId } = await counterOf(page)
  await expect(page.getByTestId('connection')).toContainText('Хүлээгдэж буй 1')
  await page.getByTestId('connection').click()
  await expect(page.getByTestId('waiting-row')).toHaveAttribute('data-work', 'invoice')
  return saleId
}

test('an invoice without a connection can be given up, and otherwise continues automatically', async ({
  till,
  page,
}) => {
  const saleId = await waitingCharge(till)
  await test.step('giving up an invoice brings the open cart back', async () => {
    await pressTwice(twoStep(page, 'waiting.give-up', 'waiting.give-up.sure.invoice'))
    await expect(page.getByTestId('waiting-row')).toHaveCount(0)
    await railTo(page, 'till').click()
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
    expect((await statusOf(page, saleId)).name).toBe('open')
  })
  await chargeWaits(page)
  await till.practice.line({ up: true })
  await expect(page.getByTestId('waiting-row')).toHaveCount(0)
  expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
})

test('held work stays when the connection is back, until it is released in the list or on its own screen', async ({
  till,
  page,
}) => {
  const saleId = await waitingCharge(till)
  const row = page.getByTestId('waiting-row')
  await press(page, 'waiting.hold')
  await expect(row).toHaveAttribute('data-held', 'true')
  await press(page, 'waiting.release')
  await expect(row).toHaveAttribute('data-held', 'false')
  await press(page, 'waiting.hold')
  await expect(row).toHaveAttribute('data-held', 'true')
  // A request that was under way when the work was held still ends, and may reach the service.
  await expect.poll(() => statusOf(page, saleId)).toMatchObject({ step: { name: 'waiting' } })
  await railTo(page, 'till').click()
  await expect(page.getByTestId('paying-state')).toContainText('Түр зогсоосон')
  await till.practice.line({ up: true })
  await page.evaluate(() => window.pos.call('hint', { what: 'online' }))
  expect((await till.practice.state()).invoices).toEqual([])
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(page.getByTestId('connection').locator('b')).toBeVisible()
  expect((await statusOf(page, saleId)).name).toBe('invoicing')
  await press(page, 'waiting.release')
  await expect(page.getByTestId('qr')).toBeVisible()
  expect((await statusOf(page, saleId)).name).toBe('awaiting-payment')
})
