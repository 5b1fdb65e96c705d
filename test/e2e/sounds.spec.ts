import type { Page } from '@playwright/test'
import { choose, press, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { codeOf, counterOf, openSettings, ringUp, scan, takeTender } from '../support/till-actions.ts'

declare global {
  interface Window {
    heard: number[]
  }
}

/** Records the pitch of every tone that the page plays from now on. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.heard = []
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      window.heard.push(Math.round(this.frequency.value))
      start.call(this, when)
    }
  })

const heard = (page: Page): Promise<number[]> => page.evaluate(() => window.heard)

test('added, not found and paid each play one sound with a pitch of its own', async ({ till }) => {
  const { page } = till
  await listen(page)
  await ringUp(page, 'талх')
  expect(await heard(page)).toEqual([1320])
  await scan(page, '40000000')
  await expect(page.getByTestId('till-notice')).toBeVisible()
  expect(await heard(page)).toEqual([1320, 220, 185])
  await search(page).fill('')
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await railTo(page, 'history').click()
  await railTo(page, 'till').click()
  await expect(page.getByTestId('paid')).toBeVisible()
  expect(await heard(page)).toEqual([1320, 220, 185, 659, 784, 1047])
})

test('sounds that are turned off in the settings stay off', async ({ till }) => {
  await openSettings(till.page)
  await choose(till.page, 'settings.sounds.off')
  await press(till.page, 'action.save')
  await expect(till.page.getByTestId('settings-saved')).toBeVisible()
  await till.restart()
  const { page } = till
  await listen(page)
  await ringUp(page, 'талх')
  expect(await heard(page)).toEqual([])
})

test('a hidden window plays no sound', async ({ till }) => {
  const { page } = till
  await listen(page)
  const code = await codeOf(page, '865')
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  await scan(page, code)
  await expect.poll(async () => (await counterOf(page)).pieces).toBe(1000)
  expect(await heard(page)).toEqual([])
})
