/** The names of organisations that get receipts. */
import { button } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { nextCustomer, ringUp, takeTender } from '../support/till-actions.ts'

test('an organisation is named once, offered while its number or name is typed, and shown large before charging', async ({
  page,
}) => {
  const shown = page.getByTestId('organisation-name')
  const offers = page.getByTestId('organisation-offer')
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await ringUp(page, 'талх')
  await test.step('the name is typed after the number; a citizen’s number has none', async () => {
    await press('F6')
    await page.getByTestId('register').fill('УБ12345678')
    await expect(page.getByTestId('organisation')).toHaveCount(0)
    await page.getByTestId('register').fill('6234567')
    await press('Tab')
    await expect(page.getByTestId('organisation')).toBeFocused()
    await page.keyboard.type('Номин ХХК')
    await press('Enter')
    await expect(shown).toHaveText('Номин ХХК 6234567')
  })
  await takeTender(page)
  await nextCustomer(page)
  await ringUp(page, 'талх')
  for (const typed of ['62', 'nomin']) {
    await press('F6', 'Delete')
    await page.keyboard.type(typed)
    await expect(offers).toHaveText([/Номин ХХК.*6234567/])
    await press('ArrowDown', 'Enter')
    await expect(shown).toHaveText('Номин ХХК 6234567')
    await expect(page.getByTestId('receiver')).toContainText('6234567')
  }
  await test.step('the name is taken away in the same form', async () => {
    await press('F6', 'Tab')
    await page.getByTestId('organisation').fill('')
    await press('Enter')
    await expect(button(page, 'cart.receiver.set')).toHaveCount(0)
    await expect(shown).toHaveCount(0)
  })
})
