/** `--diagnose` where the till may not write to its data: it does not start then. */
import { expect, test } from 'vitest'
import { diagnose } from '../../../main/health/index.ts'
import { giveEmptyJournal } from '../../support/empty-journal.ts'
import { remount, smallDisk } from '../../support/small-disk.ts'

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
  giveEmptyJournal(folder, 'practice')
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
