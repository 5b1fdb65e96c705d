/**
 * The sections of the settings, settings files, copies of the shop on another disk, and retention, as an owner uses
 * them.
 */
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Settings } from '../../shared/settings.ts'
import { buttonSaying, railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { counterOf, pressTwice, ringUp, statusOf, takeTender } from '../support/till-actions.ts'

const settingsOf = async (page: Page): Promise<Settings | null> => {
  const view = await page.evaluate(() => window.pos.call('getView'))
  return view.ok ? view.value.settings : null
}

const openSettings = (page: Page) => railTo(page, 'settings').click()

test('the index leads to each section with the keyboard alone, and the focus continues there', async ({
  till,
}) => {
  const { page } = till
  await openSettings(page)
  const index = page.getByTestId('settings-index')
  await index.getByTestId('settings-to-retention').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('retention')).toBeInViewport()
  await expect(index.getByTestId('settings-to-retention')).toHaveAttribute('aria-current', 'location')
  await page.keyboard.press('Tab')
  await expect(page.getByTestId('retention-logs')).toBeFocused()
  await index.getByTestId('settings-to-receipt').click()
  await expect(page.getByTestId('setting-receiptTexts.header')).toBeInViewport()
  await expect(index.getByTestId('settings-to-receipt')).toHaveAttribute('aria-current', 'location')
})

test('the shop’s own texts for the receipt are saved, and too many lines are refused at their field', async ({
  till,
}) => {
  const { page } = till
  await openSettings(page)
  await page.getByTestId('setting-receiptTexts.footer').fill('1\n2\n3\n4\n5\n6\n7')
  await page.getByTestId('settings-save').click()
  await expect(page.getByTestId('setting-receiptTexts.footer')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByTestId('setting-receiptTexts.footer')).toBeFocused()
  await page.getByTestId('setting-receiptTexts.footer').fill('Баярлалаа\n7 хоногт буцаана')
  await page.getByTestId('settings-save').click()
  await expect(page.getByTestId('settings-saved')).toBeVisible()
  expect((await settingsOf(page))?.receiptTexts.footer).toBe('Баярлалаа\n7 хоногт буцаана')
})

test('a shop that takes only QR has no cash button at the till', async ({ till }) => {
  const { page } = till
  await openSettings(page)
  await page.getByTestId('tender-on-cash').click()
  await expect(page.getByTestId('tender-on-qr').locator('input')).toBeDisabled()
  await page.getByTestId('settings-save').click()
  await expect(page.getByTestId('settings-saved')).toBeVisible()
  await railTo(page, 'till').click()
  await ringUp(page, 'талх')
  await expect(page.getByTestId('cash')).toHaveCount(0)
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  await expect(page.getByTestId('take-cash-instead')).toHaveCount(0)
})

test('exported settings are compared field by field and imported on another till', async ({ till }) => {
  const { page } = till
  await openSettings(page)
  await buttonSaying(page, 'file.write').click()
  const path = ((await page.getByTestId('file-written').textContent()) ?? '').replace(/^[^/]*(?=\/)/, '')
  const other = (await readFile(path, 'utf8')).replace('"37900846788"', '"12345678901"')

  const choose = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByTestId('file-read').click()
    await (await chooser).setFiles({
      name: 'settings.json',
      mimeType: 'application/json',
      buffer: Buffer.from(content),
    })
  }
  await choose(other.replace('12345678901', '12'))
  await expect(page.getByTestId('file-failure')).toContainText('shop.taxpayerNumber')
  await choose(other)
  await expect(page.getByTestId('change-shop.taxpayerNumber')).toContainText('12345678901')
  expect((await settingsOf(page))?.shop.taxpayerNumber).toBe('37900846788')
  await pressTwice(page.getByTestId('file-take'))
  await expect(page.getByTestId('file-taken')).toBeVisible()
  expect((await settingsOf(page))?.shop.taxpayerNumber).toBe('12345678901')
})

test('a copy goes to the chosen folder; a missing folder is named, and a till on a new disk is restored from the copy', async ({
  till,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'tugrik-stick-'))
  try {
    const { page } = till
    await ringUp(page, 'талх')
    const { saleId } = await counterOf(page)
    await takeTender(page)
    await openSettings(page)
    await expect(page.getByTestId('copies-off')).toBeVisible()
    await page.getByTestId('copies-folder').fill(join(folder, 'not-there'))
    await page.getByTestId('copies-save').click()
    await expect(page.getByTestId('copies-folder')).toHaveAttribute('aria-invalid', 'true')
    await page.getByTestId('copies-folder').fill(folder)
    await page.getByTestId('copies-save').click()
    await expect(page.getByTestId('copies-saved')).toBeVisible()
    await buttonSaying(page, 'copies.now').click()
    await expect(page.getByTestId('copies-last')).toContainText('1 борлуулалт')

    await till.kill()
    const journals = (await readdir(till.dataFolder)).filter((name) => name.startsWith('journal-practice'))
    await Promise.all(
      [...journals, 'backups'].map((name) => rm(join(till.dataFolder, name), { recursive: true })),
    )
    await till.restart()
    await openSettings(till.page)
    await buttonSaying(till.page, 'copies.look').click()
    const row = till.page.getByTestId('copy-row').first()
    await buttonSaying(row, 'copies.inspect').click()
    await expect(row.getByTestId('copy-part-sales')).toContainText('+1')
    await pressTwice(row.getByTestId('copy-take'))
    await expect(row.getByTestId('copy-taken')).toBeVisible()
    expect((await statusOf(till.page, saleId)).name).toBe('completed')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('outdated data is listed before it is deleted', async ({ till }) => {
  const { page } = till
  const old = join(till.dataFolder, 'goods-damaged-20200101000000.jsonl')
  await writeFile(old, 'x')
  await utimes(old, 1, 1)
  await openSettings(page)
  await buttonSaying(page, 'retention.look').click()
  await expect(page.getByTestId('outdated-sum')).toContainText('1')
  await pressTwice(page.getByTestId('outdated-clear'))
  await expect(page.getByTestId('outdated-cleared')).toBeVisible()
  expect(await readdir(till.dataFolder)).not.toContain('goods-damaged-20200101000000.jsonl')
})
