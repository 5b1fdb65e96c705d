import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { button, heading, press, search } from '../support/by-words.ts'
import { expect, inOwnProcess, test } from '../support/hosts.ts'
import {
  charge,
  codeOf,
  counterOf,
  ringUp,
  scan,
  statusOf,
  tell,
  understand,
  viewOf,
} from '../support/till-actions.ts'

test(
  'after a kill nothing can be charged before the recovered sales are acknowledged',
  inOwnProcess('the till is killed'),
  async ({ till }) => {
    await ringUp(till.page, 'талх')
    const aside = await charge(till.page)
    await till.page.keyboard.press('F9')
    await ringUp(till.page, 'tarag')
    await till.kill()
    await till.restart()
    const { page } = till
    await expect(page.getByTestId('recovered-row')).toHaveCount(1)
    const { counter } = await viewOf(page)
    const early = tell(page, 'charge', { saleId: counter?.sale.id ?? '' })
    await expect(early).rejects.toThrow('RECOVERY_UNACKNOWLEDGED')
    await understand(page)
    await charge(page)
    await till.practice.pay({ invoice_id: aside.invoiceId })
    await expect.poll(async () => (await statusOf(page, aside.saleId)).name).toBe('completed')
  },
)

test(
  'with more recovered sales than fit on the screen the button that acknowledges them is in sight',
  inOwnProcess('the till is killed'),
  async ({ till }) => {
    const sales = 7
    for (let sale = 0; sale < sales; sale += 1) {
      await ringUp(till.page, 'талх')
      await charge(till.page)
      await till.page.keyboard.press('F9')
      await expect(till.page.getByTestId('qr')).toBeHidden() // set aside before the kill
    }
    await till.kill()
    await till.restart()
    const rows = till.page.getByTestId('recovered-row')
    await expect(rows).toHaveCount(sales)
    await expect(rows.last()).not.toBeInViewport()
    await expect(button(till.page, 'word.ok')).toBeInViewport({ ratio: 1 })
  },
)

test('a start after an orderly close reports nothing, and a rescued register until a person acknowledges it', async ({
  till,
}) => {
  await test.step('after an orderly close no recovered sales are shown at the start', async () => {
    await till.restart()
    await expect(search(till.page)).toBeVisible()
    await expect(heading(till.page, 'recovered.title')).toHaveCount(0)
  })

  await tell(till.page, 'keepSample')
  await tell(till.page, 'backUpNow')
  await till.close()
  writeFileSync(join(till.dataFolder, 'register.sqlite'), 'garbage'.repeat(1000))
  await till.restart()
  const { page } = till
  await expect(page.getByTestId('register-rescued')).toContainText(
    /Сүүлийн нөөц хуулбараас авсан бараа: [1-9]/,
  )
  await scan(page, await codeOf(page, 'талх'))
  await expect(page.getByTestId('scan-refused')).toBeVisible()
  expect((await counterOf(page)).lines).toBe(0)
  await press(page, 'word.ok')
  // Settings may be lost, and with them the merchant: the guide asks before the till goes on in test mode.
  await press(page, 'guide.leave')
  await expect(search(page)).toBeVisible()
  await till.restart()
  await expect(search(till.page)).toBeVisible()
  await ringUp(till.page, 'талх')
})
