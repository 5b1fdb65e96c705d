import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { button, choose, press, railTo, search } from '../support/by-words.ts'
import { expect, inElectron, skip, test } from '../support/hosts.ts'
import { needs, systemLacks } from '../support/needs.ts'
import {
  charge,
  codeOf,
  counterOf,
  nextCustomer,
  openSettings,
  ringUp,
  scan,
  statusOf,
  takeTender,
  typeAndTake,
} from '../support/till-actions.ts'

declare global {
  interface Window {
    heard?: number[]
  }
}

/** Records the length in milliseconds of every sound that the page plays from now on. */
const listen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const listening = window.heard !== undefined
    window.heard = []
    if (listening) return // since an earlier spec in this page
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      const samples = atob(this.src.split(',')[1] ?? '').length - 44
      return play.call(this).then(() => void window.heard?.push(Math.round(samples / 22.05)))
    }
  })

const heard = (page: Page): Promise<number[]> => page.evaluate(() => window.heard ?? [])

test('added, not found and paid each play one sound of its own, and the settings turn sounds off', async ({
  till,
  page,
}) => {
  await listen(page)
  await test.step('a hidden window plays no sound', async () => {
    const code = await codeOf(page, '865')
    await page.evaluate(() =>
      Object.defineProperty(document, 'hidden', { get: () => true, configurable: true }),
    )
    await scan(page, code)
    await expect.poll(async () => (await counterOf(page)).pieces).toBe(1000)
    expect(await heard(page)).toEqual([])
    await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
  })
  await typeAndTake(page, 'талх')
  await expect.poll(() => heard(page)).toEqual([50])
  await scan(page, '40000000')
  await expect(page.getByTestId('till-notice')).toBeVisible()
  await expect.poll(() => heard(page)).toEqual([50, 300])
  await search(page).fill('')
  await takeTender(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await railTo(page, 'history').click()
  await railTo(page, 'till').click()
  await expect(page.getByTestId('paid')).toBeVisible()
  await expect.poll(() => heard(page)).toEqual([50, 300, 420])
  await test.step('sounds that are turned off stay off', async () => {
    await nextCustomer(page)
    await openSettings(page)
    await choose(page, 'settings.sounds.off')
    await press(page, 'word.save')
    await expect(page.getByTestId('settings-saved')).toBeVisible()
    await till.restart()
    await listen(till.page)
    await typeAndTake(till.page, 'талх')
    expect(await heard(till.page)).toEqual([])
  })
})

test('a QR that was set aside and is paid is told by sound and words in whichever view is open', async ({
  till,
  page,
}) => {
  await ringUp(page, 'талх')
  const { invoiceId, saleId } = await charge(page)
  await press(page, 'paying.aside')
  await expect(search(page)).toBeFocused()
  await ringUp(page, 'tarag')
  await railTo(page, 'reports').click()
  await listen(page)
  await till.practice.pay({ invoice_id: invoiceId })
  await page.evaluate((id) => window.pos.call('checkNow', { saleId: id }), saleId)
  await expect(page.getByTestId('arrival')).toContainText('QR')
  await expect.poll(() => heard(page)).toEqual([420])
  await press(page, 'word.openSale')
  await expect(page.getByTestId('sale-detail')).toBeVisible()
  await expect(page.getByTestId('arrival')).toBeHidden()
  await test.step('it is no longer parked, and another cart stays at the counter', async () => {
    await expect.poll(async () => (await statusOf(page, saleId)).name).toBe('completed')
    await railTo(page, 'till').click()
    await expect(page.getByTestId('cart-line')).toHaveCount(1)
    await expect(button(page, 'parked.open')).toBeHidden()
  })
})

test.describe('in an Electron of its own', () => {
  test.use({ ownElectron: true })

  test(
    'a sound service that no longer answers holds up no scan',
    inElectron('the sound service of Chromium'),
    async ({ till, page }) => {
      needs(skip, systemLacks('linux', 'finds the sound service in /proc'))
      await typeAndTake(page, 'талх')
      await expect.poll(() => soundServiceOf(till.dataFolder)).not.toBe(null)
      process.kill(soundServiceOf(till.dataFolder) ?? Number.NaN, 'SIGSTOP')
      await page.reload()
      await page.evaluate(() => {
        window.heard = []
        new PerformanceObserver((tasks) => {
          for (const { duration } of tasks.getEntries()) window.heard?.push(duration)
        }).observe({ type: 'longtask' })
      })
      await typeAndTake(page, 'сүү')
      await expect.poll(async () => (await counterOf(page)).lines).toBe(2)
      expect(Math.max(0, ...(await heard(page)))).toBeLessThan(5000)
    },
  )
})

/** The process id of Chromium's sound service; null while it does not run. */
function soundServiceOf(dataFolder: string): number | null {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.find((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      return command.includes('audio.mojom.AudioService') && command.includes(dataFolder)
    } catch {
      return false // it has ended
    }
  })
  return found === undefined ? null : Number(found)
}
