/**
 * The tax authority forbids storing the lottery number and QR data anywhere but on paper. These tests search every file
 * that a terminal wrote, including write-ahead log, backups, documents and logs. Until they are printed they are
 * sealed; after the print nothing of them is left, not even sealed.
 */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { receiptSeal } from '../../../main/paper/print/index.ts'
import { chargedSale } from '../../support/charged-sale.ts'
import { EVERY_SALE } from '../../support/every-sale.ts'
import { READY, startFakePrinter } from '../../support/fake-printer.ts'
import { oneKey } from '../../support/one-key.ts'
import { returned, saleOf, voidIs } from '../../support/returns.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'
import { printerClock, tillAtPrinter } from '../../support/till-at-printer.ts'

type Payer = Awaited<ReturnType<typeof openPractice>>['payer']

type Secret = { readonly lottery: string; readonly qr: string }

/** The text in one and two bytes a letter, in base64 at each of its three offsets, and in hexadecimal. */
function formsOf(text: string): readonly Buffer[] {
  const plain = Buffer.from(text, 'utf8')
  const base64 = [0, 1, 2].map((offset) =>
    // Without the letters at both ends, because they depend on the neighbouring bytes.
    Buffer.concat([Buffer.alloc(offset), plain])
      .toString('base64')
      .slice(4, -4),
  )
  return [
    plain,
    Buffer.from(text, 'utf16le'),
    ...base64.map((part) => Buffer.from(part)),
    Buffer.from(plain.toString('hex')),
  ]
}

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** The files that contain one of the forms. */
const filesWith = (folder: string, forms: readonly Buffer[]): readonly string[] =>
  filesUnder(folder).filter((file) => {
    const bytes = readFileSync(file)
    return forms.some((form) => bytes.includes(form))
  })

/** The answer to DLE EOT 2 of a printer whose cover is open (Epson's command reference). */
const COVER_OPEN = 0x16

/** A sale that is paid and whose e-receipt is issued. */
async function sold(till: Till, payer: Payer): Promise<Secret> {
  const { invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.untilView(({ counter }) => {
    const state = counter?.status
    return state !== undefined && 'print' in state && state.print.step !== 'not yet'
  })
  const { ereceipts } = await payer.state()
  const receipt = ereceipts.at(-1)
  return { lottery: receipt?.lottery ?? '', qr: receipt?.qr_data ?? '' }
}

function sealsIn(folder: string): readonly Buffer[] {
  const database = new DatabaseSync(join(folder, 'journal-test.sqlite'), { readOnly: true })
  try {
    return database
      .prepare('SELECT sealed FROM receipt_seal')
      .all()
      .map(({ sealed }) => Buffer.from(sealed as Uint8Array))
  } finally {
    database.close()
  }
}

test('once a receipt is printed, its lottery number and QR data are in no file, not even sealed', async () => {
  let covered = false
  const printer = await startFakePrinter({
    status: (topic) => (topic === 2 && !covered ? COVER_OPEN : READY),
  })
  onTestFinished(() => printer.stop())
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  const till = await startTill({
    folder,
    practice: address,
    settings: { printer: { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'escpos' } },
  })
  const { lottery, qr } = await sold(till, payer)
  expect(lottery).toMatch(/\d{8}/)
  expect(qr.length).toBeGreaterThan(20)
  const forms = [...formsOf(lottery), ...formsOf(qr)]
  await till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_COVER_OPEN')
  await till.ask('backUpNow')
  await till.stop()
  const seals = sealsIn(folder)
  expect(seals).toHaveLength(1)
  expect(filesWith(folder, forms)).toEqual([])

  covered = true
  const again = await startTill({ folder, practice: address })
  const {
    rows: [sale],
  } = await again.ask('searchSales', EVERY_SALE)
  const saleId = sale?.id ?? ''
  await again.until(saleId, 'completed')
  await again.ask('printCopy', { saleId })
  await again.untilView(({ printing }) => printing.waiting === 0)
  await again.ask('saveReceipt', { saleId, format: 'html' })
  await again.ask('saveReceipt', { saleId, format: 'pdf' })
  await again.ask('backUpNow')
  expect(printer.bands()).toBeGreaterThan(0)
  expect(filesUnder(folder).length).toBeGreaterThan(4)
  expect(filesWith(folder, [...forms, ...seals])).toEqual([])
  await again.stop()
  expect(filesWith(folder, [...forms, ...seals])).toEqual([])
})

/** Everything that the key of the data folder can open in the journals of the folder. */
function openedIn(folder: string): readonly unknown[] {
  const seal = receiptSeal(
    oneKey(Buffer.from(readFileSync(join(folder, 'receipt-seal.key'), 'utf8'), 'base64')),
  )
  return filesUnder(folder)
    .filter((file) => /journal[^/]*\.sqlite$/.test(file))
    .flatMap((file) => {
      const copy = join(temporaryFolder(), 'look.sqlite')
      for (const end of ['', '-wal'])
        if (existsSync(`${file}${end}`)) copyFileSync(`${file}${end}`, `${copy}${end}`)
      const database = new DatabaseSync(copy)
      const rows = database.prepare('SELECT sealed FROM receipt_seal').all()
      database.close()
      return rows.map(({ sealed }) => seal.open(sealed as Uint8Array)).filter((secret) => secret !== null)
    })
}

test('after a rescue nothing can open the seals of the damaged file, and the lottery number is printed once', async () => {
  const shop = await tillAtPrinter()
  shop.openCover()
  const sale = await chargedSale(shop.till)
  await shop.payer.pay({ invoice_id: sale.invoice.invoiceId })
  await shop.till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_COVER_OPEN')
  expect(openedIn(shop.folder)).toHaveLength(1)
  await shop.till.stop()
  await shop.closeCover().catch(() => {}) // the till is already stopped
  writeFileSync(join(shop.folder, 'journal-test.sqlite.suspect'), '')
  const again = await startTill({ folder: shop.folder, practice: shop.address, clock: printerClock() })
  await again.until(sale.saleId, 'completed')
  await again.untilView(({ printing }) => printing.waiting === 0)
  await again.stop()
  const { ereceipts } = await shop.payer.state()
  const lottery = ereceipts.at(-1)?.lottery ?? '?'
  expect(shop.papers().filter((paper) => paper.includes(lottery))).toHaveLength(1)
  expect(openedIn(shop.folder)).toEqual([])
})

test('a lottery number in a refusal of the service is neither shown nor stored', async () => {
  const { till, payer, folder } = await tillAtPrinter()
  const { saleId, invoice } = await chargedSale(till)
  await payer.pay({ invoice_id: invoice.invoiceId })
  await till.check(saleId, 'completed')
  const { lottery = '', qr_data: qr = '' } = (await payer.state()).ereceipts[0] ?? {}
  const said = `Сугалаа ${lottery} тохиролд орсон (${qr.slice(0, 60)})`
  await payer.faults([
    {
      method: 'DELETE',
      path: '/v2/ebarimt_v3/{id}',
      effect: 'answer',
      status: 400,
      json: { error_code: 'EBARIMT_CANCEL_NOTSUPPERDED', message: said },
    },
    {
      method: 'POST',
      path: '/v2/ebarimt_v3/create',
      effect: 'answer',
      status: 409,
      json: { code: lottery.replace(' ', ''), message: `already exists: ${said}` },
    },
  ])
  await returned(till, saleId, {}, voidIs('refused'))
  await till.ask('nextSale', { saleId })
  const other = await chargedSale(till)
  await payer.pay({ invoice_id: other.invoice.invoiceId })
  await till.check(other.saleId, 'receipt-owed')
  const shown = JSON.stringify([await till.ask('listAttention'), await saleOf(till, saleId)])
  await till.stop()
  const pieces = [lottery, lottery.replace(' ', ''), qr.slice(0, 60)]
  expect(pieces.filter((piece) => shown.includes(piece))).toEqual([])
  expect(filesWith(folder, pieces.flatMap(formsOf))).toEqual([])
})
