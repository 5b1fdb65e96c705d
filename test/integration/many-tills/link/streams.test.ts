/** The shop database receives what a till records: each event once and in order, through cut lines and killed processes. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { sessionVault } from '../../../../main/shop/settings/index.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import { rungUp } from '../../../support/charged-sale.ts'
import { eventually } from '../../../support/eventually.ts'
import { lineTo } from '../../../support/line.ts'
import {
  expectAllSent,
  journalOf,
  practiceShop,
  sell,
  streamed,
  sumsOf,
  sumsOfShop,
  untilPrintedAndSent,
  untilSent,
} from '../../../support/linked-till.ts'
import { tillAtPractice } from '../../../support/looks.ts'
import { ALL_TENDERS, closeShift } from '../../../support/open-shift.ts'
import { cashSale, startReturn } from '../../../support/returns.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { dumpOf, restoredFrom } from '../../../support/shop-restore.ts'
import { startTill } from '../../../support/terminal.ts'
import { testModeProcess } from '../../../support/till-process.ts'
import { twoTills } from '../../../support/two-tills.ts'

const server = shopServerForFile()
const open = () => tillAtPractice({ settings: { tenders: ALL_TENDERS } })

describe('a till in a shop database', () => {
  test('sends what was sold before and after it joined, each once and in order', async () => {
    const shop = await practiceShop(server)
    const { till, folder } = await open()
    await sell(till)
    await shop.pair(till)
    const saleId = await sell(till)
    await till.until(saleId, 'completed')
    await till.untilView(({ waiting, printing }) => waiting.count === 0 && printing.waiting === 0)
    await expectAllSent(shop, till, folder)
    expect(await shop.count('quarantine')).toBe(0)
    const { rows } = await shop.admin.query(
      `SELECT body FROM shop.current WHERE kind = 'sale' AND key = $1`,
      [saleId],
    )
    const { view } = await till.ask('getSale', { saleId })
    expect(rows[0]?.body).toMatchObject({
      number: view.sale.senderInvoiceNo,
      state: view.status.name,
      total: view.totals.total,
      sale: { id: saleId, version: view.sale.version },
    })
  })

  test('sends a sale whose note, label and reference were cut at an emoji', async () => {
    const { shop, first: till } = await twoTills(server)
    const long = (letters: number): string => `${'a'.repeat(letters - 1)}\u{1F600}`
    const { saleId } = await rungUp(till, 1)
    await till.ask('noteSale', { saleId, note: long(200) })
    await till.ask('parkSale', { saleId, label: long(60) })
    await till.ask('resumeSale', { saleId })
    await till.ask('takeTender', { saleId, kind: 'card', received: '', reference: long(40) })
    await untilSent(till)
    expect(await shop.count('quarantine')).toBe(0)
    expect(await shop.count('current', `kind = 'sale'`)).toBe(1)
  })

  test('sends the sums of a return with the longest reason that can be typed', async () => {
    const shop = await practiceShop(server)
    const { till, folder } = await open()
    const { saleId } = await cashSale(till)
    await startReturn(till, saleId, { way: 'cash', reason: 'ө'.repeat(500) })
    await shop.pair(till)
    await expectAllSent(shop, till, folder)
    expect(await shop.count('quarantine')).toBe(0)
    expect(await sumsOfShop(shop)).toEqual(sumsOf(folder))
  })

  test('sends its shifts, and the sums that its reports add up', async () => {
    const shop = await practiceShop(server)
    const { till, folder } = await open()
    await shop.pair(till, { code: 'T7' })
    await till.ask('openShift', { float: '50000' })
    await sell(till)
    await closeShift(till)
    await till.ask('openShift', { float: '50000' })
    await sell(till)
    await expectAllSent(shop, till, folder)
    expect(await sumsOfShop(shop)).toEqual(sumsOf(folder))
    const shifts = await shop.admin.query(
      `SELECT body FROM shop.current WHERE kind = 'shift' ORDER BY body -> 'openedAt'`,
    )
    expect(shifts.rows.map(({ body }) => [body.state, body.closed?.kind])).toEqual([
      ['closed', 'shift-closed'],
      ['open', undefined],
    ])
  })

  test('has each event once after the server was killed and the line was cut again and again', async () => {
    const shop = await practiceShop(server)
    const line = await lineTo(server.server().port)
    const { till, folder } = await open()
    await shop.pair(till, { port: line.port })
    for (let round = 0; round < 3; round += 1) {
      await sell(till)
      line.cut()
      await sell(till)
      line.restore()
      await sell(till)
    }
    await server.server().kill()
    await sell(till)
    await server.server().start()
    await expectAllSent({ streamed: async () => streamed({ admin: await shop.connect() }) }, till, folder)
  })

  test('sends a long backlog over a line that breaks in a long transfer', async () => {
    const shop = await practiceShop(server)
    const line = await lineTo(server.server().port)
    const { till, folder } = await open()
    for (let sale = 0; sale < 12; sale += 1) await sell(till)
    line.carry(60_000)
    await shop.pair(till, { port: line.port })
    await expectAllSent(shop, till, folder)
  })

  test('sends all rows again after an update over a line that breaks after each push', async () => {
    const shop = await practiceShop(server)
    const vault = sessionVault()
    const { till, folder, address } = await tillAtPractice({ settings: { tenders: ALL_TENDERS }, vault })
    await shop.pair(till)
    for (let count = 0; count < 40; count += 1) await sell(till)
    await untilSent(till)
    await till.stop()
    // As after an update that changed the form of the rows.
    const file = join(folder, 'shop-database-test.json')
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), rows: 0 }))
    await shop.admin.query(
      `CREATE FUNCTION shop.breaks() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
          IF current_setting('a.pushed', true) = 'yes' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
          PERFORM set_config('a.pushed', 'yes', false); RETURN NULL; END $$;
        CREATE TRIGGER breaks AFTER INSERT ON shop.current FOR EACH STATEMENT EXECUTE FUNCTION shop.breaks()`,
    )
    const again = await startTill({ folder, practice: address, vault, settings: { tenders: ALL_TENDERS } })
    const saleId = await sell(again)
    await eventually(async () => expect(await shop.count('current', `key = '${saleId}'`)).toBe(1))
  })

  test('sends all else when an audit entry is unreadable, and quarantines that entry', async () => {
    const shop = await practiceShop(server)
    const first = await open()
    await first.till.ask('saveSettings', { shop: { ...FIRST_SETTINGS.shop, name: 'Номин' } })
    await first.till.terminal.stop()
    const journal = new DatabaseSync(join(first.folder, 'journal-test.sqlite'))
    journal.exec('PRAGMA ignore_check_constraints = ON; DROP TRIGGER audit_stands') // as damage of the disk
    expect(journal.prepare(`UPDATE audit SET about = '{'`).run().changes).toBe(1)
    journal.close()
    const till = await startTill({ folder: first.folder, practice: first.address })
    await shop.pair(till)
    await sell(till)
    await eventually(async () => {
      const { link, unsent } = await till.ask('getShopDatabase')
      expect([link.state, unsent.count]).toEqual(['connected', 0])
      const { events, audit } = journalOf(first.folder)
      const there = await shop.streamed()
      expect(there.events).toHaveLength(events.length)
      expect(there.audit).toHaveLength(audit.length - 1)
      expect(await shop.count('quarantine')).toBe(1)
    })
  })

  test('sells as before while the server hangs, and shows how many events wait and since when', async () => {
    const shop = await practiceShop(server)
    const line = await lineTo(server.server().port)
    const { till, folder } = await open()
    await shop.pair(till, { port: line.port })
    await sell(till)
    await expectAllSent(shop, till, folder)
    line.hold()
    const held = Date.now()
    const saleId = await sell(till)
    expect((await till.ask('getSale', { saleId })).view.status.name).not.toBe('open')
    const { unsent } = await till.ask('getShopDatabase')
    expect(unsent.count).toBeGreaterThan(0)
    // Rows of the activity log wait beside the events of the sale.
    const first = journalOf(folder).events.find(({ subject }) => subject === saleId)
    expect(unsent.oldestAt).toBeGreaterThanOrEqual(held)
    expect(unsent.oldestAt).toBeLessThanOrEqual(Number(first?.at))
    line.restore()
    await expectAllSent(shop, till, folder)
  })

  test('shows after a restart without the server how many events wait', async () => {
    const shop = await practiceShop(server)
    const line = await lineTo(server.server().port)
    const vault = sessionVault()
    const { till, folder, address } = await tillAtPractice({ settings: { tenders: ALL_TENDERS }, vault })
    await shop.pair(till, { port: line.port })
    await sell(till)
    await expectAllSent(shop, till, folder)
    line.cut()
    await eventually(async () => {
      expect((await till.ask('getShopDatabase')).link.state).toBe('disconnected')
    })
    await sell(till)
    const before = (await till.ask('getShopDatabase')).unsent
    await till.stop()
    const again = await startTill({ folder, practice: address, vault })
    expect((await again.ask('getShopDatabase')).unsent).toEqual(before)
  })

  test('continues from the older position after the server was restored', async () => {
    const shop = await practiceShop(server)
    const { till, folder } = await open()
    await shop.pair(till)
    await sell(till)
    await expectAllSent(shop, till, folder)
    // As a dump from before has it.
    await shop.admin.query('DELETE FROM shop.event WHERE position > 2')
    await shop.admin.query(
      `UPDATE shop.stream s SET next = 3, hash = (SELECT encode(e.hash, 'hex') FROM shop.event e WHERE e.stream = s.id AND e.position = 2)
        WHERE next > 3`,
    )
    await sell(till)
    await expectAllSent(shop, till, folder)
  })
})

/** A till whose journal was put back to before its last sale, as from a backup. It has not sold since. */
async function setBackTill() {
  const shop = await practiceShop(server)
  const vault = sessionVault()
  const { till, folder, address } = await tillAtPractice({ settings: { tenders: ALL_TENDERS }, vault })
  const journal = join(folder, 'journal-test.sqlite')
  await shop.pair(till)
  // With its receipt printed: a set-back till would print a pending one again, and that is another event.
  await till.until(await sell(till), 'completed')
  await expectAllSent(shop, till, folder)
  await till.stop()
  const before = journalOf(folder).events.length
  cpSync(journal, join(folder, 'older.sqlite'))
  const second = await startTill({ folder, practice: address, vault })
  const lostSale = await sell(second)
  await second.until(lostSale, 'completed')
  await expectAllSent(shop, second, folder)
  await second.stop()
  const lost = (await shop.streamed()).events.length - before
  cpSync(join(folder, 'older.sqlite'), journal)
  const third = await startTill({ folder, practice: address, vault })
  const until = async (missing: number) => {
    await untilPrintedAndSent(third)
    await eventually(async () => {
      const status = await third.ask('getShopDatabase')
      expect([status.link.state, status.unsent.count, status.missing]).toEqual(['connected', 0, missing])
    })
  }
  const names = (rows: readonly object[]) =>
    rows.map((row) => row as { subject: string; seq: number }).map(({ subject, seq }) => `${subject} ${seq}`)
  const there = async () => names((await shop.streamed()).events).toSorted()
  const here = () => names(journalOf(folder).events).toSorted()
  return { shop, till: third, lost, lostSale, until, there, here }
}

describe('a till whose journal was set back', () => {
  test('shows how many events it lacks, and sends its new sales', async () => {
    const { shop, till, lost, until, there, here } = await setBackTill()
    await until(lost)
    const days = { from: shopDay(Date.now()), to: shopDay(Date.now()), order: 'amount' } as const
    await eventually(async () => {
      const step = await till.ask('readReport', { ...days, till: 'all' })
      expect(step).toMatchObject({ done: true, tills: [{ code: 'K01', missing: lost }] })
    })
    const saleId = await sell(till)
    await until(lost)
    expect(await there()).toEqual(expect.arrayContaining(here()))
    expect((await there()).filter((name) => name.startsWith(saleId)).length).toBeGreaterThan(0)
    expect(new Set(await there()).size).toBe((await there()).length)
    expect(await shop.count('quarantine')).toBe(0)
  })

  test('fetches what it lacks', async () => {
    const { shop, till, lost, lostSale, until, there, here } = await setBackTill()
    await until(lost)
    // Until then the shop database shows it, and no goods of it come back here as if another till had sold it.
    const { till: seller, view } = await till.ask('getSale', { saleId: lostSale })
    expect(seller).toBe('K01')
    await expect(till.ask('bringSale', { number: view.sale.senderInvoiceNo })).rejects.toThrow(
      'SHOP_SALE_OWN',
    )
    expect(await till.ask('fetchOwnEvents')).toMatchObject({ added: 1, conflicts: 0, wrong: null })
    expect((await till.ask('getSale', { saleId: lostSale })).view.sale.soldAt).not.toBeNull()
    await until(0)
    await sell(till)
    await until(0)
    expect(await there()).toEqual(here())
    expect(await shop.count('quarantine')).toBe(0)
  })
})

test('a till that is killed before a push arrived, or before its answer came, sends each event once', async () => {
  const shop = await practiceShop(server)
  const line = await lineTo(server.server().port)
  const till = await testModeProcess()
  await shop.pair(till, { port: line.port })
  const next = async () =>
    Number((await shop.admin.query('SELECT sum(next) AS n FROM shop.stream')).rows[0]?.n)
  const killed = async (): Promise<void> => {
    await till.kill()
    line.restore()
    // The server waits half a minute before it believes that the process is gone.
    await shop.admin.query(`UPDATE shop.till SET heard_at = now() - interval '1 minute'`)
    await till.start()
  }
  await sell(till)
  await expectAllSent(shop, till, till.folder)

  const hasArrived = (before: number): Promise<boolean> =>
    vi
      .waitFor(async () => expect(await next()).toBeGreaterThan(before), { timeout: 5_000 })
      .then(
        () => true,
        () => false,
      )
  let before: number
  // Another request may lose its answer first. That ends the session before the push is sent.
  do {
    line.restore()
    await expectAllSent(shop, till, till.folder)
    before = await next()
    line.loseAnswers()
    await sell(till)
  } while (!(await hasArrived(before)))
  await killed()
  await sell(till)
  await expectAllSent(shop, till, till.folder)

  line.hold()
  await sell(till)
  await killed()
  await expectAllSent(shop, till, till.folder)
})

test('a till sends all rows again to a server that was restored from a dump of before an update of the till', async () => {
  const { shop, first, folders, open: opened } = await twoTills(server)
  const { saleId } = await cashSale(first)
  await startReturn(first, saleId, { way: 'cash' })
  await untilSent(first)
  await first.stop()
  // In the dump the sums are those of the version before the update, which did not have these accounts.
  const { rowCount } = await shop.admin.query(
    `DELETE FROM shop.current WHERE kind = 'sum' AND body ->> 'account' LIKE 'back%'`,
  )
  expect(rowCount).toBeGreaterThan(0)
  const file = await dumpOf(shop)
  const note = join(folders[0], 'shop-database-test.json')
  writeFileSync(note, JSON.stringify({ ...JSON.parse(readFileSync(note, 'utf8')), rows: 0 }))
  const updated = await opened(0)
  const all = (admin: typeof shop.admin) =>
    eventually(async () => expect(await sumsOfShop({ admin })).toEqual(sumsOf(folders[0])))
  await all(shop.admin)
  const admin = await restoredFrom(file, shop, server)
  await sell(updated)
  await untilSent(updated)
  await all(admin)
})

test('a till says what it has not sent again with its first word to a restored server', async () => {
  const { shop, second } = await twoTills(server)
  const file = await dumpOf(shop)
  await sell(second)
  await untilSent(second)
  const admin = await restoredFrom(file, shop, server, 'all', {
    first: `CREATE FUNCTION shop.full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER full_disk BEFORE INSERT ON shop.event FOR EACH ROW EXECUTE FUNCTION shop.full_disk();
      CREATE TABLE shop.said AS SELECT code, status FROM shop.till WHERE false;
      CREATE FUNCTION shop.note_said() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
        INSERT INTO shop.said VALUES (NEW.code, NEW.status); RETURN NEW; END $$;
      CREATE TRIGGER said BEFORE UPDATE OF status ON shop.till FOR EACH ROW EXECUTE FUNCTION shop.note_said()`,
  })
  const said = async () => (await admin.query(`SELECT status FROM shop.said WHERE code = 'K02'`)).rows
  await eventually(async () => expect(await said()).not.toEqual([]))
  expect((await said())[0]?.status.unsent).toBeGreaterThan(0)
})
