import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { heading, press, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { charge, ringUp, statusOf, understand, viewOf } from '../support/till-acts.ts'

test('what a kill left unfinished must be acknowledged before anything is charged', async ({ till }) => {
  await ringUp(till.page, 'талх')
  const aside = await charge(till.page)
  await till.page.keyboard.press('F9')
  await ringUp(till.page, 'tarag')
  await till.kill()
  await till.restart()
  const { page } = till
  await expect(page.getByTestId('found-row')).toHaveCount(1)
  const { counter } = await viewOf(page)
  const early = await page.evaluate((saleId) => window.pos.call('charge', { saleId }), counter?.sale.id ?? '')
  expect(early).toMatchObject({ ok: false, error: { name: 'RECOVERY_UNACKNOWLEDGED' } })
  await understand(page)
  await charge(page)
  await till.practice.pay({ invoice_id: aside.invoiceId })
  await expect.poll(async () => (await statusOf(page, aside.saleId)).name).toBe('completed')
})

test('a till that was closed in an orderly way has nothing to show at the start', async ({ till }) => {
  await till.restart()
  await expect(search(till.page)).toBeVisible()
  await expect(heading(till.page, 'found.title')).toHaveCount(0)
})

test('a damaged register is reported before the counter opens, until a person has read it', async ({
  till,
}) => {
  await till.page.evaluate(() => window.pos.call('keepSample', undefined))
  await till.page.evaluate(() => window.pos.call('backUpNow', undefined))
  await till.kill()
  writeFileSync(join(till.dataFolder, 'register.sqlite'), 'garbage'.repeat(1000))
  await till.restart()
  const { page } = till
  await expect(page.getByTestId('register-rescued')).toContainText(
    /Сүүлийн нөөц хуулбараас авсан бараа: [1-9]/,
  )
  await page.screenshot({ path: test.info().outputPath('register-rescued.png') })
  await press(page, 'found.ok')
  // Settings may be lost, and with them the merchant: the guide asks before the till goes on in test mode.
  await press(page, 'guide.leave')
  await expect(search(page)).toBeVisible()
  await till.restart()
  await expect(search(till.page)).toBeVisible()
  await ringUp(till.page, 'талх')
})
