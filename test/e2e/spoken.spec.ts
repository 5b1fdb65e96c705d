/** What a screen reader speaks by itself: each change, once, in words that a person needs. */
import { TEXTS } from '../../shared/texts/index.ts'
import { field, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { listen, spokenOn } from '../support/spoken.ts'
import {
  cancel,
  charge,
  codesOf,
  counterOf,
  nextCustomer,
  received,
  ringUp,
  scan,
  takeTender,
  viewOf,
} from '../support/till-actions.ts'

test('a scan, the question about much change, the change and a cancelled sale are spoken', async ({
  page,
}) => {
  const [code = ''] = await codesOf(page, 1)
  await listen(page)
  await test.step('a scan is spoken with the name of the product', async () => {
    await scan(page, code)
    await expect.poll(async () => (await counterOf(page)).lines).toBe(1)
    const name = (await viewOf(page)).counter?.sale.lines[0]?.product.name ?? ''
    await expect.poll(() => spokenOn(page)).toContain(`${name} нэмэгдлээ`)
    expect((await spokenOn(page)).filter((words) => words.includes(code))).toEqual([])
  })
  await test.step('the question about much change is spoken', async () => {
    await page.keyboard.press('F10')
    await received(page, 'cash').fill('900000')
    await listen(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => spokenOn(page)).toContain(TEXTS.mn['cash.take.sure'])
    await page.keyboard.press('Escape')
    await expect(page.getByTestId('cash-panel')).toBeHidden()
  })
  await test.step('the change is spoken once', async () => {
    await listen(page)
    await takeTender(page, '20000')
    await expect(page.getByTestId('paid')).toBeVisible()
    await expect(page.getByTestId('next-sale')).toBeVisible()
    const changes = async () => (await spokenOn(page)).filter((words) => words.startsWith('Хариулт'))
    await expect.poll(changes).toHaveLength(1)
  })
  await test.step('a cancelled QR is spoken', async () => {
    await nextCustomer(page)
    await ringUp(page, 'талх')
    await charge(page)
    await listen(page)
    await cancel(page)
    await expect.poll(() => spokenOn(page)).toContain(TEXTS.mn['cancelled.back'])
  })
})

test('a search that finds nothing is spoken once, not at each letter', async ({ page }) => {
  await listen(page)
  await search(page).pressSequentially('щщщщ', { delay: 100 })
  await expect(page.getByText('“щщщщ” олдсонгүй')).toBeVisible()
  await expect.poll(() => spokenOn(page)).toEqual(['0 бараа'])
  await railTo(page, 'goods').click()
  await listen(page)
  await field(page, 'goods.search').pressSequentially('щщщщ', { delay: 100 })
  await expect.poll(() => spokenOn(page)).toEqual([TEXTS.mn['goods.empty.title']])
})

test('the connection is spoken when it changes, and not each time the pending work grows older', async ({
  till,
  page,
}) => {
  await till.practice.line({ up: false })
  await ringUp(page, 'талх')
  await listen(page)
  await page.keyboard.press('F12')
  const pill = page.getByTestId('connection')
  await expect(pill).toContainText(/эртнийх нь \d+ сек/)
  const first = (await pill.textContent()) ?? ''
  await expect(pill).not.toHaveText(first)
  const ages = (await spokenOn(page)).filter((words) => words.includes('эртнийх'))
  expect(ages).toEqual([])
})
