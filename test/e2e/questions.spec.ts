/** What a command asks the cashier, and presses and answers that do not belong to it. */
import type { Page } from '@playwright/test'
import { TEXTS } from '../../shared/texts/index.ts'
import { field, railTo, search } from '../support/by-words.ts'
import { slowDoubleClick, untilSeen } from '../support/dated-presses.ts'
import { expect, test } from '../support/hosts.ts'
import { hireAndHandOver } from '../support/people.ts'
import { answerBy, codeOf, counterOf, ringUp, scan, tell } from '../support/till-actions.ts'

const rule = (page: Page) => page.getByTestId('rule')

/** Every category has an age, and is banned at all times if it says so. */
const setRules = (page: Page, weekdays: readonly number[] = []) =>
  page.evaluate(async (days) => {
    const found = await window.pos.call('listCategories')
    const categories = found.ok ? found.value : []
    const one = { age: 21, hours: null, weekdays: [...days], monthDays: [], dates: [] }
    await window.pos.call('saveSettings', {
      saleRules: categories.map((category) => ({ category, ...one })),
    })
  }, weekdays)

/** The timers of so many ms in the page, which end when the test says so. */
const heldTimers = (page: Page, held: number) =>
  page.evaluateHandle((wanted) => {
    const { setTimeout, clearTimeout } = window
    const works = new Map<number, () => void>()
    let last = 0
    const fake = {
      setTimeout: (work: () => void, ms?: number) => {
        if (ms !== wanted) return setTimeout(work, ms)
        last -= 1
        works.set(last, work)
        return last
      },
      clearTimeout: (id: number) => void (works.delete(id) || clearTimeout(id)),
    }
    Object.assign(window, fake)
    const pass = () => {
      for (const [id, work] of works) if (works.delete(id)) work()
    }
    return { pass, restore: () => void Object.assign(window, { setTimeout, clearTimeout }) }
  }, held)

test('a double tap on the answer about the age does not answer the question about the ban, also if it is held', async ({
  page,
}) => {
  await setRules(page, [1, 2, 3, 4, 5, 6, 7])
  for (const heldMs of [0, 600]) {
    await search(page).fill('талх')
    await page.getByTestId('tile').first().click()
    await expect(rule(page)).toContainText('21')
    await untilSeen(page)
    await slowDoubleClick(
      page.getByTestId('rule-yes'),
      () => expect(rule(page)).toContainText('Одоо борлуулахгүй цаг'),
      heldMs,
    )
    await expect(rule(page)).toContainText('Одоо борлуулахгүй цаг')
    await answerBy(page.getByTestId('rule-no'))
    await expect(rule(page)).toHaveCount(0)
  }
  expect((await counterOf(page)).lines).toBe(0)
})

test('so many pieces are taken after Yes, and No leaves the cart as it is', async ({ page }) => {
  const code = await codeOf(page, 'талх')
  for (const [answer, lines] of [
    ['rule-no', 0],
    ['rule-yes', 1],
  ] as const) {
    await field(page, 'till.search').fill(`1500*${code}`)
    await page.keyboard.press('Enter')
    await expect(rule(page)).toContainText('1,500')
    await untilSeen(page)
    await answerBy(page.getByTestId(answer))
    await expect(rule(page)).toHaveCount(0)
    await expect.poll(async () => (await counterOf(page)).lines).toBe(lines)
  }
  expect(await counterOf(page)).toMatchObject({ pieces: 1_500_000 })
})

test('an Enter that is pressed twice does not answer the question that the first one led to', async ({
  page,
}) => {
  await setRules(page)
  await field(page, 'till.search').fill(await codeOf(page, 'талх'))
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('rule-no')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rule(page)).toContainText('21')
})

test('of two goods that are tapped at once and need an age, both are sold after one Yes', async ({
  page,
}) => {
  await setRules(page)
  await expect(page.getByTestId('tile').nth(1)).toBeVisible()
  await page.evaluate(() => {
    for (const tile of [...document.querySelectorAll<HTMLElement>('[data-testid=tile]')].slice(0, 2))
      tile.click()
  })
  await answerBy(page.getByTestId('rule-yes'))
  await expect(page.getByTestId('cart-line')).toHaveCount(2)
  await expect(rule(page)).toHaveCount(0)
})

test('after an Enter in the search, the first click of a screen reader answers', async ({ page }) => {
  await setRules(page)
  await page.addInitScript(() => {
    for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup'])
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), true)
    Object.defineProperty(UIEvent.prototype, 'detail', { get: () => 0 })
    Object.defineProperty(PointerEvent.prototype, 'pointerType', { get: () => '' })
  })
  await page.reload()
  await field(page, 'till.search').fill(await codeOf(page, 'талх'))
  await page.keyboard.press('Enter')
  await expect(rule(page)).toBeVisible()
  await untilSeen(page)
  await page.getByTestId('rule-yes').click()
  await expect(page.getByTestId('cart-line')).toHaveCount(1)
})

for (const room of ['till', 'history'] as const)
  test(`in the ${room}, what is said about unknown codes that waited stays, also behind the next question`, async ({
    page,
  }) => {
    await setRules(page)
    const code = await codeOf(page, 'талх')
    await railTo(page, room).click()
    await scan(page, code)
    await rule(page).waitFor()
    for (const waiting of ['8659999999991', '8659999999992', code]) await scan(page, waiting)
    const wait = page.getByTestId('scans-wait')
    await expect(wait).toContainText('3')
    await untilSeen(page)
    await page.keyboard.press('Escape')
    await expect(wait).toHaveCount(0)
    await rule(page).waitFor()
    await scan(page, '8659999999993')
    await expect(wait).toContainText('1')
    await untilSeen(page)
    await page.keyboard.press('Escape')
    const notices = page.getByTestId(room === 'till' ? 'till-notice' : 'scan-refused')
    await expect(notices.filter({ hasText: '865999999999' })).toHaveCount(3)
    await scan(page, '8659999999994')
    await expect(notices).toHaveCount(1)
  })

test('outside the till, what is said about a code that waited stays as long as the next question is open', async ({
  page,
}) => {
  await setRules(page)
  const code = await codeOf(page, 'талх')
  await railTo(page, 'history').click()
  const seconds = await heldTimers(page, 8000)
  await scan(page, code)
  await rule(page).waitFor()
  for (const waiting of ['8659999999991', code]) await scan(page, waiting)
  await expect(page.getByTestId('scans-wait')).toContainText('2')
  await untilSeen(page)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('scans-wait')).toHaveCount(0)
  await rule(page).waitFor()
  const notice = page.getByTestId('scan-refused').filter({ hasText: '8659999999991' })
  await expect(notice).toHaveCount(1)
  await seconds.evaluate(({ pass }) => pass())
  await untilSeen(page)
  await expect(notice).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(rule(page)).toHaveCount(0)
  await seconds.evaluate(({ pass }) => pass())
  await expect(notice).toHaveCount(0)
  await seconds.evaluate(({ restore }) => restore())
})

test('what is typed during a question goes into no field of a form', async ({ page }) => {
  await ringUp(page, 'талх')
  await setRules(page)
  await page.keyboard.press('F10')
  await expect(field(page, 'cash.received')).toBeFocused()
  await page.keyboard.type('10000')
  await scan(page, await codeOf(page, 'талх'))
  await rule(page).waitFor()
  await untilSeen(page)
  await page.keyboard.type('3')
  await answerBy(page.getByTestId('rule-yes'))
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(2000)
  await expect(field(page, 'cash.received')).toBeFocused()
  await expect(field(page, 'cash.received')).toHaveValue('10,000')
  await expect(page.getByTestId('typed-ahead')).toBeHidden()
})

test('a scan that waited for an answer when the till was locked is told of at the lock', async ({ page }) => {
  await setRules(page)
  await hireAndHandOver(page)
  await scan(page, await codeOf(page, 'талх'))
  await rule(page).waitFor()
  await scan(page, await codeOf(page, 'tarag'))
  await expect(page.getByTestId('scans-wait')).toContainText('1')
  await tell(page, 'lock')
  await expect(page.getByTestId('scan-kept-out')).toContainText(TEXTS.mn['people.locked.scan'])
})

test('a quantity that is typed during a question holds for the next scan, and that in the search box stays there', async ({
  page,
}) => {
  await setRules(page)
  const code = await codeOf(page, 'талх')
  await scan(page, code)
  await rule(page).waitFor()
  await untilSeen(page)
  await page.keyboard.type('3*')
  await expect(page.getByTestId('typed-ahead')).toContainText('3*')
  await scan(page, code)
  await expect(page.getByTestId('scans-wait')).toContainText(`3 × ${code}`)
  await page.keyboard.type('2*')
  await answerBy(page.getByTestId('rule-yes'))
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(4000)
  await expect(search(page)).toHaveValue('2*')
})
