/** The last part of the tour: staff are added, and the till locks. */
import type { Page } from '@playwright/test'
import type { Role } from '../../../shared/shop/staff.ts'
import { ringUp } from '../../run/hosts/page-actions.ts'
import type { TourParts } from './views.ts'

const CREW = [
  { role: 'owner', name: 'Д.Болормаа', pin: '2580' },
  { role: 'manager', name: 'Тэмүүлэн', pin: '7391' },
  { role: 'cashier', name: 'Сарнай', pin: '4826' },
  { role: 'cashier', name: 'Б.Энхжаргал', pin: '6174' },
] as const

export async function throughThePeople({ page, visit }: Pick<TourParts, 'page' | 'visit'>): Promise<void> {
  await page.getByTestId('rail-settings').click()
  await page.getByTestId('settings-part-people').click()
  await page.getByTestId('staff-first').waitFor()
  await visit('staff-first', page)
  for (const { role, name, pin } of CREW) await hire(page, { role, name, pin })
  await page
    .getByTestId('staff-row')
    .nth(CREW.length - 1)
    .waitFor()
  await page.getByTestId('staff-edit').nth(2).click()
  await page.getByTestId('person-form').waitFor()
  await visit('staff', page)
  await page.keyboard.press('Control+l')
  await page.getByTestId('lock-screen').waitFor()
  await visit('lock-screen', page)
  await page.keyboard.insertText('9731')
  await page.keyboard.press('Enter')
  await page.getByTestId('pin-words').locator('span').first().waitFor()
  await visit('lock-screen-wrong-pin', page)
  await signIn(page, 'Сарнай', '4826')
  await ringUp(page, 'талх')
  await page.keyboard.press('F2')
  await page.getByTestId('line-price-input').fill('1500')
  await page.keyboard.press('Enter')
  await page.getByTestId('approval').waitFor()
  await visit('approval', page)
  await page.keyboard.press('Escape')
  await page.getByTestId('approval').waitFor({ state: 'hidden' })
  await visit('approval-declined', page)
  await page.keyboard.press('Escape')
  await page.getByTestId('rail-settings').click()
  await page.getByTestId('my-pin').waitFor()
  await visit('settings-cashier', page)
  await page.keyboard.press('Control+l')
  await signIn(page, 'Д.Болормаа', '2580')
  await page.getByTestId('rail-settings').click()
  await page.getByTestId('settings-part-audit').click()
  await page.getByTestId('audit-row').first().waitFor()
  await visit('audit', page)
}

async function hire(page: Page, person: { role: Role; name: string; pin: string }): Promise<void> {
  const reply = await page.evaluate((typed) => window.pos.call('saveStaff', { id: null, ...typed }), person)
  if (!reply.ok) throw new Error(`${person.name} was not hired: ${reply.error.name}`)
}

async function signIn(page: Page, name: string, pin: string): Promise<void> {
  await page.getByTestId('person-tile').filter({ hasText: name }).click()
  await page.getByTestId('pin').fill(pin)
  await page.keyboard.press('Enter')
  await page.getByTestId('lock-screen').waitFor({ state: 'hidden' })
}
