/** The bar at the top: the mode, the notices about the till, and the status pills. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seedHistory } from '../../scripts/measure/seed-history/seed-history.ts'
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { press, search } from '../support/by-words.ts'
import { test as base, expect, inOwnProcess } from '../support/hosts.ts'
import { hire } from '../support/people.ts'
import { keysOf, scanUnderMn } from '../support/scanner-keys.ts'
import { atFailingPrinter, codesOf, ringUp, takeTender } from '../support/till-actions.ts'

const DAY = 86_400_000

/** A till whose clock is hours behind its last sale: it sold tomorrow. */
const test = base.extend({
  dataFolder: async ({ dataFolder }, use) => {
    const until = Date.now() + 2 * DAY
    await seedHistory({
      file: join(dataFolder, 'journal-test.sqlite'),
      sales: 5,
      days: 1,
      seed: 5,
      until,
    })
    await use(dataFolder)
  },
})

test(
  'of several notices the bar shows the most urgent one, a press lists all, and a scan closes the list',
  inOwnProcess('the page crashes'),
  async ({ till }) => {
    await till.crashPage()
    const { page } = till
    const keys = await keysOf(page)
    const [code = ''] = await codesOf(page, 1)
    const clock = page.getByTestId('clock-banner')
    await expect(clock).toContainText('хоцорч байна')
    await expect(page.getByTestId('again-banner')).toBeHidden()
    await clock.click()
    const all = page.getByRole('dialog')
    await expect(all).toContainText(TEXTS.mn['again.words'])
    await page.keyboard.press('Escape')
    await expect(all).toBeHidden()
    await clock.click()
    await press(all, 'word.ok')
    await expect(all).not.toContainText(TEXTS.mn['again.words'])
    await test.step('a scan while the notices are listed is rung up', async () => {
      await scanUnderMn(keys, code)
      await expect(page.getByTestId('cart-line')).toHaveCount(1)
      await expect(all).toBeHidden()
      await expect(search(page)).toBeFocused()
    })
    await expect(clock).toBeVisible()
  },
)

test('without a connection the bar says since when, how much is pending, and the age of the oldest, in both languages', async ({
  till,
}) => {
  const { page, practice } = till
  await practice.line({ up: false })
  await ringUp(page, 'suu')
  await page.keyboard.press('F12')
  const pill = page.getByTestId('connection').locator('> span')
  for (const language of ['mn', 'en'] as const) {
    await wear(page, { language })
    await expect(pill).toContainText(language === 'mn' ? 'эртнийх нь' : 'oldest')
    for (const width of [1024, 1366]) {
      await page.setViewportSize({ width, height: 768 })
      expect(await pill.evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true)
    }
  }
})

/** A request to the service, whatever becomes of it. */
const askService = (page: Page) =>
  page.evaluate(async () => {
    const of = { from: '2026-11-20', to: '2026-11-20', number: '', status: null, page: 1 }
    await window.pos.call('listServiceInvoices', of)
  })

base(
  'the bar says nothing about a connection that nobody asked for, and then that it is there',
  async ({ page }) => {
    const connection = page.getByTestId('connection')
    await expect(search(page)).toBeVisible()
    await expect(connection).toHaveCount(0)
    await askService(page)
    await expect(connection).toHaveText(TEXTS.mn['connection.connected'])
  },
)

test('test mode, notice, person and pills stay visible side by side with large text, also without line and printer', async ({
  till,
}) => {
  const { page, practice } = till
  await hire(page)
  const header = page.locator('header').first()
  const person = page.getByTestId('person')
  const connection = page.getByTestId('connection')
  await practice.line({ up: false })
  await askService(page)
  await test.step('on a small screen test mode is whole, and the connection can be pressed', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    for (const language of ['en', 'mn'] as const)
      for (const textSize of [100, 200] as const) {
        await wear(page, { language, textSize })
        const mode = page.getByText(TEXTS[language]['practice.badge'], { exact: true })
        expect(await mode.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
        const within = await header.boundingBox()
        for (const one of [mode, person, connection]) {
          const box = await one.boundingBox()
          expect(box?.x).toBeGreaterThanOrEqual(0)
          expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(within?.width ?? 0)
        }
        await connection.click({ trial: true })
      }
  })
  await ringUp(page, 'suu')
  await atFailingPrinter(page)
  await takeTender(page)
  await connection.click()
  const parts = [
    page.getByText(TEXTS.mn['practice.badge'], { exact: true }),
    page.getByTestId('clock-banner'),
    page.getByTestId('printer-pill'),
    connection,
    person,
  ]
  await expect(page.getByTestId('printer-pill')).toHaveAttribute('data-tone', 'failing')
  for (const width of [1024, 1366, 1920])
    for (const textSize of [100, 150, 200] as const) {
      await page.setViewportSize({ width, height: 768 })
      await wear(page, { textSize })
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
      const ends = [0, ...boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0))]
      expect(boxes.map((box, at) => (box?.x ?? -1) >= (ends[at] ?? 0) - 1)).not.toContain(false)
      expect(Math.min(...boxes.map((box) => box?.width ?? 0))).toBeGreaterThan(20)
      expect(ends.at(-1)).toBeLessThanOrEqual(width)
    }
})
