import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sessionVault } from '../../../main/shop/settings/index.ts'
import { rungUp } from '../../support/charged-sale.ts'
import { entersOwnShop } from '../../support/own-shop.ts'
import { fill, smallDisk } from '../../support/small-disk.ts'
import { changeFile } from '../../support/sql-on-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type TillParts } from '../../support/terminal.ts'

async function tillBesideMerchant(over: Partial<TillParts> = {}) {
  const { address: practice } = await openPractice()
  const { url: baseUrl, username, password, invoice_code: invoiceCode } = (await openPractice()).address
  const folder = over.folder ?? temporaryFolder()
  const start = () => startTill({ ...over, folder, practice })
  return { folder, start, till: await start(), merchant: { baseUrl, username, password, invoiceCode } }
}

test('connecting a merchant whose journal a newer program wrote is refused, and test mode goes on, also after a restart', async () => {
  const { folder, start, till, merchant } = await tillBesideMerchant()
  const { saleId } = await rungUp(till)
  changeFile(join(folder, 'journal.sqlite'), 'PRAGMA user_version = 999; CREATE TABLE x (y)')
  await expect(till.ask('connectMerchant', merchant)).rejects.toThrow('DATA_OF_ANOTHER_BUILD')
  await till.takeCash(saleId)
  await till.stop()
  expect(await (await start()).view()).toMatchObject({ mode: 'test', settings: { merchant: null } })
})

test('connecting a merchant fails on a full disk, and test mode goes on', async (context) => {
  const { till, folder, merchant } = await tillBesideMerchant({ folder: smallDisk(context, 8192) })
  const { saleId } = await rungUp(till)
  const giveBack = fill(folder, 0)
  await expect(till.ask('connectMerchant', merchant)).rejects.toThrow('DISK_FULL')
  giveBack()
  expect(await till.view()).toMatchObject({ mode: 'test', settings: { merchant: null } })
  await till.ask('takeTender', { saleId, received: '' })
})

test('connecting a merchant fails when the password cannot be stored, and test mode goes on', async () => {
  const vault = sessionVault()
  const write: typeof vault.write = (name, secret) => {
    if (name === 'merchant-password') throw new Error('the disk took nothing')
    return vault.write(name, secret)
  }
  const { till, merchant } = await tillBesideMerchant({ vault: { ...vault, write } })
  const { saleId } = await rungUp(till)
  await expect(till.ask('connectMerchant', merchant)).rejects.toThrow('NOT_SAVED')
  expect(await till.view()).toMatchObject({ mode: 'test', settings: { merchant: null } })
  await till.ask('takeTender', { saleId, received: '' })
})

test('a shop that could not be opened again after a restore is opened by a later call', async () => {
  const vault = sessionVault()
  let isBroken = false
  const read: typeof vault.read = (name) => {
    if (isBroken && name === 'merchant-password') throw new Error('the keyring is gone')
    return vault.read(name)
  }
  const { till, start, merchant } = await tillBesideMerchant({ vault: { ...vault, read } })
  await till.ask('connectMerchant', merchant)
  await entersOwnShop(till)
  await till.stop()
  const again = await start()
  const { name } = await again.ask('backUpNow')
  isBroken = true
  await expect(again.ask('restoreBackup', { name })).rejects.toThrow('UNEXPECTED')
  await expect(again.view()).rejects.toThrow('UNEXPECTED')
  isBroken = false
  expect((await again.view()).mode).toBe('live')
  await rungUp(again)
})

test('test mode that could not start is started at the next try', async () => {
  const { folder, till: first, merchant } = await tillBesideMerchant()
  await first.ask('connectMerchant', merchant)
  await first.stop()
  const inTheWay = join(folder, 'practice-service.jsonl')
  mkdirSync(inTheWay)
  const till = await startTill({ folder, practice: null })
  expect((await till.reply('leaveMerchant')).ok).toBe(false)
  rmSync(inTheWay, { recursive: true })
  await till.ask('leaveMerchant')
  expect(await till.view()).toMatchObject({ mode: 'test' })
})
