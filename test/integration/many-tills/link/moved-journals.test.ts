/** The shop counts a journal once when its till joins again, or when it is restored or copied, and hides no money. */
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sessionVault } from '../../../../main/shop/settings/index.ts'
import { chargedSale, invoiceIdOf, rungUp } from '../../../support/charged-sale.ts'
import { eventually } from '../../../support/eventually.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import { lineTo } from '../../../support/line.ts'
import {
  journalOf,
  practiceShop,
  sell,
  sumsOf,
  sumsOfShop,
  untilPrintedAndSent,
  untilRecordsMissing,
} from '../../../support/linked-till.ts'
import { reportNow, tillAtPractice } from '../../../support/looks.ts'
import { ALL_TENDERS, closeShift } from '../../../support/open-shift.ts'
import { shopServerForFile } from '../../../support/shop-database.ts'
import { fill, smallDisk } from '../../../support/small-disk.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { startTill, type Till } from '../../../support/terminal.ts'

const server = shopServerForFile()
const open = (vault = sessionVault()) => tillAtPractice({ settings: { tenders: ALL_TENDERS }, vault })

test('a till that joined again with another code sends nothing until its old code is retired, and is counted once', async () => {
  const shop = await practiceShop(server)
  const { till, folder } = await open()
  await shop.pair(till, { code: 'T1' })
  await till.ask('openShift', { float: '50000' })
  await sell(till)
  await closeShift(till)
  await untilPrintedAndSent(till)
  await till.ask('leaveShopDatabase')
  await shop.pair(till, { code: 'T2' })
  await eventually(async () => {
    const { trouble } = await till.ask('getShopDatabase')
    expect(trouble).toMatchObject({ name: 'SHOP_DATABASE_JOURNAL_OF_OTHER' })
  })
  expect(await sumsOfShop(shop)).toEqual(sumsOf(folder))
  await till.ask('retireTill', { code: 'T1' })
  const saleId = await sell(till)
  await untilPrintedAndSent(till)
  expect(await sumsOfShop(shop)).toEqual(sumsOf(folder))
  expect(await shop.count('current', `kind = 'shift'`)).toBe(1)
  expect(await shop.count('current', `key = '${saleId}'`)).toBe(1)
  expect(await shop.count('event', `subject NOT LIKE 'audit%'`)).toBe(journalOf(folder).events.length)
})

test('a copy of a till that joins with a code of its own sends nothing while the first one is active', async () => {
  const shop = await practiceShop(server)
  const { till, folder } = await open()
  await shop.pair(till, { code: 'T1' })
  await sell(till)
  await untilPrintedAndSent(till)
  const sums = await sumsOfShop(shop)
  const copy = await open()
  await copy.till.stop()
  await till.stop()
  cpSync(join(folder, 'journal-test.sqlite'), join(copy.folder, 'journal-test.sqlite'))
  const cloned = await startTill({ folder: copy.folder, practice: copy.address, vault: sessionVault() })
  await shop.pair(cloned, { code: 'T2' })
  await sell(cloned)
  await eventually(async () => {
    const { trouble } = await cloned.ask('getShopDatabase')
    expect(trouble).toMatchObject({ name: 'SHOP_DATABASE_JOURNAL_OF_OTHER' })
  })
  expect(await sumsOfShop(shop)).toEqual(sums)
})

/** A till sells, is copied to a stick, sells again and stops. `withCopy` starts another computer with that copy and its own code. */
async function copiedThenGone() {
  const shop = await practiceShop(server)
  const { till } = await open()
  const stick = temporaryFolder()
  await shop.pair(till, { code: 'T1' })
  await till.ask('saveSettings', { copies: { folder: stick, everyHours: 24, keep: 2 } })
  await sell(till)
  await untilPrintedAndSent(till)
  await till.ask('copyNow')
  await sell(till)
  await untilPrintedAndSent(till)
  await till.stop()
  const withCopy = async (code: string) => {
    const { till: another, folder } = await open()
    const [found] = await another.ask('listCopies', { folder: stick })
    const source = { folder: stick, name: found?.name ?? '' }
    await another.ask('takeShopFile', { source, parts: ['sales'], owner: null })
    await shop.pair(another, { code })
    await untilRefused(another)
    return { till: another, folder }
  }
  return { shop, withCopy }
}

const untilRefused = ({ ask }: Pick<Till, 'ask'>) =>
  eventually(async () => {
    const { trouble } = await ask('getShopDatabase')
    expect(trouble).toMatchObject({ name: 'SHOP_DATABASE_JOURNAL_OF_OTHER' })
  })

test('a till that continues the journal of a retired till from an older copy says what it lacks, and the shop has all money once it is fetched', async () => {
  const { shop, withCopy } = await copiedThenGone()
  const { till, folder } = await withCopy('T2')
  await till.ask('retireTill', { code: 'T1' })
  await sell(till)
  await untilPrintedAndSent(till)
  await eventually(async () => {
    expect((await till.ask('getShopDatabase')).missing).toBeGreaterThan(0)
    const me = (await till.ask('listTills')).find(({ isMe }) => isMe)
    expect(me?.status.missing).toBeGreaterThan(0)
  })
  await till.ask('fetchOwnEvents')
  await untilPrintedAndSent(till)
  expect((await till.ask('getShopDatabase')).missing).toBe(0)
  expect((await reportNow(till)).totals.sales).toBe(3)
  expect(await sumsOfShop(shop)).toEqual(sumsOf(folder))
})

/** A shop with one till, T1. The till does `did`, sends all its events to the server, and stops for ever. */
async function shopOfBrokenTill(did: (till: Till) => Promise<unknown>) {
  const shop = await practiceShop(server)
  const { till } = await open()
  await shop.pair(till, { code: 'T1' })
  await did(till)
  await untilPrintedAndSent(till)
  await till.stop()
  return shop
}

test('a person who presses “Fetch them” twice gets one fetch and its result both times, and can fetch again after one that failed', async () => {
  const line = await lineTo(server.server().port)
  const shop = await shopOfBrokenTill(async (broken) => {
    for (let count = 0; count < 3; count += 1) await sell(broken)
  })
  const { till } = await open()
  await shop.pair(till, { code: 'T1', port: line.port })
  const untilMissing = () =>
    eventually(async () => {
      const { link, missing } = await till.ask('getShopDatabase')
      expect([link.state, missing > 0]).toEqual(['connected', true])
    })
  await untilMissing()
  line.cut()
  await expect(till.ask('fetchOwnEvents')).rejects.toThrow('SHOP_DATABASE_UNREACHABLE')
  line.restore()
  await untilMissing()
  const [one, other] = await Promise.all([till.ask('fetchOwnEvents'), till.ask('fetchOwnEvents')])
  expect(one).toMatchObject({ added: 3, conflicts: 0 })
  expect(other).toEqual(one)
  expect((await reportNow(till)).totals.sales).toBe(3)
})

test('a till that is killed while it fetches records has no part of them in its folder after the next start', async () => {
  const shop = await shopOfBrokenTill(sell)
  const { till, folder, address: practice } = await open()
  await shop.pair(till, { code: 'T1' })
  await untilRecordsMissing(till)
  const parts = (of: string) =>
    readdirSync(of, { recursive: true }).filter((name) => String(name).includes('own-events'))
  const holder = await shop.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE shop.event IN ACCESS EXCLUSIVE MODE')
  const fetching = till.reply('fetchOwnEvents')
  await eventually(() => expect(parts(folder)).not.toEqual([]))
  const killed = temporaryFolder()
  cpSync(folder, killed, { recursive: true })
  await holder.query('COMMIT')
  expect(await fetching).toMatchObject({ ok: true })
  expect(parts(folder)).toEqual([])
  expect(parts(killed)).not.toEqual([])
  await startTill({ folder: killed, practice })
  expect(parts(killed)).toEqual([])
})

test('records that do not fit on the disk are fetched once there is room', async (context) => {
  const shop = await shopOfBrokenTill(sell)
  const folder = smallDisk(context, 8192)
  const { till } = await tillAtPractice({ folder, settings: { tenders: ALL_TENDERS }, vault: sessionVault() })
  await shop.pair(till, { code: 'T1' })
  await untilRecordsMissing(till)
  const giveBack = fill(folder, 0)
  await expect(till.ask('fetchOwnEvents')).rejects.toThrow('DISK_FULL')
  giveBack()
  expect(await till.ask('fetchOwnEvents')).toMatchObject({ added: 1, conflicts: 0 })
})

test('a journal is made of fetched records in a thread, because that takes minutes for a year of sales', async () => {
  let saleId = ''
  const shop = await shopOfBrokenTill(async (broken) => {
    await sell(broken)
    saleId = (await chargedSale(broken)).saleId
  })
  const { till, folder } = await open()
  await shop.pair(till, { code: 'T1' })
  await untilRecordsMissing(till)
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => prepared.mockRestore())
  expect(await till.ask('fetchOwnEvents')).toMatchObject({ added: 2, conflicts: 0 })
  expect(prepared.mock.calls.filter(([sql]) => sql.includes('VACUUM'))).toEqual([])
  expect((await till.ask('getSale', { saleId })).view.sale.id).toBe(saleId)
  expect(readdirSync(join(folder, 'incoming'))).toEqual([])
})

test('a copy of a retired till’s journal sends nothing while another till continues that journal', async () => {
  const { shop, withCopy } = await copiedThenGone()
  const { till } = await withCopy('T2')
  await till.ask('retireTill', { code: 'T1' })
  await untilPrintedAndSent(till)
  const sums = await sumsOfShop(shop)
  const { till: third } = await withCopy('T3')
  await sell(third)
  await untilRefused(third)
  expect(await sumsOfShop(shop)).toEqual(sums)
})

test('a journal that a second till continued and a third one continues from the older copy is counted once, and nothing of the second is lost', async () => {
  const { shop, withCopy } = await copiedThenGone()
  const { till: second } = await withCopy('T2')
  await second.ask('retireTill', { code: 'T1' })
  await sell(second)
  await untilPrintedAndSent(second)
  await second.stop()
  const { till, folder } = await withCopy('T3')
  await till.ask('retireTill', { code: 'T2' })
  await untilPrintedAndSent(till)
  await untilRecordsMissing(till)
  await till.ask('fetchOwnEvents')
  await untilPrintedAndSent(till)
  expect((await till.ask('getShopDatabase')).missing).toBe(0)
  expect((await reportNow(till)).totals.sales).toBe(3)
  expect(await sumsOfShop(shop)).toEqual(sumsOf(folder))
})

test('after a journal is restored from a backup, and after the newer one is put back, the shop has the sums of that journal', async () => {
  const shop = await practiceShop(server)
  const vault = sessionVault()
  const { till, folder, address } = await open(vault)
  const journal = join(folder, 'journal-test.sqlite')
  await shop.pair(till)
  await sell(till)
  await untilPrintedAndSent(till)
  await till.stop()
  cpSync(journal, join(folder, 'older.sqlite'))
  const second = await startTill({ folder, practice: address, vault })
  for (let count = 0; count < 3; count += 1) await sell(second)
  await untilPrintedAndSent(second)
  await second.stop()
  cpSync(journal, join(folder, 'newer.sqlite'))
  cpSync(join(folder, 'older.sqlite'), journal)
  const third = await startTill({ folder, practice: address, vault })
  await sell(third)
  await untilPrintedAndSent(third)
  expect(await sumsOfShop(shop)).toEqual(sumsOf(folder))
  await third.stop()
  cpSync(join(folder, 'newer.sqlite'), journal)
  const fourth = await startTill({ folder, practice: address, vault })
  await untilPrintedAndSent(fourth)
  await eventually(async () => expect(await sumsOfShop(shop)).toEqual(sumsOf(folder)))
})

test('a journal that is restored from backups repeatedly sends all its events and its audit trail', async () => {
  const shop = await practiceShop(server)
  const line = await lineTo(server.server().port)
  const vault = sessionVault()
  const { till, folder, address } = await open(vault)
  const journal = join(folder, 'journal-test.sqlite')
  const copied = async (from: Pick<Till, 'stop'>, name: string) => {
    await from.stop()
    cpSync(journal, join(folder, name))
  }
  const begun = (name: string) => {
    cpSync(join(folder, name), journal)
    return startTill({ folder, practice: address, vault })
  }
  await shop.pair(till, { port: line.port })
  await copied(till, 'first.sqlite')
  const second = await begun('first.sqlite')
  await sell(second)
  await copied(second, 'second.sqlite')
  const third = await begun('second.sqlite')
  await third.ask('saveSettings', { theme: 'dark' })
  await sell(third)
  await sell(third)
  await untilPrintedAndSent(third)
  await third.stop()
  // All that is sent now is known, so the new stream has a position and no event of its own.
  const fourth = await begun('second.sqlite')
  await untilPrintedAndSent(fourth)
  await fourth.stop()
  line.cut()
  const fifth = await begun('first.sqlite')
  await fifth.ask('saveSettings', { theme: 'light' })
  await sell(fifth)
  line.restore()
  await untilPrintedAndSent(fifth)
  const own = journalOf(folder)
  const there = await shop.streamed()
  const hashes = (rows: readonly object[]) => rows.map((row) => (row as { hash: string }).hash)
  expect(hashes(own.events).filter((hash) => !hashes(there.events).includes(hash))).toEqual([])
  expect(hashes(own.audit).filter((hash) => !hashes(there.audit).includes(hash))).toEqual([])
  const audit = hashes(there.audit).filter((hash) => hash !== null)
  expect(new Set(audit).size).toBe(audit.length)
})

test('a till that leaves the shop with many unsent events sends nothing after the push in progress', async () => {
  const shop = await practiceShop(server)
  const { till } = await open()
  const line = await lineTo(server.server().port)
  await shop.pair(till, { port: line.port })
  await untilPrintedAndSent(till)
  await till.ask('leaveShopDatabase')
  for (let count = 0; count < 60; count += 1) await sell(till)
  // The server is slow: each push waits for the lock of the till's stream.
  const slow = await shop.connect()
  await slow.query('BEGIN')
  await slow.query('LOCK TABLE shop.event IN ACCESS EXCLUSIVE MODE')
  await shop.pair(till, { port: line.port, code: 'T9' })
  await eventually(async () => {
    const { rows } = await shop.admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })
  await till.ask('leaveShopDatabase')
  await slow.query('COMMIT')
  await eventually(async () => {
    const { rows } = await shop.admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename LIKE 'tugrik_till%'`,
    )
    expect(rows).toEqual([])
  })
  const { rows } = await shop.admin.query(
    `SELECT next::int FROM shop.stream s JOIN shop.till t ON t.id = s.till WHERE t.code = 'T9'`,
  )
  // One push was under way. It has 200 events at most.
  for (const { next } of rows) expect(next).toBeLessThanOrEqual(201)
  expect((await till.ask('getShopDatabase')).heardAt).toBeNull()
})

test('of two computers with one till’s data the second says that the other is connected; a QR that both check has one e-receipt, and the shop counts its money once', async () => {
  const shop = await practiceShop(server)
  const vault = sessionVault()
  const { till, folder, address, payer } = await open(vault)
  await shop.pair(till, { code: 'T1' })
  const { saleId } = await chargedSale(till)
  const invoiceId = await invoiceIdOf(till, saleId)
  await untilPrintedAndSent(till)
  await till.stop()
  const other = temporaryFolder()
  cpSync(folder, other, { recursive: true })
  const first = await startTill({ folder, practice: address, vault })
  await untilPrintedAndSent(first)
  const second = await startTill({ folder: other, practice: address, vault, clock: fastClock(40) })
  await second.untilView(({ shopLink }) => shopLink.state === 'twice')
  await payer.pay({ invoice_id: invoiceId })
  await first.until(saleId, 'completed')
  await second.until(saleId, 'completed')
  expect((await payer.state()).ereceipts).toHaveLength(1)
  await untilPrintedAndSent(first)
  expect(await sumsOfShop(shop)).toEqual(sumsOf(folder))
  await first.stop()
  await second.ask('takeOverShopDatabase')
  await untilPrintedAndSent(second)
  await eventually(async () => expect(await sumsOfShop(shop)).toEqual(sumsOf(other)))
  expect(await shop.count('current', `kind = 'sale'`)).toBe(1)
  expect((await reportNow(second)).totals.sales).toBe(1)
})

test('a till says no more that records are missing once an owner has fetched them and was told of the sales that went on differently', async () => {
  const shop = await practiceShop(server)
  const vault = sessionVault()
  const { till, folder, address } = await open(vault)
  await shop.pair(till, { code: 'T1' })
  const { saleId } = await rungUp(till, 1)
  await untilPrintedAndSent(till)
  await till.stop()
  const other = temporaryFolder()
  cpSync(folder, other, { recursive: true })
  const first = await startTill({ folder, practice: address, vault })
  await first.ask('takeTender', { saleId, received: '' })
  await untilPrintedAndSent(first)
  await first.stop()
  const second = await startTill({ folder: other, practice: address, vault })
  await second.ask('discardSale', { saleId })
  const untilMissing = (missing: boolean) =>
    eventually(async () => {
      const status = await second.ask('getShopDatabase')
      expect([status.link.state, status.missing > 0]).toEqual(['connected', missing])
    })
  await untilMissing(true)
  const { unlike } = await second.ask('fetchOwnEvents')
  expect(unlike).toHaveLength(1)
  await untilMissing(false)
  await second.stop()
  const anew = await startTill({ folder: other, practice: address, vault })
  await eventually(async () => {
    expect((await anew.ask('listTills')).map(({ status }) => status.missing)).toEqual([0])
    expect((await anew.ask('getShopDatabase')).missing).toBe(0)
  })
})
