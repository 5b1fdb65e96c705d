/** Journals of earlier versions that are cut off, merged, rescued and verified by today's program. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createBackups, verifyJournal } from '../../../main/backup/index.ts'
import { silentLog } from '../../../main/environment.ts'
import { MIGRATIONS, migrate } from '../../../main/journal/index.ts'
import { rebuildWith } from '../../../main/projections/index.ts'
import { saleModel } from '../../../main/sales/index.ts'
import { suspectOf } from '../../../main/sqlite/index.ts'
import { openJournal } from '../../../main/store/index.ts'
import { STEADY_TOTALS } from '../../../scripts/audit/steady-totals.ts'
import { handClock } from '../../support/hand-clock.ts'
import { journalFigures, withJournal } from '../../support/journal-figures.ts'
import { oldJournal } from '../../support/old-journal-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { newFile } from './till-journal.ts'

const NAMES = [
  'v38/one-tax-unknown',
  'v37/unknown-taxes',
  'v33/renamed-words',
  'v15/every-state',
  'v15/torture',
  'v15/history',
]
const wrongIn = (file: string) =>
  verifyJournal(file, { model: saleModel, head: null, ...STEADY_TOTALS }).wrong

type Figures = ReturnType<typeof journalFigures>['sales'][number]
/** Without the seals, which no other file gets, and the papers, of which one that was printing is unconfirmed. */
const steady = ({ seals: _seals, papers: _papers, ...sale }: Figures) => sale

const read = (file: string) => ({ figures: journalFigures(file), wrong: wrongIn(file) })
/** Each journal after it was opened; it is upgraded once for all tests of this file. */
const upgraded = new Map<string, { readonly bytes: Buffer; readonly whole: ReturnType<typeof read> }>()

function upgrade(name: string) {
  const file = oldJournal(name)
  const whole = read(file)
  const made = { bytes: readFileSync(file), whole }
  upgraded.set(name, made)
  return made
}

/** What the journal comes to when it is opened. */
const whole = (name: string): ReturnType<typeof read> => (upgraded.get(name) ?? upgrade(name)).whole

/** A copy of the upgraded journal. */
function upgradedJournal(name: string): string {
  const copy = join(temporaryFolder(), 'journal-practice.sqlite')
  writeFileSync(copy, (upgraded.get(name) ?? upgrade(name)).bytes)
  return copy
}

/** A copy of a journal in a folder of its own. */
function copyOf(file: string, name = 'journal-practice.sqlite'): string {
  const copy = join(temporaryFolder(), name)
  copyFileSync(file, copy)
  return copy
}

test.each(NAMES)('the journal %s is whole when it is verified after its migration', (name) => {
  expect(whole(name).wrong).toEqual([])
})

test.each(NAMES)(
  'the journal %s comes to the same when each of the last two steps of its migration is cut off',
  (name) => {
    const from = Number(name.slice(1, 3))
    const cut = oldJournal(name)
    for (let step = Math.max(from + 1, MIGRATIONS.length - 2); step < MIGRATIONS.length; step += 1) {
      const database = new DatabaseSync(cut)
      const steps = MIGRATIONS.map((one, at) => (at === step ? { sql: 'SELECT no_such_function()' } : one))
      expect(() => migrate(database, steps, rebuildWith(saleModel), silentLog)).toThrow()
      expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: step })
      database.close()
      expect(read(copyOf(cut))).toEqual(whole(name))
    }
  },
  300_000,
)

test.each(NAMES)(
  'the file %s, restored twice into a new journal and into its own, adds nothing twice',
  async (name) => {
    const own = upgradedJournal(name)
    const { figures } = whole(name)
    const restored = async (file: string, backup: string) => {
      const journal = openJournal(file, { model: saleModel, now: () => 0, mode: 'practice' })
      const backups = createBackups({
        journal: journal.file,
        folder: dirname(file),
        mode: 'practice',
        clock: handClock(),
        log: silentLog,
      })
      const first = await backups.restoreFile(backup)
      const second = await backups.restoreFile(backup)
      journal.close()
      return [first, second]
    }
    const backup = copyOf(oldJournal(name), 'journal-practice-20261121-120000-1.sqlite')
    const [one, two] = await restored(own, backup)
    expect([one?.added, one?.updated, one?.conflicts, two?.added, two?.updated, two?.conflicts]).toEqual([
      0, 0, 0, 0, 0, 0,
    ])
    const kept = journalFigures(own)
    expect(kept.sales.map(steady)).toEqual(figures.sales.map(steady))
    expect(kept.daySums).toEqual(figures.daySums)
    const fresh = newFile()
    const [, again] = await restored(fresh, backup)
    expect([again?.added, again?.updated, again?.conflicts]).toEqual([0, 0, 0])
    const brought = journalFigures(fresh)
    expect(brought.sales.map(steady)).toEqual(figures.sales.map(steady))
    expect(brought.daySums).toEqual(figures.daySums)
    expect(wrongIn(fresh)).toEqual([])
  },
  120_000,
)

test.each(NAMES)(
  'the journal %s, rescued without any loss, has the same figures',
  (name) => {
    const { figures } = whole(name)
    const file = oldJournal(name)
    writeFileSync(suspectOf(file), '')
    const rescued = journalFigures(file)
    expect(withJournal(file, (journal) => journal.rescue.report())).toMatchObject({
      sales: { partly: expect.any(Number), lost: 0 },
    })
    expect(rescued.sales.map(steady)).toEqual(figures.sales.map(steady))
    expect(rescued.daySums).toEqual(figures.daySums)
    expect(rescued.shifts).toEqual(figures.shifts)
    const decided = ({ cause }: { cause: string }) => cause !== 'receipt-unprintable'
    expect(rescued.attention.filter(decided)).toEqual(figures.attention.filter(decided))
    expect(rescued.auditRows).toEqual(figures.auditRows)
  },
  120_000,
)
