/**
 * What the product stores beside its journal is on the disk when the product calls it done. The tests cut the power to
 * show it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { beforeEach, expect, test } from 'vitest'
import { readEntries } from '../../../main/payment-service/practice/data-file.ts'
import { openJournal } from '../../../main/storage/store/index.ts'
import { makeJournalOf1, UP_TO_2 } from '../../support/example-migration.ts'
import { countsOf } from '../../support/journal-counts.ts'
import { needs } from '../../support/needs.ts'
import {
  emptyDisk,
  powerLossMissing,
  productModule,
  runUnderPowerLoss,
} from '../../support/under-power-loss.ts'

beforeEach(({ skip }) => needs(skip, powerLossMissing()))

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)
const STAYS = 'setInterval(() => {}, 1000)'

const SEALS = `
  import { sealKeys } from '${productModule('paper/print')}'
  import { sessionVault } from '${productModule('shop/settings')}'
  console.log(sealKeys(sessionVault(), process.env.FOLDER).current().toString('base64'))
  ${STAYS}`

test('the key that seals lottery numbers survives a power cut right after it was made', async () => {
  const { folder, said, happen } = await runUnderPowerLoss(SEALS, 1)
  for (const seed of SEEDS) {
    await happen(folder, seed)
    expect(readFileSync(join(folder, 'receipt-seal.key'), 'utf8')).toBe(said[0])
  }
})

const PRINTS = `
  import { folderPrinter } from '${productModule('paper/print')}'
  const raster = { width: 384, height: 400, bits: new Uint8Array(48 * 400).fill(0x0f) }
  const { printer } = await folderPrinter({ folder: process.env.FOLDER }).open()
  const { files } = await printer.print({ jobId: '1', name: 'K01', raster, bytes: Buffer.alloc(20000, 1) })
  console.log(JSON.stringify(files))
  ${STAYS}`

test('a print that the practice printer calls done is whole after a power cut', async () => {
  const { folder, said, happen } = await runUnderPowerLoss(PRINTS, 1)
  const files = JSON.parse(said[0] ?? '[]') as string[]
  const printed = files.map((file) => readFileSync(file))
  expect(printed).toHaveLength(2)
  for (const seed of SEEDS) {
    await happen(folder, seed)
    expect(files.map((file) => existsSync(file) && readFileSync(file))).toEqual(printed)
  }
})

/** A script that charges in several shops at once, and prints each invoice that was answered. */
const CHARGES = `
  import { machineClock, silentLog } from '${productModule('main/base/clock-and-log.ts')}'
  import { startPractice } from '${productModule('payment-service/practice')}'
  const dataFile = process.env.FOLDER + '/practice.jsonl'
  const { address } = await startPractice({ clock: machineClock, log: silentLog, dataFile })
  const ask = async (path, authorization, body) =>
    (await fetch(address.url + path, { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body })).json()
  const basic = Buffer.from(address.username + ':' + address.password).toString('base64')
  const { access_token } = await ask('/v2/auth/token', 'Basic ' + basic)
  const charge = async (number) => {
    const { invoice_id } = await ask('/v2/invoice', 'Bearer ' + access_token, JSON.stringify({
      invoice_code: address.invoice_code, sender_invoice_no: 'K01-' + number, invoice_receiver_code: 'terminal',
      invoice_description: 'x'.repeat(200), amount: 4350, callback_url: 'https://pos.invalid/callback' }))
    console.log(invoice_id)
  }
  for (let first = 0; ; first += 8)
    await Promise.all(Array.from({ length: 8 }, (_, index) => charge(first + index)))`

test('every invoice that the practice service answered for is there after a power cut', async () => {
  for (const lines of [5, 60]) {
    const { folder, said, happen } = await runUnderPowerLoss(CHARGES, lines)
    expect(said.length).toBeGreaterThanOrEqual(lines)
    for (const seed of SEEDS) {
      await happen(folder, seed)
      const kept = readEntries(join(folder, 'practice.jsonl'))
      const ids = new Set(kept.flatMap((entry) => (entry.kind === 'invoice' ? [entry.invoice_id] : [])))
      expect(said.filter((id) => !ids.has(id))).toEqual([])
    }
  }
})

const UPGRADES = `
  import { UP_TO_2 } from '${pathToFileURL(join(import.meta.dirname, '../../support/example-migration.ts')).href}'
  import { openJournal } from '${productModule('storage/store')}'
  openJournal(process.env.FOLDER + '/journal.sqlite', { now: Date.now, migrations: UP_TO_2 }).close()`

test('a journal whose migration is cut off at any moment has every sale, and so has the old file that is kept', async () => {
  const disk = emptyDisk()
  const file = join(disk, 'journal.sqlite')
  makeJournalOf1(file, 10)
  const { missed, at } = await runUnderPowerLoss(UPGRADES, undefined, disk)
  expect(missed(disk)).toEqual([])
  expect(readdirSync(disk)).toContain('journal.v1.kept.sqlite')
  for (const [index, seed] of [...SEEDS, ...SEEDS].entries()) {
    at(disk, index / 39, seed)
    const journal = openJournal(file, { now: Date.now, migrations: UP_TO_2 })
    expect(countsOf(journal).sales).toBe(10)
    expect(Buffer.from(journal.seals.of('sale-3').get('pay-1') ?? []).toString()).toBe('LOTTERY-OF-THREE')
    journal.close()
    const beside = readdirSync(disk).filter((name) => /kept|keeping|migrating/.test(name))
    expect(beside).toEqual(['journal.v1.kept.sqlite'])
    const kept = new DatabaseSync(join(disk, 'journal.v1.kept.sqlite'))
    expect(kept.prepare('SELECT count(*) AS sales FROM sale').get()).toEqual({ sales: 10 })
    kept.close()
  }
})
