/**
 * Somebody changes a journal's file directly, and `npm run audit:verify` names what does not fit. The triggers are put
 * back each time, so that they are not what gives it away.
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainAll, linksOf } from '../../../../main/storage/journal/index.ts'
import { auditVerify } from '../../../../scripts/trials/audit-verify.ts'
import { rebuildAll } from '../../../support/rebuild-all.ts'
import { drawerAt, paid, sum } from '../../books/shifts/drawer.ts'
import { journalAt, newFile } from './till-journal.ts'

/** Two closed shifts. Each has three sales for cash, an audit row after each of them, and one sale by QR. */
function shopDays(folder: string) {
  const till = drawerAt(folder)
  const heads = [1, 2].map(() => {
    till.shifts().open('50000')
    for (const price of [2500, 4000, 1000]) {
      till.clock.advance(60_000)
      till.take(till.ringUp(sum(price)), '')
      const entry = {
        at: till.clock.now(),
        who: null,
        action: 'openDrawer',
        about: { price },
        approvedBy: null,
      }
      till.journal().audited(entry, () => {})
    }
    const charged = till.ringUp(sum(5000))
    till.charge(charged, sum(5000), sum(5000))
    till.check(charged, paid(charged, sum(5000), 'CARD'))
    const report = till.shifts().report(null)
    const { expected } = report?.totals?.drawer ?? { expected: null }
    const shiftId = report?.shift.id ?? ''
    till.shifts().close({ shiftId, lines: [], expected, reason: 'unsaid' })
    return String(till.shifts().report(shiftId)?.totals.chain.head)
  })
  till.close()
  const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.sqlite'))
  return { file: join(folder, name), firstHead: String(heads[0]), lastHead: String(heads[1]) }
}

let shop: ReturnType<typeof shopDays>
const folder = mkdtempSync(join(tmpdir(), 'tugrik-tampering-'))
beforeAll(() => {
  shop = shopDays(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function verified(file: string, ...more: readonly string[]) {
  const lines: string[] = []
  const code = auditVerify([file, ...more], (line) => lines.push(line))
  return { code, lines, wrong: lines.filter((line) => line.startsWith('wrong: ')) }
}

type Harm = (database: DatabaseSync) => void

/** A copy of the journal with this change. */
function harmed(harm: Harm): string {
  const file = newFile()
  copyFileSync(shop.file, file)
  const database = new DatabaseSync(file)
  harm(database)
  database.close()
  return file
}

const sql =
  (...statements: readonly string[]): Harm =>
  (database) => {
    const triggers = database.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
    for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`)
    for (const statement of statements) database.exec(statement)
    for (const trigger of triggers) if (isThere(database, trigger)) database.exec(String(trigger.sql))
  }

/** False when the trigger's table was dropped. */
const isThere = (database: DatabaseSync, trigger: { readonly [column: string]: unknown }): boolean =>
  tableNames(database).some(
    (table) =>
      String(trigger.sql).includes(` ON ${table}\n`) || String(trigger.sql).includes(` ON ${table} `),
  )

const tableNames = (database: DatabaseSync): readonly string[] =>
  database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => String(name))

/** Computes everything that is derived and every hash again, so that the file itself shows no trace. */
const madeAnew: Harm = (database) => {
  rebuildAll(database)
  for (;;) {
    chainAll(database)
    const wrong = [...linksOf(database)].find(
      ({ before, event }) =>
        event?.kind === 'shift-closed' && JSON.parse(String(event.body)).totals.chain.head !== before.head,
    )
    if (wrong === undefined) return
    const { head, position } = wrong.before
    sql(
      `UPDATE event SET body = json_set(body, '$.totals.chain.head', '${head}', '$.totals.chain.position', ${position})
         WHERE position = ${position + 1}`,
    )(database)
  }
}

const both =
  (...harms: readonly Harm[]): Harm =>
  (database) => {
    for (const harm of harms) harm(database)
  }

const Z1 = "(SELECT min(position) FROM event WHERE kind = 'shift-closed')"
const LAST_SALE = '(SELECT id FROM sale ORDER BY rowid DESC LIMIT 1)'
/** Closes the first gap between positions. */
const ONE_GAP = `UPDATE event SET position = position - 1 WHERE position > (
  SELECT min(position) FROM event e WHERE NOT EXISTS (SELECT 1 FROM event x WHERE x.position = e.position + 1))`
const COLUMNS = 'id, subject, seq, at, kind, version, body, command, actor, shift_id, hash'
const movedDown = (from: number): readonly string[] => [
  `UPDATE event SET position = -(position - 1) WHERE position > ${from}`,
  'UPDATE event SET position = -position WHERE position < 0',
]
const movedUp = (from: number): readonly string[] => [
  `UPDATE event SET position = -(position + 1) WHERE position >= ${from}`,
  'UPDATE event SET position = -position WHERE position < 0',
]
const copied = (position: number, from: number): string =>
  `INSERT INTO event (position, ${COLUMNS}) SELECT ${position}, 'x', subject, 9, at, kind, version, body, command, actor, shift_id, hash
     FROM event WHERE position = ${from}`

/** The change, and what audit:verify must say about it. */
const LIST: readonly (readonly [string, Harm, RegExp])[] = [
  [
    'the body of an event is changed',
    sql("UPDATE event SET body = json_set(body, '$.line.amount', 1) WHERE position = 3"),
    /^event 3 \(.*line-added\), or an audit entry before it, is not what was written there$/,
  ],
  ['the time of an event is changed', sql('UPDATE event SET at = at - 1 WHERE position = 4'), /^event 4 /],
  [
    'an event is moved to another shift',
    sql("UPDATE event SET shift_id = 'x' WHERE position = 4"),
    /^event 4 /,
  ],
  [
    'the person of an event is changed',
    sql(`UPDATE event SET actor = '{"id":"x"}' WHERE position = 4`),
    /^event 4 /,
  ],
  ['the hash of an event is changed', sql("UPDATE event SET hash = x'00' WHERE position = 4"), /^event 4 /],
  ['an event is deleted', sql('DELETE FROM event WHERE position = 5'), /^event 5 is missing$/],
  [
    'an event is deleted, and the later ones are renumbered',
    sql('DELETE FROM event WHERE position = 5', ...movedDown(5)),
    /^event 5 .* is not what was written there$/,
  ],
  [
    'an event is inserted between others',
    sql(...movedUp(5), copied(5, 4)),
    /^event 5 .* is not what was written there$/,
  ],
  [
    'two events are exchanged',
    sql(
      'UPDATE event SET position = -5 WHERE position = 5',
      'UPDATE event SET position = 5 WHERE position = 6',
      'UPDATE event SET position = 6 WHERE position = -5',
    ),
    /^event 5 .* is not what was written there$/,
  ],
  [
    'the last events are deleted',
    sql('DELETE FROM event WHERE position > 20'),
    /^the events after 20 are cut off: there were \d+$/,
  ],
  [
    'the last events are deleted, and the head of the chain is adapted',
    sql(
      'DELETE FROM event WHERE position > 20',
      'DELETE FROM audit WHERE after > 20',
      'UPDATE chain SET position = 20, entry = (SELECT max(seq) FROM audit), head = (SELECT lower(hex(hash)) FROM event WHERE position = 20)',
    ),
    /^sale K01-.*: some of its events are missing, or do not add up$/,
  ],
  ['the head of the chain is changed', sql("UPDATE chain SET head = 'x'"), /^the head of the chain is not /],
  ['the head of the chain is deleted', sql('DELETE FROM chain'), /^the head of the chain is missing$/],
  ...['event', 'audit', 'chain', 'sale', 'shift', 'ledger_sum', 'sale_term', 'key_value'].map(
    (table) =>
      [
        `the table ${table} is dropped`,
        sql('PRAGMA foreign_keys = OFF', `DROP TABLE ${table}`),
        /^(index|table|trigger) .* is missing$/,
      ] as const,
  ),
  [
    'a trigger is dropped',
    (database) => database.exec('DROP TRIGGER event_stands'),
    /^trigger event_stands is missing$/,
  ],
  [
    'a trigger is added that changes what is written',
    sql('CREATE TRIGGER thief AFTER INSERT ON event BEGIN DELETE FROM key_value; END'),
    /^trigger thief is not of this program$/,
  ],
  ...(
    [
      ['event', 'UPDATE event SET at = 9223372036854775807 WHERE position = 4', 'at'],
      ['sale', 'UPDATE sale SET total = 9007199254740993', 'total'],
      ['ledger_sum', 'UPDATE ledger_sum SET amount = -9223372036854775808', 'amount'],
      ['audit', 'UPDATE audit SET at = 9007199254740993', 'at'],
    ] as const
  ).map(
    ([table, statement, column]) =>
      [
        `${column} of ${table} is a number beyond what is exact`,
        sql(statement),
        new RegExp(`^table ${table}: ${column} is -?\\d+, a number that no till writes$`),
      ] as const,
  ),
  [
    'the totals of a Z are changed',
    sql(`UPDATE event SET body = json_set(body, '$.totals.net', 100) WHERE position = ${Z1}`),
    /^event \d+ \(.*, shift-closed\), or an audit entry/,
  ],
  [
    'the totals of a Z are changed, and every later hash is computed again',
    both(
      sql(
        `UPDATE event SET body = json_set(body, '$.totals.tenders.cash.amount', 100) WHERE position = ${Z1}`,
      ),
      madeAnew,
    ),
    /^Z 0001: tenders.cash.amount is 100, it comes to 750000$/,
  ],
  [
    'the running total in a Z is lowered, and every later hash is computed again',
    both(
      sql(
        `UPDATE event SET body = json_set(body, '$.totals.running', 750000) WHERE position > ${Z1} AND kind = 'shift-closed'`,
      ),
      madeAnew,
    ),
    /^Z 0002: running is 750000, it comes to 2500000$/,
  ],
  [
    'every hash is computed again, but not the head in a Z',
    both(sql('UPDATE event SET at = at - 1 WHERE position = 4'), (database) => chainAll(database)),
    /^Z 0001: its head is not that of the chain before it$/,
  ],
  [
    'the last sale of a Z is removed, and everything is computed again',
    both(
      sql(
        'PRAGMA foreign_keys = OFF',
        `DELETE FROM event WHERE subject = ${LAST_SALE}`,
        ...Array.from({ length: 9 }, () => ONE_GAP),
        `DELETE FROM shift_sale WHERE sale_id = ${LAST_SALE}`,
        `DELETE FROM sale WHERE id = ${LAST_SALE}`,
      ),
      madeAnew,
    ),
    /^Z 0002: its last sale K01-.* is missing$/,
  ],
  [
    'the sum of a day is changed',
    sql("UPDATE ledger_sum SET amount = amount - 100 WHERE account = 'hour' AND book LIKE 'day %'"),
    /^sum hour, day .*: it is .*, the events come to /,
  ],
  [
    'the sum of a shift is deleted',
    sql("DELETE FROM ledger_sum WHERE account = 'cash' AND key = 'taken' AND book LIKE 'shift %'"),
    /^sum cash, shift .*, taken: it is 0 0 0 0 0 0, the events come to .*, and 1 more sums$/,
  ],
  [
    'the total of a sale is changed',
    sql('UPDATE sale SET total = 1 WHERE total = 250000'),
    /^sale K01-.*: total is 1, it comes to 250000$/,
  ],
  [
    'the snapshot of a sale is changed',
    sql("UPDATE sale SET snapshot = json_set(snapshot, '$.lines[0].amount', 1) WHERE total = 250000"),
    /^sale K01-.*: snapshot.lines.0.amount is 1, it comes to 250000$/,
  ],
  [
    'a field is added to the snapshot of a sale',
    sql("UPDATE sale SET snapshot = json_set(snapshot, '$.more', 1)"),
    /^sale K01-.*: snapshot has more in it$/,
  ],
  [
    'the attention of a sale is changed',
    sql('UPDATE sale SET attention = 1'),
    /^sale K01-.*: attention is 1, it comes to 0$/,
  ],
  [
    'the row of a sale is deleted',
    sql('PRAGMA foreign_keys = OFF', `DELETE FROM sale WHERE id = ${LAST_SALE}`),
    /: its row is missing, event \d+ is about it$/,
  ],
  [
    'a shift gets another number',
    sql('UPDATE shift SET z_number = 7 WHERE z_number = 1'),
    /^shift .*: z_number is 7, it comes to 1$/,
  ],
  [
    'a sale is marked as having lost an event',
    sql('UPDATE sale SET version = version + 1, partly = 1 WHERE total = 250000'),
    /^sale K01-.*: some of its events are missing, or do not add up$/,
  ],
  [
    'a shift is marked as having lost an event',
    sql('UPDATE shift SET version = version + 1, z_number = 7 WHERE z_number = 1'),
    /^shift .*: some of its events are missing$/,
  ],
  ...(
    [
      ['opened_at', 'opened_at - 1'],
      ['closed_at', 'closed_at + 1'],
      ['terminal', "'K09'"],
      ['tag', "'ZZZZ'"],
    ] as const
  ).map(
    ([column, value]) =>
      [
        `the ${column} of a shift is changed`,
        sql(`UPDATE shift SET ${column} = ${value} WHERE z_number = 1`),
        new RegExp(`^shift .*: ${column} is .*, it comes to `),
      ] as const,
  ),
  [
    'the search entries of all sales are deleted',
    sql('DELETE FROM sale_term'),
    /^a sale is not found by: .*, \d+$/,
  ],
  [
    'a sale gets a wrong search entry',
    sql("INSERT INTO sale_term SELECT 'sum:1', place FROM found_sale LIMIT 1"),
    /^a sale is found by what it has not: sum:1, \d+$/,
  ],
  [
    'a sale is removed from the history',
    sql(`DELETE FROM found_sale WHERE sale_id = ${LAST_SALE}`),
    /^the place of a sale in the history is not right: K01-/,
  ],
  [
    'a sale is moved within the history',
    sql(`UPDATE found_sale SET place = place - 5000000 WHERE sale_id = ${LAST_SALE}`),
    /^the place of a sale in the history is not right: K01-/,
  ],
  [
    'the links from invoices to their sales are deleted',
    sql('DELETE FROM sale_invoice'),
    /^no sale is found by the invoice: inv-/,
  ],
  [
    'an invoice is linked to another sale',
    sql('UPDATE sale_invoice SET sale_id = (SELECT id FROM sale ORDER BY rowid LIMIT 1)'),
    /^a sale is found by an invoice that it has not: inv-/,
  ],
  [
    'a sale is removed from its shift',
    sql(`DELETE FROM shift_sale WHERE sale_id = ${LAST_SALE}`),
    /^a sale is not among those of its shift: /,
  ],
  [
    'a sale is added to another shift',
    sql(`INSERT INTO shift_sale VALUES ('x', ${LAST_SALE})`),
    /^a sale is among those of another shift: x, /,
  ],
  [
    'the names of sold goods are deleted',
    sql('DELETE FROM sold_goods'),
    /^the name of goods that were sold is missing: /,
  ],
  [
    'a name is added under which the goods were never sold',
    sql("INSERT INTO sold_goods SELECT code, 'x' FROM sold_goods LIMIT 1"),
    /^no goods were rung up under the name: .*, x$/,
  ],
  [
    'the name of the action in an audit entry is changed',
    sql("UPDATE audit SET action = 'x' WHERE seq = 2"),
    /^audit entry 2: changed$/,
  ],
  ['an audit entry is deleted', sql('DELETE FROM audit WHERE seq = 2'), /^audit entry 2: missing$/],
  [
    'an audit entry is moved to another place among the events',
    sql('UPDATE audit SET after = 1 WHERE seq = 2'),
    /^event \d+ .*, or an audit entry before it, is not what was written there$/,
  ],
  [
    'the last audit entry is deleted, and the head of the audit trail is adapted',
    sql(
      'DELETE FROM audit WHERE seq = 6',
      "UPDATE key_value SET value = (SELECT seq || ' ' || hash FROM audit WHERE seq = 5) WHERE name = 'audit-head'",
    ),
    /^event \d+ .*, or an audit entry before it, is not what was written there$/,
  ],
]

test('an unchanged journal verifies, with the heads that were printed from it', () => {
  expect(verified(shop.file)).toMatchObject({ code: 0, wrong: [] })
  for (const head of [shop.firstHead, shop.lastHead])
    expect(verified(shop.file, '--head', head)).toMatchObject({ code: 0, wrong: [] })
  expect(verified(shop.file, '--head', shop.firstHead.slice(0, 20).toUpperCase()).lines).toContainEqual(
    expect.stringMatching(/^the head that was given is that after (event|audit entry) \d+$/),
  )
})

test.each(LIST)('audit:verify reports it when %s', (_what, harm, told) => {
  const { code, wrong } = verified(harmed(harm))
  expect(wrong.map((line) => line.slice('wrong: '.length))).toContainEqual(expect.stringMatching(told))
  expect(code).toBe(1)
})

test('a chain that was computed again after a change verifies, but lacks the printed heads', () => {
  const file = harmed(both(sql('UPDATE event SET at = at - 1 WHERE position = 4'), madeAnew))
  expect(verified(file)).toMatchObject({ code: 0, wrong: [] })
  for (const head of [shop.firstHead, shop.lastHead])
    expect(verified(file, '--head', head)).toMatchObject({
      code: 1,
      wrong: ['wrong: the head that was given is nowhere in the chain'],
    })
})

test('a head that was printed later shows that the last events, with everything derived from them, were removed', () => {
  const cut = both(
    sql(
      'PRAGMA foreign_keys = OFF',
      `DELETE FROM audit WHERE after > ${Z1}`,
      "UPDATE key_value SET value = (SELECT seq || ' ' || hash FROM audit ORDER BY seq DESC LIMIT 1) WHERE name = 'audit-head'",
      `DELETE FROM event WHERE position > ${Z1}`,
      'DELETE FROM sale WHERE id NOT IN (SELECT subject FROM event)',
      'DELETE FROM shift WHERE id NOT IN (SELECT subject FROM event)',
      'DELETE FROM sale_invoice WHERE sale_id NOT IN (SELECT id FROM sale)',
      'DELETE FROM shift_sale WHERE shift_id NOT IN (SELECT id FROM shift)',
      "DELETE FROM key_value WHERE name = 'next-shift'",
    ),
    madeAnew,
  )
  const file = harmed(cut)
  expect(verified(file)).toMatchObject({ code: 0, wrong: [] })
  expect(verified(file, '--head', shop.firstHead)).toMatchObject({ code: 0, wrong: [] })
  expect(verified(file, '--head', shop.lastHead)).toMatchObject({
    code: 1,
    wrong: ['wrong: the head that was given is nowhere in the chain'],
  })
})

test('the command prints its findings and exits with a code', () => {
  const run = (file: string) =>
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../../../scripts/trials/audit-verify.ts'), file],
      {
        encoding: 'utf8',
      },
    )
  expect(run(shop.file)).toMatchObject({ status: 0, stdout: expect.stringMatching(/\nwhole\n$/) })
  const harm = sql('DELETE FROM event WHERE position = 5')
  expect(run(harmed(harm))).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^wrong: event 5 is missing$/m),
  })
  expect(run('/nowhere')).toMatchObject({ status: 2 })
})

test('a head that is too short is refused', () => {
  expect(verified(shop.file, '--head', 'abcd')).toMatchObject({ code: 2 })
})

test('merged events get places in the chain, and merged Zs keep the heads that they were printed with', async () => {
  const file = newFile()
  const journal = journalAt(file)
  const source = new DatabaseSync(shop.file)
  await journal.file.merge(source)
  source.close()
  journal.close()
  expect(verified(file)).toMatchObject({ code: 0, wrong: [] })
})

test('a journal that was rescued without loss verifies, and an earlier head is in the file that was set aside', () => {
  const file = newFile()
  copyFileSync(shop.file, file)
  const suspect = journalAt(file)
  suspect.file.markSuspect()
  suspect.close()
  journalAt(file).close()
  expect(verified(file)).toMatchObject({ code: 0, wrong: [] })
  const aside = readdirSync(dirname(file)).find((name) => /damaged-.*\.sqlite$/.test(name)) ?? ''
  expect(verified(join(dirname(file), aside), '--head', shop.lastHead)).toMatchObject({ code: 0, wrong: [] })
})
