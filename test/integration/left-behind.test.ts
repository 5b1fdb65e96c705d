/** The till reports sales that an older version made in its own folder after the data had moved, and takes them over. */
import { cpSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chargedSale, rungUp } from '../support/charged-sale.ts'
import { tillAtPractice } from '../support/looks.ts'
import { cashSale } from '../support/returns.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startTill } from '../support/terminal.ts'

/** The folder of an older version whose QR was shown and whose sale was paid in cash, and the practice service of both. */
async function soldByAnOlderVersion() {
  const { till, folder, address, payer } = await tillAtPractice()
  await cashSale(till)
  const charged = await chargedSale(till)
  await till.stop()
  return { folder, address, payer, charged }
}

test('a till tells that an older version sold after the move, and after a restore it monitors the QR', async () => {
  const { folder: older, address, payer, charged } = await soldByAnOlderVersion()
  const folder = temporaryFolder()
  const till = await startTill({ folder, practice: address, leftBehind: [older] })
  expect((await till.view()).salesLeftBehind?.folder).toBe(older)
  expect(await till.ask('checkHealth', { check: 'journal' })).toMatchObject({
    finding: 'journal.leftBehind',
    state: 'bad',
  })
  const [row] = await till.ask('listBackups')
  expect(row).toMatchObject({ leftBehind: { folder: older, isReadable: true }, sales: 2 })
  const name = row?.name ?? ''
  expect(await till.ask('inspectBackup', { name })).toMatchObject({ added: 2, conflicts: 0 })
  expect(await till.ask('restoreBackup', { name })).toMatchObject({ added: 2, conflicts: 0 })
  expect((await till.view()).salesLeftBehind).toBeNull()
  expect((await till.ask('checkHealth', { check: 'journal' })).finding).toBe('journal.good')
  expect((await till.ask('listBackups')).filter(({ leftBehind }) => leftBehind !== null)).toEqual([])
  await payer.pay({ invoice_id: charged.invoice.invoiceId })
  await till.ask('checkNow', { saleId: charged.saleId })
  await till.until(charged.saleId, 'completed')
})

test('a till that has all sales of the folder of an older version tells nothing, also after a restart', async () => {
  const { folder: older, address } = await soldByAnOlderVersion()
  const folder = temporaryFolder()
  const parts = { folder, practice: address, leftBehind: [older] }
  const first = await startTill(parts)
  const [row] = await first.ask('listBackups')
  await first.ask('restoreBackup', { name: row?.name ?? '' })
  await first.stop()
  const again = await startTill(parts)
  expect((await again.view()).salesLeftBehind).toBeNull()
  expect(readdirSync(join(folder, 'backups')).filter((name) => name.includes('left'))).toEqual([])
})

test('money that an older version took for a sale that both journals have is reported, and a restore takes it over', async () => {
  const { till, folder: older, address } = await tillAtPractice()
  const { saleId } = await rungUp(till, 1)
  await till.stop()
  const folder = temporaryFolder()
  cpSync(older, folder, { recursive: true })
  const old = await startTill({ folder: older, practice: address })
  await old.ask('takeTender', { saleId, received: '' })
  await old.until(saleId, 'completed')
  await old.stop()

  const moved = await startTill({ folder, practice: address, leftBehind: [older] })
  expect((await moved.view()).salesLeftBehind?.folder).toBe(older)
  const [row] = await moved.ask('listBackups')
  await moved.ask('restoreBackup', { name: row?.name ?? '' })
  expect((await moved.view()).salesLeftBehind).toBeNull()
  await moved.until(saleId, 'completed')
})

test('money that an older version took is told also where the sale went on otherwise in the till, which a restore leaves as it is', async () => {
  const { till, folder: older, address } = await tillAtPractice()
  const { saleId } = await rungUp(till, 1)
  await till.stop()
  const folder = temporaryFolder()
  cpSync(older, folder, { recursive: true })
  const old = await startTill({ folder: older, practice: address })
  await old.ask('takeTender', { saleId, received: '' })
  await old.until(saleId, 'completed')
  await old.stop()
  const moved = await startTill({ folder, practice: address })
  await rungUp(moved, 12)
  await moved.stop()

  const start = () => startTill({ folder, practice: address, leftBehind: [older] })
  const first = await start()
  const [row] = await first.ask('listBackups')
  expect(row?.leftBehind?.folder).toBe(older)
  expect(await first.ask('restoreBackup', { name: row?.name ?? '' })).toMatchObject({ conflicts: 1 })
  expect((await first.view()).salesLeftBehind?.folder).toBe(older)
  await first.stop()
  expect((await (await start()).view()).salesLeftBehind?.folder).toBe(older)
})

test('a till starts and shows a notice although a journal of an older version cannot be read', async () => {
  const older = temporaryFolder()
  writeFileSync(join(older, 'journal-practice.sqlite'), 'no journal')
  const { till } = await tillAtPractice({ leftBehind: [older, join(older, 'missing')] })
  expect((await till.view()).salesLeftBehind?.folder).toBe(older)
  const [row] = await till.ask('listBackups')
  await expect(till.ask('inspectBackup', { name: row?.name ?? '' })).rejects.toThrow('BACKUP_DAMAGED')
})

/** Which of the files in the folder of backups have such a name, with what tells a new one. */
const copiesIn = (folder: string) =>
  readdirSync(join(folder, 'backups'))
    .filter((name) => name.includes('left-behind'))
    .map((name) => [name, statSync(join(folder, 'backups', name)).ino])

test('what an older version left is copied once, and again only after it changed', async () => {
  const { till, folder: older, address } = await tillAtPractice()
  await cashSale(till)
  await till.stop()
  const folder = temporaryFolder()
  const start = () => startTill({ folder, practice: address, leftBehind: [older] })
  await (await start()).stop()
  const first = copiesIn(folder)
  expect(first).toHaveLength(1)
  const second = await start()
  expect(copiesIn(folder)).toEqual(first)
  const [row] = await second.ask('listBackups')
  await second.ask('restoreBackup', { name: row?.name ?? '' })
  await second.stop()

  const old = await startTill({ folder: older, practice: address })
  await cashSale(old)
  await old.stop()
  const third = await start()
  expect((await third.view()).salesLeftBehind?.folder).toBe(older)
  expect(copiesIn(folder)).not.toEqual(first)
})

test('a folder whose sales the till has is not read again at later starts', async () => {
  const { folder: older, address } = await soldByAnOlderVersion()
  const journal = join(older, 'journal-practice.sqlite')
  const soldAt = new Date('2026-11-20T03:00:00Z')
  utimesSync(journal, soldAt, soldAt)
  const folder = temporaryFolder()
  const start = () => startTill({ folder, practice: address, leftBehind: [older] })
  const till = await start()
  const [row] = await till.ask('listBackups')
  await till.ask('restoreBackup', { name: row?.name ?? '' })
  await till.stop()
  // Other content of the same size and time shows whether the file is read.
  writeFileSync(journal, Buffer.alloc(statSync(journal).size, 'x'))
  utimesSync(journal, soldAt, soldAt)
  expect((await (await start()).view()).salesLeftBehind).toBeNull()
})

test('no copy of a journal that cannot be read stays, because its seals cannot be deleted', async () => {
  const older = temporaryFolder()
  writeFileSync(join(older, 'journal-practice.sqlite'), 'no journal')
  const { folder, till } = await tillAtPractice({ leftBehind: [older] })
  expect(copiesIn(folder)).toEqual([])
  expect((await till.ask('listBackups'))[0]?.leftBehind).toEqual({ folder: older, isReadable: false })
})

test('a till starts although an old copy or an unfinished backup cannot be removed', async () => {
  const folder = temporaryFolder()
  // A folder is not removed as a file is, like a file that another program holds.
  for (const name of ['journal-practice-left-behind-0.sqlite', 'journal-practice.part'])
    mkdirSync(join(folder, 'backups', name), { recursive: true })
  const { till } = await tillAtPractice({ folder, leftBehind: [temporaryFolder()] })
  await cashSale(till)
})
