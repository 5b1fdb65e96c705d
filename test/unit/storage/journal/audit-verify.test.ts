/**
 * What `npm run audit:verify` says about journals that nobody tampered with: in use, restored, rescued, or not a
 * journal at all.
 */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { copyInUse } from '../../../../main/storage/sqlite/index.ts'
import { verifyJournal } from '../../../../scripts/trials/audit-verify/verify-journal.ts'
import { auditVerify, STEADY_TOTALS } from '../../../../scripts/trials/audit-verify.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { closeShift, drawerAt, openedDrawer, sell } from '../../books/shifts/drawer.ts'
import { newFile } from './till-journal.ts'

type Till = ReturnType<typeof drawerAt>

function verified(file: string, ...more: readonly string[]) {
  const lines: string[] = []
  const code = auditVerify([file, ...more], (line) => lines.push(line))
  return { code, lines, wrong: lines.filter((line) => line.startsWith('wrong: ')) }
}

const journalsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite') && !name.includes('damaged'))
    .map((name) => join(folder, name))

const fileIn = (folder: string): string => journalsIn(folder)[0] ?? ''

test('a shift that a restore left behind is closed while another one is open, and both Zs verify', async () => {
  const folder = temporaryFolder()
  const till = openedDrawer(folder, '50000')
  sell(till, 1000)
  const backup = await till.backUp()
  till.loseDisk()
  till.shifts().open('50000')
  sell(till, 2000)
  await till.merge(backup)
  const left = till
    .journal()
    .shifts.latest(9, Number.MAX_SAFE_INTEGER)
    .find(({ state }) => state === 'left')
  till.shifts().close({ shiftId: left?.id ?? '', lines: null, expected: null, reason: 'unsaid' })
  closeShift(till)
  till.close()
  expect(journalsIn(folder).map((file) => verified(file).wrong)).toEqual([[], []])
})

test('an event that a backup fills in after a Z does not count for that Z’s running total', async () => {
  const folder = temporaryFolder()
  const till = openedDrawer(folder, '50000')
  const sale = sell(till, 1000)
  const backup = await till.backUp()
  till.lose(sale, 'tender-taken')
  till.rescue()
  sell(till, 500)
  closeShift(till)
  await till.merge(backup)
  till.close()
  expect(verified(fileIn(folder))).toMatchObject({ code: 0, wrong: [] })
})

const verdictOf = (copy: string) => verifyJournal(copy, { head: null, ...STEADY_TOTALS })

/** A till in use: erasing what was printed also clears the write-ahead log, so that the log begins anew. */
function sellAndErase(till: Till): void {
  till.journal().seals.erase(sell(till, 1000), ['pay-1'])
}

test('a copy is consistent although the till restarts its write-ahead log meanwhile', () => {
  const folder = temporaryFolder()
  const till = openedDrawer(folder)
  sell(till, 1000)
  const copy = newFile()
  let copied = 0
  const isCopied = copyInUse(fileIn(folder), copy, (from, to) => {
    copyFileSync(from, to)
    copied += 1
    if (copied > 1) return
    sellAndErase(till)
    sell(till, 1000)
  })
  till.close()
  expect([isCopied, verdictOf(copy).wrong]).toEqual([true, []])
})

test('a copy is consistent although the till writes into its file meanwhile', () => {
  const folder = temporaryFolder()
  const till = openedDrawer(folder)
  sellAndErase(till)
  const copy = newFile()
  let copied = 0
  const isCopied = copyInUse(fileIn(folder), copy, (from, to) => {
    copied += 1
    if (copied > 1) return copyFileSync(from, to)
    const start = readFileSync(from).subarray(0, 16 * 4096)
    sellAndErase(till)
    writeFileSync(to, Buffer.concat([start, readFileSync(from).subarray(start.length)]))
  })
  till.close()
  expect([isCopied, verdictOf(copy).wrong]).toEqual([true, []])
})

test('the copy is given up when the journal changes during every attempt', () => {
  const folder = temporaryFolder()
  const till = openedDrawer(folder)
  const isCopied = copyInUse(fileIn(folder), newFile(), (from, to) => {
    copyFileSync(from, to)
    sellAndErase(till)
  })
  till.close()
  expect(isCopied).toBe(false)
})

test('a rescued journal that lost events always fails verification', () => {
  const folder = temporaryFolder()
  const till = openedDrawer(folder)
  const [first, second] = [sell(till, 1000), sell(till, 2000)]
  const shiftId = till.journal().shifts.open()?.id ?? ''
  till.lose(first, 'tender-taken')
  till.lose(second, 'tender-taken')
  till.lose(shiftId, 'shift-opened')
  till.rescue()
  till.close()
  const { code, wrong } = verified(fileIn(folder))
  expect(code).toBe(1)
  expect(wrong).toEqual([
    expect.stringMatching(/^wrong: sale K01-.*-1-.*: some of its events are missing, or do not add up$/),
    expect.stringMatching(/^wrong: sale K01-.*-2-.*: some of its events are missing, or do not add up$/),
    `wrong: shift ${shiftId}: some of its events are missing`,
  ])
})

test('a shift that was opened before a rescue and had its first sale after it verifies', async () => {
  const folder = temporaryFolder()
  const till = openedDrawer(folder)
  till.rescue()
  sell(till, 1000)
  closeShift(till)
  till.close()
  expect(verified(fileIn(folder))).toMatchObject({ code: 0, wrong: [] })
})

const auditEntry = (till: Till, what: string): void =>
  till
    .journal()
    .audited({ at: till.clock.now(), who: null, action: what, about: {}, approvedBy: null }, () => {})

/** A till on its second disk: the audit rows of the first disk were restored beside its own. */
async function onItsSecondDisk(folder: string) {
  const till = drawerAt(folder)
  for (const what of ['one', 'two', 'three']) auditEntry(till, what)
  const first = await till.backUp()
  till.loseDisk()
  await till.merge(first)
  auditEntry(till, 'restoreBackup')
  return till
}

const entriesIn = (file: string): readonly unknown[] => {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('SELECT action FROM audit UNION ALL SELECT action FROM audit_aside').all()
  database.close()
  return rows.map((row) => row.action).sort()
}

const ALL_ENTRIES = ['one', 'restoreBackup', 'three', 'two']

test('the audit rows of the first disk are still there after the second disk is lost', async () => {
  const folder = temporaryFolder()
  const till = await onItsSecondDisk(folder)
  const second = await till.backUp()
  const before = journalsIn(folder)
  till.loseDisk()
  await till.merge(second)
  till.close()
  const [file = ''] = journalsIn(folder).filter((one) => !before.includes(one))
  expect(entriesIn(file)).toEqual(ALL_ENTRIES)
  expect(verified(file)).toMatchObject({ code: 0, wrong: [] })
})

test('the audit rows of a first disk are there after a rescue', async () => {
  const folder = temporaryFolder()
  const till = await onItsSecondDisk(folder)
  till.rescue()
  till.close()
  const files = journalsIn(folder)
  expect(files.map(entriesIn)).toContainEqual(ALL_ENTRIES)
  expect(files.map((file) => verified(file).wrong)).toEqual([[], []])
})

test.each([
  ['changed', "UPDATE audit_aside SET action = 'x' WHERE seq = 2"],
  ['deleted', 'DELETE FROM audit_aside WHERE seq = 2'],
])('an audit row of another file that was %s is reported', async (_what, statement) => {
  const folder = temporaryFolder()
  const till = await onItsSecondDisk(folder)
  till.close()
  const [file = ''] = journalsIn(folder).filter((one) => entriesIn(one).length === ALL_ENTRIES.length)
  changeFile(file, statement)
  expect(verified(file).wrong).toEqual([
    expect.stringMatching(
      /^wrong: audit entry [23] of another file: it was changed, or the one before it is missing$/,
    ),
  ])
})

test('a file that is not a journal is reported as such', () => {
  const file = newFile()
  writeFileSync(file, 'no database at all, but long enough to be read as one'.repeat(100))
  expect(verified(file)).toEqual({
    code: 1,
    lines: ['wrong: file is not a database'],
    wrong: ['wrong: file is not a database'],
  })
  expect(verified(temporaryFolder())).toMatchObject({ code: 2 })
})

test('a head is accepted in the form in which a Z prints it', () => {
  const folder = temporaryFolder()
  const till = openedDrawer(folder)
  sell(till, 1000)
  const chain = till.shifts().report(closeShift(till))?.totals?.chain
  till.close()
  const groups = chain?.head.slice(0, 16).match(/.{4}/g)?.join(' ')
  const { code, lines } = verified(fileIn(folder), '--head', `${chain?.position}: ${groups}`)
  expect(code).toBe(0)
  expect(lines).toContain(`the head that was given is that after event ${chain?.position}`)
})
