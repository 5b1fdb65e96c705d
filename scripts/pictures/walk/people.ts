/** The shift, the customer display, the till after a restart, and the people. */
import type { Page } from '@playwright/test'
import { charge, ringUp, save, viewOf } from '../../run/hosts/page-actions.ts'
import { MANY_GOODS } from './counter.ts'
import { nextSale, payByTwoQrs, pressUntil, saleAtCounter, stateIs, type Views, type Way } from './way.ts'

const CREW = [
  { role: 'owner', name: 'Д.Болормаа', pin: '2580' },
  { role: 'manager', name: 'Тэмүүлэн', pin: '7391' },
  { role: 'cashier', name: 'Сарнай', pin: '4826' },
  { role: 'cashier', name: 'Б.Энхжаргал', pin: '6174' },
] as const

export const PEOPLE: Views = {
  'shift-none': async ({ page }) => {
    await leaveShortcuts(page)
    await page.getByTestId('rail-shift').click()
    await page.getByTestId('shift-float').waitFor()
  },
  'shift-cash-out-refused': async ({ page }) => {
    await page.getByTestId('shift-float').fill('50000')
    await page.keyboard.press('Enter')
    await page.getByTestId('search').waitFor()
    for (const goods of ['кофе', 'талх', 'гурил', 'цай', 'сүү', 'ундаа']) await sellForCash(page, goods)
    await page.getByTestId('rail-shift').click()
    await page.getByTestId('cash-out').click()
    await page.getByTestId('move-amount').fill('900000')
    await page.getByTestId('reason-bank').click()
    await page.getByTestId('move-now').click()
    await page.locator('[data-testid=move-cash] [data-invalid]').first().waitFor()
  },
  'shift-open': async ({ page }) => {
    await page.getByTestId('move-amount').fill('20000')
    await page.getByTestId('move-now').click()
    await page.getByTestId('cash-move').waitFor()
  },
  'shift-count': async ({ page }) => {
    await page.getByTestId('shift-close-begin').click()
    await page.getByTestId('count-20000').fill('1')
    await page.getByTestId('count-500').fill('3')
  },
  'shift-difference': async ({ page }) => {
    await page.getByTestId('count-done').click()
    await page.getByTestId('difference').waitFor()
  },
  'display-idle': async (way) => {
    const { page } = way
    await page.getByTestId('close-reason').fill('Хариулт илүү өгсөн')
    await pressUntil(page, 'shift-close-now', 'shift-closed')
    await page.getByTestId('rail-till').click()
    const opening = way.display()
    await save(page, { display: 'window' })
    way.other = await opening
    await showing(way, 'idle')
  },
  'display-goods': async (way) => {
    for (const goods of MANY_GOODS) await ringUp(way.page, goods)
    await showing(way, 'goods')
  },
  'display-qr': async (way) => {
    await charge(way.page)
    await showing(way, 'qr')
  },
  'display-paid': async (way) => {
    await payByTwoQrs(way.page)
    await showing(way, 'paid')
    await stateIs(way.page, await saleAtCounter(way.page), 'completed')
  },
  'recovered-after-a-restart': async (way) => {
    const closed = way.other?.waitForEvent('close')
    await save(way.page, { display: 'off' })
    await closed
    way.other = null
    await nextSale(way.page)
    await ringUp(way.page, 'талх')
    await charge(way.page)
    await way.page.keyboard.press('F9') // the recovery view leaves out a sale at the counter
    await way.page.getByTestId('search').waitFor()
    way.page = await way.restart()
    await way.page.getByTestId('recovered').waitFor()
  },
  'staff-first': async ({ page }) => {
    await page.getByTestId('recovered').getByRole('button').click()
    await page.getByTestId('recovered').waitFor({ state: 'hidden' })
    await page.getByTestId('rail-settings').click()
    await page.getByTestId('settings-part-people').click()
    await page.getByTestId('staff-first').waitFor()
  },
  staff: async ({ page }) => {
    for (const person of CREW) await hire(page, person)
    await page
      .getByTestId('staff-row')
      .nth(CREW.length - 1)
      .waitFor()
    await page.getByTestId('staff-edit').nth(2).click()
    await page.getByTestId('person-form').waitFor()
  },
  'lock-screen': async ({ page }) => {
    await page.keyboard.press('Control+l')
    await page.getByTestId('lock-screen').waitFor()
  },
  'lock-screen-wrong-pin': async ({ page }) => {
    await page.keyboard.insertText('9731')
    await page.keyboard.press('Enter')
    await page.getByTestId('pin-words').locator('span').first().waitFor()
  },
  approval: async ({ page }) => {
    await signIn(page, 'Сарнай', '4826')
    await ringUp(page, 'талх')
    await page.keyboard.press('F2')
    await page.getByTestId('line-price-input').fill('1500')
    await page.keyboard.press('Enter')
    await page.getByTestId('approval').waitFor()
  },
  'approval-declined': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByTestId('approval').waitFor({ state: 'hidden' })
  },
  'settings-cashier': async ({ page }) => {
    await page.keyboard.press('Escape')
    await page.getByTestId('rail-settings').click()
    await page.getByTestId('my-pin').waitFor()
  },
  audit: async ({ page }) => {
    await page.keyboard.press('Control+l')
    await signIn(page, 'Д.Болормаа', '2580')
    await page.getByTestId('rail-settings').click()
    await page.getByTestId('settings-part-audit').click()
    await page.getByTestId('audit-row').first().waitFor()
  },
}

/** They stay open where the walk comes from the first half. */
async function leaveShortcuts(page: Page): Promise<void> {
  const close = page.getByTestId('shortcuts-close')
  if (await close.isVisible()) await close.click()
}

async function sellForCash(page: Page, goods: string): Promise<void> {
  await ringUp(page, goods)
  const saleId = (await viewOf(page)).counter?.sale.id ?? ''
  await page.evaluate((id) => window.pos.call('takeTender', { saleId: id, received: '' }), saleId)
  await page.getByTestId('paid').waitFor()
  await page.evaluate((id) => window.pos.call('nextSale', { saleId: id }), saleId)
  await page.getByTestId('search').waitFor()
}

const showing = ({ other }: Way, scene: string): Promise<void> | undefined =>
  other?.locator(`[data-testid=display][data-scene=${scene}]`).waitFor()

async function hire(page: Page, person: (typeof CREW)[number]): Promise<void> {
  const reply = await page.evaluate((typed) => window.pos.call('saveStaff', { id: null, ...typed }), person)
  if (!reply.ok) throw new Error(`${person.name} was not hired: ${reply.error.name}`)
}

async function signIn(page: Page, name: string, pin: string): Promise<void> {
  await page.getByTestId('person-tile').filter({ hasText: name }).click()
  await page.getByTestId('pin').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByTestId('lock-screen').waitFor({ state: 'hidden' })
}
