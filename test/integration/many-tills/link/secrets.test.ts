/** What a till of a shop database keeps secret is in no file of it, on no stick, in no table, on no page and on no paper. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logFile } from '../../../../main/base/log/index.ts'
import { chargedSale } from '../../../support/charged-sale.ts'
import { FEW_CODE_ITERATIONS } from '../../../support/cheap-hashes.ts'
import { papersOf } from '../../../support/escpos-decoder.ts'
import { READY, startFakePrinter } from '../../../support/fake-printer.ts'
import { untilSent } from '../../../support/linked-till.ts'
import { lockableKeyring } from '../../../support/lockable-keyring.ts'
import { entersOwnShop } from '../../../support/own-shop.ts'
import { shopServerForFile, type TestDatabase } from '../../../support/shop-database.ts'
import { hire } from '../../../support/staff.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../../support/terminal.ts'

const server = shopServerForFile()

/** Plain, backwards, in two bytes a letter in both orders, and each of these in hexadecimal and in base64 at each offset. */
function formsOf(secret: string): readonly Buffer[] {
  const wide = Buffer.from(secret, 'utf16le')
  const backwards = Buffer.from([...secret].reverse().join(''))
  const all = [Buffer.from(secret), backwards, wide, Buffer.from(wide).swap16()]
  const coded = all.flatMap((bytes) => [
    bytes.toString('hex'),
    ...[0, 1, 2].map((offset) =>
      Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .slice(4, -4),
    ),
  ])
  // A short piece of base64 may stand anywhere by chance.
  const texts = [...coded.filter(({ length }) => length >= 8), encodeURIComponent(secret)]
  return [...all, ...texts.map((text) => Buffer.from(text))]
}

const filesIn = (folder: string): readonly (readonly [string, Buffer])[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name))])

async function tablesOf({ admin }: TestDatabase): Promise<readonly (readonly [string, Buffer])[]> {
  const { rows } = await admin.query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'shop'")
  return Promise.all(
    rows.map(async ({ name }) => {
      const all = await admin.query(`SELECT one::text AS text FROM shop.${name} one`)
      return [`the table ${name}`, Buffer.from(all.rows.map(({ text }) => text).join('\n'))] as const
    }),
  )
}

test('after a day no secret of a till is in a file, on the stick with the copy, in the shop database, on a page or on paper', async () => {
  const password = 'Нууц "үг" p%/=+ss'
  const { address, payer } = await openPractice({ seed: { identity: { password } } })
  const printer = await startFakePrinter({ status: () => READY })
  onTestFinished(() => printer.stop())
  const [folder, stick] = [temporaryFolder(), temporaryFolder()]
  mkdirSync(stick, { recursive: true })
  const vault = lockableKeyring().vault()
  const till = await startTill({
    ...{ folder, practice: address, vault, log: logFile(folder) },
    settings: {
      terminalCode: 'K01',
      lockMinutes: 480, // the till's clock is ten times as fast, and a busy machine slow
      printer: { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'epson-tm-t20-text' },
    },
  })
  const pushed: string[] = []
  till.terminal.onView((view) => pushed.push(JSON.stringify(view)))
  till.terminal.onDisplay((view) => pushed.push(JSON.stringify(view)))
  const merchant = { baseUrl: address.url, username: address.username, invoiceCode: address.invoice_code }
  await till.ask('connectMerchant', { ...merchant, password })
  await entersOwnShop(till)
  await till.ask('saveSettings', { copies: { folder: stick, everyHours: 24, keep: 5 } })
  const crew = await hire(till)
  const [pin, wrongPin] = ['90817263', '60718293']
  await till.ask('saveStaff', { id: crew.owner.id, name: 'Эзэн', role: 'owner', pin })
  await till.reply('signIn', { staffId: crew.cashier.id, pin: wrongPin })
  await till.ask('signIn', { staffId: crew.owner.id, pin })
  const { code: recovery } = await till.ask('makeRecoveryCode', { pin })
  const shop = await server.shopDatabase()
  const pairing = await shop.pair({ code: 'K01', iterations: FEW_CODE_ITERATIONS })
  const place = `localhost:${server.server().port}/${shop.name}`
  await till.ask('joinShopDatabase', { code: pairing, server: place })
  await till.ask('openShift', { float: '50000' })
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.until(saleId, 'completed')
  await till.untilView(({ printing }) => printing.waiting === 0)
  for (const format of ['pdf', 'html'] as const) await till.ask('saveReceipt', { saleId, format })
  const sealed = { goods: true, terminals: '' }
  const { code: setUp } = await till.ask('exportShopFile', { devices: true, sealed })
  if (setUp === null) throw new Error('the file is not sealed')
  await till.ask('exportShopFile', { devices: true, sealed: null })
  await till.ask('saveDiagnostics')
  await till.ask('copyNow')
  await untilSent(till)
  const kept: { password: string; pepper: string } = JSON.parse(vault.read('shop-database-live') ?? '')
  const tables = await tablesOf(shop)
  await till.stop()

  const secrets = {
    password,
    pin,
    wrongPin,
    recovery,
    pairing,
    setUp,
    login: kept.password,
    pepper: kept.pepper,
  }
  const papers = papersOf(printer.printed()).flat().join('\n')
  const places = [
    ...[...filesIn(folder), ...filesIn(stick), ...tables],
    ...[['the pages', Buffer.from(pushed.join('\n'))] as const, ['the papers', Buffer.from(papers)] as const],
  ]
  expect(places.length).toBeGreaterThan(20)
  for (const [what, secret] of Object.entries(secrets))
    for (const form of formsOf(secret))
      expect(
        places.flatMap(([where, bytes]) => (bytes.includes(form) ? [where] : [])),
        what,
      ).toEqual([])
})
