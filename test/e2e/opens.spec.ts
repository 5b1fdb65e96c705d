import { search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'

test.use({ ownElectron: true })

test('the till opens in Mongolian and in test mode', { tag: '@smoke' }, async ({ till }) => {
  await expect(search(till.page)).toBeVisible()
  await expect(till.page.locator('html')).toHaveAttribute('lang', 'mn')
  const view = await till.page.evaluate(() => window.pos.call('getView'))
  expect(view).toMatchObject({ ok: true, value: { mode: 'test', settings: { language: 'mn' } } })
})
