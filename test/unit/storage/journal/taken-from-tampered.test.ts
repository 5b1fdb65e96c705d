/** A restore or rescue from a tampered file takes everything and tells a person. */
import { closeSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type drawerAt, openedDrawer, sum } from '../../books/shifts/drawer.ts'

type Till = ReturnType<typeof drawerAt>

function soldTill(sales = 1): Till {
  const till = openedDrawer()
  for (let number = 1; number <= sales; number += 1) {
    till.take(till.ringUp(sum(1000)), '')
    till
      .journal()
      .audited(
        { at: till.clock.now(), who: null, action: 'openDrawer', about: {}, approvedBy: null },
        () => {},
      )
  }
  return till
}

/** Changes the file directly, with the triggers removed. */
function tampered(file: string, statement: string): void {
  const database = new DatabaseSync(file)
  const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
  database.exec(statement)
  for (const { sql } of triggers) database.exec(String(sql))
  database.close()
}

const CHANGED = { kind: 'event-changed', number: 3 }

const LIST = [
  ['an event was changed', 'UPDATE event SET at = at - 1 WHERE position = 3', CHANGED],
  [
    'an audit entry was changed',
    "UPDATE audit SET action = 'x' WHERE seq = 1",
    { kind: 'audit-changed', number: 1 },
  ],
  [
    'the last events were deleted',
    'DELETE FROM event WHERE position > 3; DELETE FROM audit; DELETE FROM sale_invoice',
    { kind: 'events-cut-off', number: 3 },
  ],
] as const

test.each(LIST)(
  'a backup in which %s is restored, and preview and restore report it',
  async (_, harm, wrong) => {
    const till = soldTill()
    const backup = await till.backUp()
    tampered(backup, harm)
    till.loseDisk()
    expect(await till.rehearse(backup)).toMatchObject({ added: 1, wrong })
    expect(await till.merge(backup)).toMatchObject({ added: 1, wrong })
  },
)

test('an unchanged backup has nothing wrong', async () => {
  const till = soldTill()
  const backup = await till.backUp()
  till.loseDisk()
  expect((await till.merge(backup)).wrong).toBeNull()
})

test('a backup of a journal into which a backup was restored is whole', async () => {
  const till = soldTill()
  const first = await till.backUp()
  till.loseDisk()
  await till.merge(first)
  till.shifts().open('0')
  const second = await till.backUp()
  till.loseDisk()
  expect((await till.merge(second)).wrong).toBeNull()
})

/** Marks the journal as damaged unless the start already rescued it, and returns the rescue's report. */
function rescuedNews(till: Till) {
  if (till.journal().rescue.report() === null) {
    till.rescue()
  }
  return till.journal().rescue.report()
}

const setAsideOf = (file: string): string =>
  readdirSync(dirname(file)).find((name) => name.includes('.damaged-') && name.endsWith('.sqlite')) ?? ''

test.each(LIST)('a journal in which %s is rescued, and a person is told', (_, harm, what) => {
  const till = soldTill()
  till.close()
  tampered(till.file(), harm)
  till.reopen()
  const report = rescuedNews(till)
  expect(report?.sales.read).toBe(1)
  expect(report?.wrong).toEqual([{ file: setAsideOf(till.file()), what }])
})

test('the rescue of an unchanged journal reports nothing wrong', () => {
  expect(rescuedNews(soldTill())?.wrong).toEqual([])
})

function spoilPage(file: string, page: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, page * 4096)
  closeSync(handle)
}

/** A leaf page with events that is not the first one. */
function leafOfEvents(file: string): number {
  const database = new DatabaseSync(file)
  const { rootpage } = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'event'").get() as {
    rootpage: number
  }
  database.close()
  const root = readFileSync(file).subarray((rootpage - 1) * 4096, rootpage * 4096)
  // The root is an interior page of the table (sqlite.org/fileformat.html); this takes the child of its fourth cell.
  expect(root[0]).toBe(5)
  return root.readUInt32BE(root.readUInt16BE(12 + 2 * 3)) - 1
}

test('with an unreadable page, a rescue reports events that were changed but not events that were lost', () => {
  const whole = soldTill(40)
  whole.close()
  spoilPage(whole.file(), leafOfEvents(whole.file()))
  whole.reopen()
  expect(rescuedNews(whole)?.wrong).toEqual([])
  const changed = soldTill(40)
  changed.close()
  tampered(changed.file(), 'UPDATE event SET at = at - 1 WHERE position = 3')
  spoilPage(changed.file(), leafOfEvents(changed.file()))
  changed.reopen()
  expect(rescuedNews(changed)?.wrong).toEqual([{ file: setAsideOf(changed.file()), what: CHANGED }])
})
