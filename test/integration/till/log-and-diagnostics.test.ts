/**
 * The log and the diagnostics of a till that sold, was refused, and met errors full of secrets (docs/diagnostics.md):
 * neither has any of them, in any spelling, and the lines of one click are found by one id.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logFile } from '../../../main/base/log/index.ts'
import { HEALTH_CHECKS } from '../../../shared/page/health.ts'
import { chargedSale, rungUp } from '../../support/charged-sale.ts'
import { lockableKeyring } from '../../support/lockable-keyring.ts'
import { tillAtPractice } from '../../support/looks.ts'
import { hire, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../support/terminal.ts'

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

/** A text as it may come out of a program: plain, escaped for JSON or a URL, in base64 at each offset, in hexadecimal. */
function formsOf(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const base64 = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  const json = JSON.stringify(text).slice(1, -1)
  const ascii = json.replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const all = [text, json, ascii, encodeURIComponent(text), bytes.toString('hex'), bytes.toString('latin1')]
  return [...new Set([...all, ...base64.filter((one) => one.length >= 6)])]
}

test('neither the log nor the diagnostics have a secret, in any spelling, whatever the till met', async () => {
  const { till, payer, address, vault, log, logText, folder } = await loggedTill()
  const crew = await hire(till)
  await putAtTill(till, crew.owner)
  // Of eight digits, because many a long id has any four digits by chance.
  const OWNER_PIN = '51726384'
  await till.ask('saveStaff', { id: crew.owner.id, name: crew.owner.name, role: 'owner', pin: OWNER_PIN })

  // A sale with an e-receipt, for a person with a register number, with notes.
  const REGISTER = 'УБ99112233'
  const PHONE = '99887766'
  const NAME = 'Отгонбаяр'
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'completed')
  const [receipt] = (await payer.state()).ereceipts
  const lottery = receipt?.lottery ?? 'no lottery'
  const qr = receipt?.qr_data ?? 'no QR'
  await till.ask('nextSale', { saleId })
  const other = await rungUp(till)
  await till.reply('noteSale', { saleId: other.saleId, note: `${NAME} ${PHONE}` })
  await till.reply('setReceiver', { saleId: other.saleId, register: REGISTER })
  await till.reply('setReceiver', { saleId: other.saleId, register: `${REGISTER}9` })
  await till.reply('parkSale', { saleId: other.saleId, label: `${NAME} ${PHONE}` })

  // People, PINs, a recovery code, a merchant with a password that is refused.
  const TYPED = 'Нууц "үг" p%/=ss'
  const WRONG_PIN = '60718293'
  const person = { id: null, name: NAME, role: 'cashier', pin: '90817263' } as const
  await till.reply('saveStaff', person)
  await till.reply('signIn', { staffId: crew.cashier.id, pin: WRONG_PIN })
  await till.ask('signIn', { staffId: crew.owner.id, pin: OWNER_PIN })
  const code = await till.ask('makeRecoveryCode', { pin: OWNER_PIN })
  await till.reply('connectMerchant', {
    baseUrl: address.url,
    username: 'someone',
    password: TYPED,
    invoiceCode: 'X_INVOICE',
  })

  // A service that says everything again, and errors that do the same.
  const token = `eyJ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(`{"pin":"${OWNER_PIN}"}`).toString('base64url')}.c2ln`
  const secrets: Readonly<Record<string, string>> = {
    'the typed password': TYPED,
    'the password of the service': address.password,
    'the lottery number': lottery,
    'the digits of the lottery number': lottery.replace(/\D/g, ''),
    'the QR text': qr.slice(0, 60),
    'the register number': REGISTER,
    'its digits': REGISTER.slice(2),
    'the phone number': PHONE,
    'the name of a person': NAME,
    'the wrong PIN': WRONG_PIN,
    'the PIN of a person': person.pin,
    'the PIN of the owner': OWNER_PIN,
    'the recovery code': JSON.stringify(code).replace(/\D/g, ''),
    'a token': token,
    'the seal key': vault.read('receipt-seal') ?? 'no seal key',
  }
  vault.write('callback-path', 'pAtH0fTheCallbackReceiver9')
  const said = Object.values(secrets).filter((secret) => secret !== NAME)
  const faults = said.flatMap((secret) => [
    {
      method: 'POST',
      path: '/v2/invoice',
      effect: 'answer',
      status: 400,
      json: { error_code: 'INVOICE_LINE_REQUIRED', message: `said ${secret}` },
    } as const,
  ])
  await payer.faults(faults)
  for (const _ of said.slice(0, 4)) {
    const sale = await rungUp(till)
    await till.reply('charge', { saleId: sale.saleId })
    await till.until(sale.saleId, 'open', 'cancelled')
    await till.reply('discardSale', { saleId: sale.saleId })
  }
  await payer.faults([])
  for (const secret of said)
    for (const form of formsOf(secret)) {
      log.error('an error of the program', { error: new Error(`met ${form} in a request`) })
      log.warn(`a line with ${form} in it`, { step: form, command: form, file: form })
    }

  const { path } = await till.ask('saveDiagnostics')
  const bundle = readFileSync(path, 'utf8')
  const texts = { log: logText(), diagnostics: bundle }
  for (const [where, text] of Object.entries(texts)) {
    for (const [what, secret] of Object.entries(secrets))
      expect(
        formsOf(secret).filter((form) => text.includes(form)),
        `${what} in the ${where}`,
      ).toEqual([])
    expect(text).not.toMatch(/eyJ[\w-]{8}/)
    expect(text).not.toContain('CallbackReceiver9')
    expect(text).not.toContain(folder)
  }
  // They are not empty: they tell what happened.
  expect(texts.log).toContain('"command":"connectMerchant"')
  expect(JSON.parse(bundle)).toMatchObject({
    tugrikDiagnostics: 1,
    settings: { mode: 'test', language: 'mn' },
    health: expect.arrayContaining([expect.objectContaining({ check: 'journal', state: 'good' })]),
    counts: { attention: expect.any(Number) },
  })
  expect(bundle).toContain('an error of the program')
  expect(bundle).not.toContain('Өглөө дэлгүүр')
  expect(bundle).not.toContain('6234567')
})

test('every health check of a till in test mode ends with a finding, and prints nothing', async () => {
  const { till, lines } = await loggedTill()
  const checks = HEALTH_CHECKS.filter((check) => check !== 'program')
  const results = await Promise.all(checks.map((check) => till.ask('checkHealth', { check })))
  expect(results.map(({ finding }) => finding)).toEqual([
    'service.practice',
    'keyring.good',
    'journal.good',
    'disk.good',
    'printers.ready',
    'display.unknown',
    'clock.good',
    'backups.none',
    'database.off',
    'update.off',
  ])
  expect((await till.view()).printing).toMatchObject({ waiting: 0, drawer: null })
  expect(lines().filter(({ text }) => text === 'printed' || text === 'drawer')).toEqual([])
})

test('a locked keyring is told', async () => {
  const folder = temporaryFolder()
  const keyring = lockableKeyring()
  const { till: first, address } = await tillAtPractice({ folder, vault: keyring.vault() })
  await first.stop()
  keyring.lock(true)
  const till = await startTill({ folder, practice: address, vault: keyring.vault() })
  expect(await till.ask('checkHealth', { check: 'keyring' })).toMatchObject({
    finding: 'keyring.locked',
  })
})
