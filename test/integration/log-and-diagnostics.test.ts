/**
 * The log and the diagnostics of a till that sold, was refused, and met errors full of secrets (docs/diagnostics.md):
 * neither has any of them, in any spelling, and the lines of one click are found by one id.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logFile } from '../../main/log/index.ts'
import { chargedSale, rungUp } from '../support/charged-sale.ts'
import { lockableKeyring } from '../support/lockable-keyring.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { openPractice, startTill } from '../support/terminal.ts'

async function loggedTill() {
  const folder = temporaryFolder()
  const practice = await openPractice()
  const log = logFile(folder)
  const keyring = lockableKeyring()
  const vault = keyring.vault()
  const till = await startTill({ folder, practice: practice.address, log, vault })
  const logText = (): string =>
    readdirSync(join(folder, 'logs'))
      .map((name) => readFileSync(join(folder, 'logs', name), 'utf8'))
      .join('')
  const lines = () =>
    logText()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
  return { ...practice, folder, log, vault, till, lines, logText }
}

test('a click, its requests to the service and its print have one id', async () => {
  const { till, lines } = await loggedTill()
  const charged = await chargedSale(till)
  await till.ask('cancelCharge', { saleId: charged.saleId })
  await till.until(charged.saleId, 'cancelled', 'open')
  const sold = await rungUp(till)
  await till.ask('takeTender', { saleId: sold.saleId, kind: 'cash', received: '', reference: '' })
  await till.until(sold.saleId, 'completed')
  await till.untilView(({ printing }) => printing.waiting === 0)
  const found = lines()
  const workOf = (wanted: object): unknown => {
    const line = found.find((one) => Object.entries(wanted).every(([name, value]) => one[name] === value))
    expect(line, JSON.stringify(wanted)).toBeDefined()
    return line?.work
  }
  const charge = workOf({ command: 'charge', sale: charged.saleId })
  expect(workOf({ text: 'request', operation: 'create invoice', sale: charged.saleId })).toBe(charge)
  const cash = workOf({ command: 'takeTender', sale: sold.saleId })
  expect(workOf({ text: 'printed', kind: 'sale', sale: sold.saleId })).toBe(cash)
  expect(cash).not.toBe(charge)
})

test('what the till does by itself has an id of its own, with the id of the sale', async () => {
  const { till, payer, lines } = await loggedTill()
  const { saleId, invoice } = await chargedSale(till)
  // The first check follows the charge. The next one comes from a timer.
  const checks = () => lines().filter(({ operation }) => operation === 'check payment')
  await expect.poll(() => checks().length).toBeGreaterThan(1)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'completed')
  const found = lines()
  const clicks = new Set(found.filter(({ text }) => text === 'command').map(({ work }) => work))
  const issued = found.find(({ operation }) => operation === 'create e-receipt')
  expect(issued).toMatchObject({ sale: saleId, work: expect.any(String) })
  expect(clicks).not.toContain(issued?.work)
})
