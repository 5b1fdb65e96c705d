/** A till that prints raw through a real queue of the system. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { jobMark } from '../../../main/paper/print/index.ts'
import { markSuspect } from '../../../main/storage/sqlite/index.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { cupsMissing, cupsWhoseTill } from '../../support/cups.ts'
import { quickTillAtPractice } from '../../support/looks.ts'
import { needs } from '../../support/needs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { sealsIn } from '../../support/till-at-printer.ts'

test('a receipt that the queue took and did not print keeps its seal, and a person decides', async ({
  skip,
}) => {
  needs(skip, cupsMissing())
  const cups = await cupsWhoseTill('hangs')
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('CUPS_SERVER', cups.environment.CUPS_SERVER)
  const { till, payer, folder } = await quickTillAtPractice({
    settings: { printer: { kind: 'raw-queue', queue: 'till', profile: 'escpos' } },
  })
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.ask('checkNow', { saleId })
  await till.untilView(({ printing }) => printing.unconfirmed === 1)
  expect(await till.ask('listAttention')).toMatchObject([{ saleId, cause: 'receipt-unprintable' }])
  await till.stop()
  expect(sealsIn(folder)).toHaveLength(1)
})

test('the job that a killed till left in the queue is removed before its repetition also where the journal was rescued meanwhile', async ({
  skip,
}) => {
  needs(skip, cupsMissing())
  const cups = await cupsWhoseTill('hangs')
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('CUPS_SERVER', cups.environment.CUPS_SERVER)
  const parts = {
    folder: temporaryFolder(),
    settings: { printer: { kind: 'raw-queue', queue: 'till', profile: 'escpos' } },
  } as const
  const tag = () => {
    const journal = new DatabaseSync(file)
    const row = journal.prepare(`SELECT value FROM key_value WHERE name = 'tag'`).get()
    journal.close()
    return String(row?.value)
  }
  const file = join(parts.folder, 'journal-test.sqlite')
  await (await quickTillAtPractice(parts)).till.stop()
  const before = tag()
  const left = join(temporaryFolder(), 'left.txt')
  writeFileSync(left, 'the same paper')
  await cups.command('lp', '-d', 'till', '-t', `${jobMark(before)}test`, '-o', 'raw', left)
  markSuspect(file)
  await (await quickTillAtPractice(parts)).till.stop()
  expect(tag()).not.toBe(before)

  const { till } = await quickTillAtPractice(parts)
  await till.ask('printTestPage', { printer: 'main' })
  await expect
    .poll(() => cups.command('lpstat', '-W', 'not-completed', '-o', 'till'))
    .not.toMatch(/^till-1 /m)
})
