/**
 * A journal of version 15 gives the same figures, whether it is opened, restored as a backup, or rescued after damage.
 */
import { copyFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createBackups } from '../../../main/backup/index.ts'
import { silentLog } from '../../../main/environment.ts'
import { attentionOf } from '../../../main/sales/index.ts'
import type { Journal } from '../../../main/store/index.ts'
import { handClock } from '../../support/hand-clock.ts'
import { countsOf } from '../../support/journal-counts.ts'
import { oldJournal } from '../../support/old-journal-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { journalAt, newFile, numbered, OPTIONS } from './till-journal.ts'

const MODE = { ...OPTIONS, mode: 'practice' } as const

function backupsOf(journal: Journal, file: string) {
  const folder = dirname(file)
  return createBackups({
    journal: journal.file,
    folder,
    mode: 'practice',
    clock: handClock(),
    log: silentLog,
  })
}

/** A till that sold one sale of its own before the old file was restored. */
async function restored(old: string) {
  const file = newFile()
  const journal = journalAt(file, MODE)
  journal.sales.commit(numbered(9))
  const backup = join(temporaryFolder(), 'journal-practice-20261120-010000-1.sqlite')
  copyFileSync(old, backup)
  const backups = backupsOf(journal, file)
  const would = await backups.inspectFile(backup)
  expect(await backups.restoreFile(backup)).toEqual(would)
  await backups.now()
  return { journal, report: would }
}

function rescued(old: string): Journal {
  writeFileSync(`${old}.suspect`, '')
  return journalAt(old, MODE)
}

const waiting = (journal: Journal) =>
  journal.unfinished
    .attention()
    .flatMap((sale) => attentionOf(sale).map(({ cause, amount }) => `${sale.id} ${cause} ${amount}`))
    .sort()

const NAMES = ['v15/every-state', 'v15/torture', 'v15/history']

test.each(NAMES)('%s: the attention items are the same after opening, restore and rescue', async (name) => {
  const opened = waiting(journalAt(oldJournal(name), MODE))
  expect(waiting((await restored(oldJournal(name))).journal)).toEqual(opened)
  expect(waiting(rescued(oldJournal(name)))).toEqual(opened)
})

test.each(NAMES)('%s: a backup from before the upgrade agrees with the journal', async (name) => {
  const file = oldJournal(name)
  const backup = join(temporaryFolder(), 'journal-practice-20261120-010000-1.sqlite')
  copyFileSync(file, backup)
  const journal = journalAt(file, MODE)
  const { sales } = countsOf(journal)
  const report = await backupsOf(journal, file).restoreFile(backup)
  expect(report).toMatchObject({ added: 0, updated: 0, same: sales })
})

/** A sale that version 15 had rescued without one of its events. */
function withoutAnEvent(name: string) {
  const file = oldJournal(name)
  const database = new DatabaseSync(file)
  database.exec('DROP TRIGGER sale_event_is_kept')
  const row = database.prepare(`SELECT sale_id FROM sale_event WHERE kind = 'line-added' LIMIT 1`).get()
  const saleId = String(row?.sale_id)
  database.prepare('DELETE FROM sale_event WHERE sale_id = ? AND seq = 2').run(saleId)
  database.close()
  return { file, saleId }
}

test('one incomplete sale is taken over with the others, and a person is told', async () => {
  const { saleId } = withoutAnEvent('v15/history')
  const told = `${saleId} history-incomplete null`
  const opened = journalAt(withoutAnEvent('v15/history').file, MODE)
  const { journal, report } = await restored(withoutAnEvent('v15/history').file)
  const saved = rescued(withoutAnEvent('v15/history').file)
  expect(report).toMatchObject({ conflicts: 0, partly: 1, added: countsOf(opened).sales })
  expect(saved.rescue.report()?.sales).toMatchObject({ partly: 1, lost: 0 })
  for (const one of [opened, journal, saved]) {
    expect(waiting(one)).toContain(told)
    expect(one.sales.byId(saleId)?.invoices).toBeInstanceOf(Array)
  }
})

test('an incomplete sale is completed from a backup that has the missing event', async () => {
  const { file, saleId } = withoutAnEvent('v15/history')
  const backup = join(temporaryFolder(), 'journal-practice-20261120-010000-1.sqlite')
  copyFileSync(oldJournal('v15/history'), backup)
  const journal = journalAt(file, MODE)
  expect(await backupsOf(journal, file).restoreFile(backup)).toMatchObject({
    updated: 1,
    conflicts: 0,
    partly: 0,
  })
  const whole = journalAt(oldJournal('v15/history'), MODE)
  expect(journal.sales.byId(saleId)).toEqual(whole.sales.byId(saleId))
  expect(waiting(journal)).toEqual(waiting(whole))
})
