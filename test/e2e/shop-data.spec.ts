/**
 * The sections of the settings, shop files, copies of the shop on another disk, and retention, as an owner uses
 * them.
 */
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Settings } from '../../shared/shop/settings.ts'
import { button, choose, field, option, part, press, railTo, twoStep } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { hire, signIn } from '../support/people.ts'
import { counterOf, pressTwice, ringUp, statusOf, takeTender } from '../support/till-actions.ts'

const settingsOf = async (page: Page): Promise<Settings | null> => {
  const view = await page.evaluate(() => window.pos.call('getView'))
  return view.ok && !view.value.locked ? view.value.settings : null
}

const openSettings = (page: Page) => railTo(page, 'settings').click()

test('the index leads to the sections with the keyboard alone, which save the texts of the receipt and delete outdated data', async ({
  till,
  page,
}) => {
  const old = join(till.dataFolder, 'register.damaged-20200101-000000-1.sqlite')
  await writeFile(old, 'x')
  await utimes(old, 1, 1)
  await openSettings(page)
  const index = page.getByTestId('settings-index')
  await button(index, 'settings.section.retention').focus()
  await page.keyboard.press('Enter')
  await expect(part(page, 'settings.retention')).toBeInViewport()
  await expect(button(index, 'settings.section.retention')).toHaveAttribute('aria-current', 'location')
  await page.keyboard.press('Tab')
  await expect(field(page, 'settings.retention.logs')).toBeFocused()
  await test.step('outdated data is listed before it is deleted', async () => {
    await press(page, 'retention.look')
    await expect(page.getByTestId('outdated-sum')).toContainText('1')
    await pressTwice(twoStep(page, 'retention.clear', 'retention.clear.sure'))
    await expect(page.getByTestId('outdated-cleared')).toBeVisible()
    expect(await readdir(till.dataFolder)).not.toContain('register.damaged-20200101-000000-1.sqlite')
  })
  await press(index, 'settings.section.receipt')
  await expect(field(page, 'settings.receiptTexts.header')).toBeInViewport()
  await expect(button(index, 'settings.section.receipt')).toHaveAttribute('aria-current', 'location')
  await test.step('the shop’s own texts for the receipt are saved, and too many lines are refused at their field', async () => {
    await field(page, 'settings.receiptTexts.footer').fill('1\n2\n3\n4\n5\n6\n7')
    await press(page, 'word.save')
    await expect(field(page, 'settings.receiptTexts.footer')).toHaveAttribute('aria-invalid', 'true')
    await expect(field(page, 'settings.receiptTexts.footer')).toBeFocused()
    await field(page, 'settings.receiptTexts.footer').fill('Баярлалаа\n7 хоногт буцаана')
    await press(page, 'word.save')
    await expect(page.getByTestId('settings-saved')).toBeVisible()
    expect((await settingsOf(page))?.receiptTexts.footer).toBe('Баярлалаа\n7 хоногт буцаана')
  })
})

test('a shop that takes only QR has no cash button at the till', async ({ page }) => {
  await openSettings(page)
  await choose(page, 'tender.cash')
  await expect(option(page, 'tender.qr')).toBeDisabled()
  await press(page, 'word.save')
  await expect(page.getByTestId('settings-saved')).toBeVisible()
  await railTo(page, 'till').click()
  await ringUp(page, 'талх')
  await expect(button(page, 'tender.brief.cash')).toHaveCount(0)
  await page.keyboard.press('F12')
  await expect(page.getByTestId('qr')).toBeVisible()
  await expect(button(page, 'tender.brief.cash')).toHaveCount(0)
})

test('exported settings are compared field by field and imported on another till', async ({ page }) => {
  await openSettings(page)
  await press(page, 'file.write')
  const path = ((await page.getByTestId('file-written').textContent()) ?? '').replace(/^[^/]*(?=\/)/, '')
  const other = (await readFile(path, 'utf8')).replace('"37900846788"', '"12345678901"')

  const choose = async (content: string) => {
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'file.read')
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
  await pressTwice(twoStep(page, 'file.take', 'file.take.sure'))
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
    const copies = part(page, 'copies.title')
    await field(copies, 'copies.folder').fill(join(folder, 'not-there'))
    await press(page, 'copies.save')
    await expect(field(copies, 'copies.folder')).toHaveAttribute('aria-invalid', 'true')
    await field(copies, 'copies.folder').fill(folder)
    await press(page, 'copies.save')
    await expect(page.getByTestId('copies-saved')).toBeVisible()
    await press(page, 'copies.now')
    await expect(page.getByTestId('copies-last')).toContainText('1 борлуулалт')

    await till.close()
    const journals = (await readdir(till.dataFolder)).filter((name) => name.startsWith('journal-test'))
    await Promise.all(
      [...journals, 'backups'].map((name) => rm(join(till.dataFolder, name), { recursive: true })),
    )
    await till.restart()
    await openSettings(till.page)
    await press(till.page, 'copies.look')
    const row = till.page.getByTestId('copy-row').first()
    await press(row, 'copies.inspect')
    await expect(row.getByTestId('file-part-sales')).toContainText('+1')
    await pressTwice(twoStep(row, 'file.take', 'file.take.sure'))
    await expect(row.getByTestId('file-taken')).toBeVisible()
    expect((await statusOf(till.page, saleId)).name).toBe('completed')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a choice that appears while the till is locked gets a radio group of its own', async ({ till }) => {
  const folder = await mkdtemp(join(tmpdir(), 'tugrik-stick-'))
  try {
    const { page } = till
    await hire(page)
    await page.evaluate((copies) => window.pos.call('saveSettings', { copies }), {
      folder,
      everyHours: 4,
      keep: 30,
    } as const)
    await openSettings(page)
    await press(page, 'copies.now')
    await expect(page.getByTestId('copies-last')).toContainText('0 борлуулалт')
    await page.evaluate(() => window.pos.call('saveSettings', { cashRounding: '50' }))
    await press(page, 'copies.look')
    const row = page.getByTestId('copy-row').first()
    await button(row, 'copies.inspect').evaluate((inspect: HTMLElement) => {
      inspect.click()
      void window.pos.call('lock')
    })
    const chosen = row.locator('input[type=radio][value=yes]').first()
    await expect(chosen).toBeAttached()
    await signIn(page, 'owner')
    await expect(chosen).toBeVisible()
    await expect(chosen).toBeChecked()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
