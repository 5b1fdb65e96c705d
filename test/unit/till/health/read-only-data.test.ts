/** `--diagnose` of a till that does not start, because it may not write to its data or another build made them. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diagnose } from '../../../../main/till/health/index.ts'
import { giveEmptyJournal } from '../../../support/empty-journal.ts'
import { remount, smallDisk } from '../../../support/small-disk.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function findingOf(folder: string) {
  const { results } = await diagnose({
    ...{ folder, screens: () => null, crashedAt: () => null, now: Date.now },
    keyring: () => ({ lasts: true, locked: false }),
  })
  return results.find(({ check }) => check === 'journal')
}

const FORBIDDEN = { state: 'bad', finding: 'journal.failed', failure: { name: 'JOURNAL_READ_ONLY' } }

test('the diagnosis fails for a till that may not write its data, although its journal can be read', async (context) => {
  const folder = smallDisk(context, 4096)
  giveEmptyJournal(folder, 'test')
  expect(await findingOf(folder)).toMatchObject({ state: 'good' })
  remount(folder, 'ro')
  expect(await findingOf(folder)).toMatchObject(FORBIDDEN)
})

test('the diagnosis fails for a new till that may not write its data folder', async (context) => {
  const folder = smallDisk(context, 4096)
  expect(await findingOf(folder)).toMatchObject({ state: 'note', finding: 'journal.none' })
  remount(folder, 'ro')
  expect(await findingOf(folder)).toMatchObject(FORBIDDEN)
})

test('the diagnosis fails for a till whose register another build made', async () => {
  const folder = temporaryFolder()
  changeFile(join(folder, 'register.sqlite'), 'CREATE TABLE goods (code TEXT); PRAGMA user_version = 1')
  expect(await findingOf(folder)).toMatchObject({ failure: { name: 'DATA_OF_ANOTHER_BUILD' } })
})
