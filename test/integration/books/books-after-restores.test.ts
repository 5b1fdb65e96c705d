/**
 * The ledger after backups were restored: nothing counts twice, every sale is in one Z, and two shifts never become
 * one.
 */
import { copyFileSync, cpSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import { decide } from '../../support/attention.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { reportNow, tillAtPractice, totalsNow } from '../../support/looks.ts'
import { cashSale, returned } from '../../support/returns.ts'
import { hire, PINS } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill, type Till } from '../../support/terminal.ts'

type Opened = Awaited<ReturnType<typeof tillAtPractice>>

/** Backs up a till and stops it; starts another one and gives it a copy of the backup. */
async function backedUp({ till: first, folder, address }: Opened) {
  const { name } = await first.ask('backUpNow')
  await first.stop()
  const anew = temporaryFolder()
  const till = await startTill({ folder: anew, practice: address })
  mkdirSync(join(anew, 'backups'), { recursive: true })
  const copy = join(anew, 'backups', name)
  const bring = () => copyFileSync(join(folder, 'backups', name), copy)
  bring()
  return { till, name, copy, bring }
}

function withoutEvent(file: string, saleId: string, kind: string): void {
  const database = new DatabaseSync(file)
  database.exec('DROP TRIGGER event_is_kept')
  database.prepare('DELETE FROM event WHERE subject = ? AND kind = ?').run(saleId, kind)
  database.close()
}

const restored = async (till: Till, name: string): Promise<void> => {
  await till.ask('restoreBackup', { name })
  await till.reply('acknowledgeRecovered')
}

test('a sale that was restored without an event, then returned, then completed by a better backup is in the ledger once', async () => {
  const first = await tillAtPractice()
  const { saleId, total } = await cashSale(first.till)
  const { till, name, copy, bring } = await backedUp(first)
  withoutEvent(copy, saleId, 'paid')
  await restored(till, name)
  for (const item of await till.ask('listAttention')) await decide(till, item, 'seen')
  await returned(till, saleId, { way: 'cash' })
  bring()
  await restored(till, name)
  expect((await reportNow(till)).totals).toMatchObject({ sales: 1, amount: total, back: total, net: 0 })
})

test('restored sales without a shift are in the next Z of the new till', async () => {
  const first = await tillAtPractice()
  const { total } = await cashSale(first.till)
  const { till, name } = await backedUp(first)
  await restored(till, name)
  await till.ask('openShift', { float: '' })
  expect((await totalsNow(till)).before).toMatchObject({ sales: { count: 1, amount: total } })
})

test('a shift of a disk that was set back and a shift of the newer backup stay two shifts', async () => {
  const { till, folder, address } = await tillAtPractice()
  await cashSale(till)
  await till.stop()
  const image = temporaryFolder()
  cpSync(folder, image, { recursive: true })
  const live = await startTill({ folder, practice: address })
  await live.ask('openShift', { float: '10000' })
  await cashSale(live)
  const shift = await live.ask('getShift', { shiftId: null })
  const expected = shift?.totals?.drawer.expected ?? 0
  const lines = [{ value: 1 as const, count: expected / 100 }]
  await live.ask('closeShift', { shiftId: shift?.shift.id ?? '', lines, expected, reason: '' })
  const { name } = await live.ask('backUpNow')
  await live.stop()
  const back = await startTill({ folder: image, practice: address })
  mkdirSync(join(image, 'backups'), { recursive: true })
  copyFileSync(join(folder, 'backups', name), join(image, 'backups', name))
  await back.ask('openShift', { float: '500' })
  const before = await totalsNow(back)
  await restored(back, name)
  expect((await totalsNow(back)).drawer).toEqual(before.drawer)
  const { shifts } = await back.ask('listShifts', { most: 60, also: null })
  expect(shifts.map(({ state, zNumber }) => [state, zNumber])).toContainEqual(['closed', 1])
})

test('a lost journal that is put back has the sales of both, and goes on after the Z of its rescued one', async () => {
  const { till, folder, start } = await tillAtPractice()
  const [journal, lost] = [join(folder, 'journal-test.sqlite'), join(temporaryFolder(), 'lost.sqlite')]
  await cashSale(till)
  await till.ask('backUpNow')
  await cashSale(till)
  await till.stop()
  renameSync(journal, lost)
  const rescued = await start()
  await rescued.ask('openShift', { float: '0' })
  await cashSale(rescued)
  await closed(rescued)
  await rescued.ask('backUpNow')
  await rescued.stop()
  renameSync(lost, journal)
  const back = await start()
  expect((await reportNow(back)).totals).toMatchObject({ sales: 3 })
  expect((await back.view()).rescued).toMatchObject({ sales: { read: 2 }, fromBackup: 1 })
  await back.ask('openShift', { float: '0' })
  await closed(back)
  const { shifts } = await back.ask('listShifts', { most: 60, also: null })
  expect(shifts.map(({ zNumber }) => zNumber)).toEqual([2, 1])
})

test('an e-receipt that is requested again because its seal was lost counts as issued once and never voided', async () => {
  const printer = { kind: 'network', host: '127.0.0.1', port: 9, profile: 'generic' } as const
  const first = await tillAtPractice({ settings: { printer: printer as never } })
  const { till, payer } = first
  const { saleId, invoice, total } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId, type: 'CARD' })
  await till.ask('checkNow', { saleId })
  await expect.poll(async () => (await till.ask('listPrints'))[0]?.failure ?? null).not.toBeNull()
  const { till: other, name } = await backedUp(first)
  await restored(other, name)
  await other.until(saleId, 'completed')
  const { rows } = (await reportNow(other)).tables.taxes
  const told = (key: string) => rows.find((row) => row.key === key)
  expect(told('issued')).toMatchObject({ times: 1, amount: total })
  expect(told('void')).toMatchObject({ times: 0, amount: 0 })
})

async function closed(till: Till): Promise<void> {
  const { shift, totals } = (await till.ask('getShift', { shiftId: null })) ?? {}
  const expected = totals?.drawer.expected ?? 0
  const lines = [{ value: 1 as const, count: expected / 100 }]
  await till.ask('closeShift', { shiftId: shift?.id ?? '', lines, expected, reason: '' })
}

/** A till whose disk was set back to before its last sale, and the backup that has that sale. */
async function setBack() {
  const { till: first, folder, address } = await tillAtPractice()
  await hire(first)
  await first.ask('openShift', { float: '0' })
  await cashSale(first)
  await first.stop()
  const image = temporaryFolder()
  cpSync(folder, image, { recursive: true })
  const live = await startTill({ folder, practice: address })
  await ownerAtTill(live)
  const { saleId, total } = await cashSale(live)
  const day = shopDay((await live.ask('getSale', { saleId })).view.sale.soldAt ?? 0)
  const { name } = await live.ask('backUpNow')
  await live.stop()
  const till = await startTill({ folder: image, practice: address })
  await ownerAtTill(till)
  mkdirSync(join(image, 'backups'), { recursive: true })
  const copy = join(image, 'backups', name)
  copyFileSync(join(folder, 'backups', name), copy)
  return { till, name, copy, saleId, total, day }
}

async function ownerAtTill(till: Till): Promise<void> {
  const owner = (await till.ask('listStaff')).people.find(({ role }) => role === 'owner')
  await till.ask('signIn', { staffId: owner?.id ?? '', pin: PINS.owner })
}

test('a restored sale whose shift was closed without it is in the next Z; preview, restore and audit trail name its day', async () => {
  const { till, name, total, day } = await setBack()
  await closed(till)
  const report = { added: 1, days: [day], wrong: null }
  expect(await till.ask('inspectBackup', { name })).toMatchObject(report)
  expect(await till.ask('restoreBackup', { name })).toMatchObject(report)
  const [row] = await till.ask('listAudit', { before: null, limit: 1 })
  expect(row).toMatchObject({ action: 'restoreBackup', about: { name, days: [day], wrong: null } })
  await till.reply('acknowledgeRecovered')
  await till.ask('openShift', { float: '0' })
  expect((await totalsNow(till)).before).toMatchObject({ sales: { count: 1, amount: total } })
})

test('a backup with a changed sale is restored, and the audit trail names the event that does not fit', async () => {
  const { till, name, copy, saleId } = await setBack()
  const database = new DatabaseSync(copy)
  database.exec('DROP TRIGGER event_stands')
  const paid = database
    .prepare("UPDATE event SET at = at - 1 WHERE subject = ? AND kind = 'paid' RETURNING position")
    .get(saleId)
  database.close()
  const wrong = { kind: 'event-changed', number: paid?.position }
  expect(await till.ask('inspectBackup', { name })).toMatchObject({ added: 1, wrong })
  expect(await till.ask('restoreBackup', { name })).toMatchObject({ added: 1, wrong })
  const [row] = await till.ask('listAudit', { before: null, limit: 1 })
  expect(row?.about).toMatchObject({ wrong })
})
