import { readFileSync } from 'node:fs'
import { HEALTH_CHECKS } from '../../shared/page/health.ts'
import { press, railTo } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'

test('each part of the till is checked with its state, and again by its button, and the diagnostics are saved as a file whose path is shown', async ({
  page,
}) => {
  await railTo(page, 'settings').click()
  await page.getByTestId('settings-part-health').click()
  const disk = page.getByTestId('health-disk')
  await expect(disk).toHaveAttribute('data-state', 'good')
  await expect(page.getByTestId('health-program')).toHaveAttribute('data-state', /good|note/)
  await disk.getByRole('button').click()
  await expect(disk).toHaveAttribute('data-state', 'good')
  await press(page, 'diagnostics.save')
  const saved = page.getByTestId('diagnostics-saved')
  await expect(saved).toBeVisible()
  const path = /(\/.*tugrik-diagnostics-\d{8}-\d{6}\.json)/.exec((await saved.textContent()) ?? '')?.[1] ?? ''
  expect(JSON.parse(readFileSync(path, 'utf8')).health).toHaveLength(HEALTH_CHECKS.length)
})
