import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { press, railTo, twoStep } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { counterOf, pressTwice, ringUp, statusOf, takeTender } from '../support/till-actions.ts'

test('a lost journal is restored from a backup, after a preview', async ({ till }) => {
  await ringUp(till.page, 'талх')
  const { saleId } = await counterOf(till.page)
  await takeTender(till.page)
  await expect.poll(async () => (await statusOf(till.page, saleId)).name).toBe('completed')
  await railTo(till.page, 'settings').click()
  await press(till.page, 'backup.now')
  await expect(till.page.getByTestId('backup-row')).toHaveCount(1)
  await press(till.page, 'backup.inspect')
  await expect(till.page.getByTestId('backup-report')).toBeVisible()
  await expect(twoStep(till.page, 'backup.restore', 'backup.restore.sure')).toHaveCount(0)

  await till.close()
  const journals = (await readdir(till.dataFolder)).filter((name) => name.startsWith('journal-test'))
  await Promise.all(journals.map((name) => rm(join(till.dataFolder, name))))
  // With its backups beside it, it would be rescued at the start.
  const [backups, elsewhere] = ['backups', 'elsewhere'].map((name) => join(till.dataFolder, name))
  await rename(backups ?? '', elsewhere ?? '')
  await till.restart()
  await rm(backups ?? '', { recursive: true, force: true })
  await rename(elsewhere ?? '', backups ?? '')

  const { page } = till
  await railTo(page, 'settings').click()
  const row = page.getByTestId('backup-row').last()
  await press(row, 'backup.inspect')
  await expect(row.getByTestId('backup-report')).toContainText('Нэмэгдэх: 1')
  await pressTwice(twoStep(row, 'backup.restore', 'backup.restore.sure'))
  await expect(row.getByTestId('backup-report')).toContainText('Нэмсэн: 1')
  expect((await statusOf(page, saleId)).name).toBe('completed')
})
