/** The staff of a shop, for specs. Uses the same calls as the page. */
import { expect, type Page } from '@playwright/test'
import type { Role } from '../../shared/shop/staff.ts'
import { heading } from './by-words.ts'
import { tell } from './till-actions.ts'

export const PINS = { owner: '2580', manager: '7391', cashier: '4826' } as const
export const NAMES: Readonly<Record<Role, string>> = {
  owner: 'Болормаа',
  manager: 'Тэмүүлэн',
  cashier: 'Сарнай',
}

/** Adds an owner, a manager and a cashier; the owner is signed in afterwards. */
export async function hire(page: Page): Promise<Readonly<Record<Role, string>>> {
  const make = async (role: Role): Promise<string> => {
    const typed = { id: null, name: NAMES[role], role, pin: PINS[role] }
    return (await tell(page, 'saveStaff', typed)).id
  }
  const owner = await make('owner')
  const ids = { owner, manager: await make('manager'), cashier: await make('cashier') }
  await expect(page.getByTestId('person')).toContainText(NAMES.owner)
  return ids
}

/** Chooses the person at the lock screen and types the PIN with the keyboard. */
export async function signIn(page: Page, role: Role, pin: string = PINS[role]): Promise<void> {
  await expect(heading(page, 'people.locked.title')).toBeVisible()
  await page.getByTestId('person-tile').filter({ hasText: NAMES[role] }).click()
  await typePin(page, pin)
}

export async function typePin(page: Page, pin: string): Promise<void> {
  await expect(page.getByTestId('pin')).toBeFocused()
  await page.keyboard.insertText(pin)
  await page.keyboard.press('Enter')
}

/** Adds the staff and signs in the cashier. */
export async function hireAndHandOver(page: Page) {
  const ids = await hire(page)
  await page.keyboard.press('Control+l')
  await signIn(page, 'cashier')
  await expect(heading(page, 'people.locked.title')).toBeHidden()
  await expect(page.getByTestId('person')).toContainText(NAMES.cashier)
  return ids
}
