import { expect, test } from '../support/hosts.ts'
import { CYRILLIC, charge, ringUp } from '../support/till-actions.ts'

test('one switch changes the screen to English, also after a restart', { tag: '@smoke' }, async ({
  till,
}) => {
  await till.page.getByTestId('language-switch').click()
  await expect(till.page.locator('html')).toHaveAttribute('lang', 'en')
  await till.restart()
  const { page } = till
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByTestId('search')).toBeVisible()
  for (const room of ['rail-till', 'practice-banner'])
    await expect(page.getByTestId(room)).not.toHaveText(CYRILLIC)
  await ringUp(page, 'талх')
  await charge(page)
  await expect(page.getByTestId('paying-state')).not.toHaveText(CYRILLIC)
  for (const action of ['check-now', 'cancel-charge', 'practice-pay'])
    await expect(page.getByTestId(action)).not.toHaveText(CYRILLIC)
})
