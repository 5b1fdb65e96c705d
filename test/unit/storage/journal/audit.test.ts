import { copyFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runToEnd } from '../../../../main/base/chunked.ts'
import type { AuditEntry } from '../../../../main/storage/journal/index.ts'
import { auditOfFile } from '../../../support/audit-of-file.ts'
import { journalAt, newFile, numbered } from './till-journal.ts'

const sarnai = { id: 'c', name: 'Сарнай', role: 'cashier' }
const entry = (number: number, over: Partial<AuditEntry> = {}): AuditEntry => ({
  at: number,
  who: sarnai,
  action: 'changeLine',
  about: { number },
  approvedBy: null,
  ...over,
})

/** The closed file of a journal with so many audit rows. */
function fileWith(rows: number): string {
  const file = newFile()
  const journal = journalAt(file)
  for (let number = 1; number <= rows; number += 1) journal.audited(entry(number), () => {})
  journal.close()
  return file
}

/** Changes the file directly, with the triggers removed. */
function tamper(file: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(file)
  database.exec('DROP TRIGGER audit_is_kept; DROP TRIGGER audit_stands')
  for (const statement of statements) database.exec(statement)
  database.close()
}

test('an unchanged audit trail verifies', () => {
  expect(auditOfFile(fileWith(0))).toBe('0 audit entries')
  expect(auditOfFile(fileWith(5))).toBe('5 audit entries')
})

test.each([
  ['half of a character', 'Сар\ud83d'],
  ['a zero', 'Сар\0най'],
])('a trail with a name that has %s, which the file cannot hold, verifies', (_, name) => {
  const file = newFile()
  const journal = journalAt(file)
  const someone = { ...sarnai, name }
  journal.audited(entry(1, { who: someone, approvedBy: someone }), () => {})
  journal.close()
  expect(auditOfFile(file)).toBe('1 audit entries')
})

test('an action and its audit row are committed together or not at all', () => {
  const journal = journalAt()
  const failing = () => {
    journal.sales.commit(numbered(1))
    throw new Error('no')
  }
  expect(() => journal.audited(entry(1), failing)).toThrow('no')
  expect(journal.audit.rows(10)).toEqual([])
  expect(journal.sales.byId('sale-1')).toBeNull()
  const untellable = entry(1, { about: { amount: 10n } })
  expect(() => journal.audited(untellable, () => journal.sales.commit(numbered(1)))).toThrow()
  expect(journal.sales.byId('sale-1')).toBeNull()
})

test('no row can be changed or deleted by SQL', () => {
  const file = fileWith(2)
  const database = new DatabaseSync(file)
  expect(() => database.exec('DELETE FROM audit WHERE seq = 1')).toThrow(/never deleted/)
  expect(() => database.exec("UPDATE audit SET action = 'x'")).toThrow(/never changed/)
  database.close()
})

const ROWS = 6
const row = fc.integer({ min: 1, max: ROWS })

test('any row that is changed, removed or replaced by another is noticed', () => {
  const change = fc.record({
    seq: row,
    field: fc.constantFrom(
      'at = at + 1',
      "who = 'm'",
      "who_name = 'Тэмүүлэн'",
      "who_role = 'owner'",
      "action = 'undo'",
      `about = '{"number":99}'`,
      "approved_by = 'm'",
      "approved_name = 'Тэмүүлэн'",
      "approved_role = 'owner'",
      "hash = 'deed'",
    ),
  })
  const harm = fc.oneof(
    change.map(({ seq, field }) => [`UPDATE audit SET ${field} WHERE seq = ${seq}`]),
    row.map((seq) => [`DELETE FROM audit WHERE seq = ${seq}`]),
    // Numbers the rows after it down, as if it had never existed.
    row.map((seq) => [
      `DELETE FROM audit WHERE seq = ${seq}`,
      `UPDATE audit SET seq = -(seq - 1) WHERE seq > ${seq}`,
      'UPDATE audit SET seq = -seq WHERE seq < 0',
    ]),
    fc
      .tuple(row, row)
      .filter(([one, other]) => one !== other)
      .map(([one, other]) => [
        `UPDATE audit SET seq = 100 WHERE seq = ${one}`,
        `UPDATE audit SET seq = ${one} WHERE seq = ${other}`,
        `UPDATE audit SET seq = ${other} WHERE seq = 100`,
      ]),
    row.map((last) => [`DELETE FROM audit WHERE seq >= ${last}`]),
    fc.constant(["DELETE FROM key_value WHERE name = 'audit-head'"]),
  )
  const whole = fileWith(ROWS)
  const file = newFile()
  fc.assert(
    fc.property(harm, (statements) => {
      copyFileSync(whole, file)
      tamper(file, ...statements)
      expect(auditOfFile(file)).toMatch(/^audit entry /)
    }),
    { numRuns: 100 },
  )
})

test('the first wrong row is named', () => {
  const file = fileWith(ROWS)
  tamper(file, "UPDATE audit SET about = '{}' WHERE seq = 4")
  expect(auditOfFile(file)).toBe('audit entry 4: changed')
  const cut = fileWith(ROWS)
  tamper(cut, 'DELETE FROM audit WHERE seq > 4')
  expect(auditOfFile(cut)).toBe('audit entry 5: end cut off')
})

test('rows are read newest first, a page at a time', () => {
  const journal = journalAt(fileWith(5))
  expect(journal.audit.rows(2).map(({ seq }) => seq)).toEqual([5, 4])
  expect(journal.audit.rows(2, 4).map(({ seq }) => seq)).toEqual([3, 2])
})

test('rows before a given time are read page by page, newest first, also if the clock was set back', () => {
  const file = newFile()
  const journal = journalAt(file)
  for (const at of [1, 2, 9, 3, 8, 4, 9]) journal.audited(entry(at), () => {})
  const seqs = (limit: number, before: number | null) =>
    runToEnd(journal.audit.rowsUntil(8, limit, before)).map(({ seq }) => seq)
  expect([seqs(2, null), seqs(2, 4), seqs(2, 1), seqs(9, null)]).toEqual([[6, 4], [2, 1], [], [6, 4, 2, 1]])
})

test('a search for the rows before an old day pauses often, so that the till can sell meanwhile', () => {
  const file = fileWith(1)
  tamper(
    file,
    `WITH RECURSIVE number (seq) AS (VALUES (2) UNION ALL SELECT seq + 1 FROM number WHERE seq < 50000)
     INSERT INTO audit SELECT number.seq, 9, who, who_name, who_role, action, about, approved_by, approved_name, approved_role, hash, after
     FROM number, audit WHERE audit.seq = 1`,
  )
  const reading = journalAt(file).audit.rowsUntil(9, 60, null)
  let pauses = 0
  let step = reading.next()
  for (; !step.done; step = reading.next()) pauses += 1
  expect(pauses).toBeGreaterThan(3)
  expect(step.value.map(({ seq }) => seq)).toEqual([1])
})
