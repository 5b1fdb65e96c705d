/**
 * The print queue of a real terminal and a printer that answers over TCP: papers that are printed, unconfirmed, or
 * waiting.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { decide } from '../../support/attention.ts'
import { chargedSale, rungUp, stateOf } from '../../support/charged-sale.ts'
import { eventually } from '../../support/eventually.ts'
import { type FakePrinterHabits, READY, startFakePrinter } from '../../support/fake-printer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

/** The answer to DLE EOT 2 of a printer whose cover is open (Epson's command reference). */
const COVER_OPEN = 0x16

async function tillAtPrinter(habits: FakePrinterHabits = {}) {
  const printer = await startFakePrinter(habits)
  onTestFinished(() => printer.stop())
  const { address, payer } = await openPractice()
  const folder = temporaryFolder()
  const till = await startTill({
    folder,
    practice: address,
    settings: {
      printer: { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'escpos' },
      sparePrinter: { kind: 'folder', folder: null },
    },
  })
  const pay = async (goods = 1): Promise<string> => {
    const { saleId, invoice } = await chargedSale(till, goods)
    await payer.pay({ invoice_id: invoice.invoiceId })
    await till.ask('checkNow', { saleId })
    return saleId
  }
  return { printer, till, folder, address, pay }
}

const papers = (folder: string): readonly string[] => readdirSync(join(folder, 'test-receipts')).sort()

/** A printer that goes away in the middle of its first paper. */
function diesOnce(): FakePrinterHabits {
  let died = false
  return {
    onBand: (socket) => {
      if (died) return
      died = true
      socket.destroy()
    },
  }
}

async function printsOf(till: Till, count: number) {
  await till.untilView(({ printing }) => printing.waiting === count)
  return till.ask('listPrints')
}

async function unconfirmed(till: Till) {
  await till.untilView(({ printing }) => printing.unconfirmed === 1)
  const [print] = await till.ask('listPrints')
  return print
}

test('an unconfirmed receipt waits until a person says that it was printed', async () => {
  const { printer, till, pay } = await tillAtPrinter(diesOnce())
  const saleId = await pay()
  const print = await unconfirmed(till)
  expect(print).toMatchObject({
    kind: 'sale',
    saleId,
    state: 'unconfirmed',
    resolutions: ['came-out', 'again', 'other-printer', 'given-up'],
  })
  expect(await till.ask('listAttention')).toMatchObject([
    { cause: 'receipt-unprintable', resolutions: ['came-out', 'tried-again'] },
  ])
  const bands = printer.bands()
  await till.ask('settlePrint', { id: print?.id ?? '', resolution: 'came-out' })
  await till.until(saleId, 'completed')
  expect(await till.ask('listAttention')).toEqual([])
  expect(printer.bands()).toBe(bands)
})

test('an unconfirmed receipt can be resolved in the attention list, too', async () => {
  const { till, pay } = await tillAtPrinter(diesOnce())
  const saleId = await pay()
  await unconfirmed(till)
  const [item] = await till.ask('listAttention')
  await decide(till, item, 'came-out')
  await till.until(saleId, 'completed')
  expect(await till.ask('listPrints')).toEqual([])
})

test('a person who did not find the receipt has it printed again, once', async () => {
  const { printer, till, pay } = await tillAtPrinter(diesOnce())
  const saleId = await pay()
  const print = await unconfirmed(till)
  await Promise.all([
    till.ask('settlePrint', { id: print?.id ?? '', resolution: 'again' }),
    till.reply('settlePrint', { id: print?.id ?? '', resolution: 'again' }),
  ])
  await till.until(saleId, 'completed')
  expect(printer.printed().filter(({ kind }) => kind === 'cut')).toHaveLength(1)
  expect(await till.ask('listAttention')).toEqual([])
})

test('a print that was under way at a power cut is unconfirmed after the restart and not printed again automatically', async () => {
  const { printer, till, folder, address, pay } = await tillAtPrinter({
    // The printer takes the paper and never answers, so the print is under way when the plug is pulled.
    answersInTurn: false,
    status: (_topic, { bands }) => (bands() > 0 ? null : READY),
  })
  const saleId = await pay()
  await eventually(() => expect(printer.bands()).toBeGreaterThan(0))
  await till.stop()
  const bands = printer.bands()
  const again = await startTill({ folder, practice: address })
  const print = await unconfirmed(again)
  expect(print).toMatchObject({ saleId, state: 'unconfirmed' })
  expect(printer.bands()).toBe(bands)
  await again.ask('settlePrint', { id: print?.id ?? '', resolution: 'given-up' })
  expect(await again.ask('listPrints')).toEqual([])
  expect((await stateOf(again, saleId)).name).toBe('completed')
})

test('a printer with an open cover reports it, and prints automatically once it is closed', async () => {
  let open = true
  const { till, pay } = await tillAtPrinter({
    status: (topic) => (topic === 2 && open ? COVER_OPEN : READY),
  })
  const saleId = await pay()
  await till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_COVER_OPEN')
  open = false
  await till.until(saleId, 'completed')
  expect((await till.view()).printing).toEqual({ waiting: 0, unconfirmed: 0, failure: null, drawer: null })
})

test('a print that one printer cannot print can be sent to the other printer', async () => {
  const { till, folder, pay } = await tillAtPrinter({ status: (topic) => (topic === 2 ? COVER_OPEN : READY) })
  const saleId = await pay()
  await till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_COVER_OPEN')
  const [print] = await till.ask('listPrints')
  await till.ask('settlePrint', { id: print?.id ?? '', resolution: 'other-printer' })
  await till.until(saleId, 'completed')
  expect(papers(folder).filter((name) => name.endsWith('.png'))).toHaveLength(1)
})

test('dropping all prints drops those that the person saw, and only papers with a lottery number say so', async () => {
  const { till, pay } = await tillAtPrinter({ status: (topic) => (topic === 2 ? COVER_OPEN : READY) })
  const byQr = await pay()
  await till.until(byQr, 'fulfilling')
  await till.untilView(({ printing }) => printing.failure?.name === 'PRINTER_COVER_OPEN')
  await till.ask('nextSale', { saleId: byQr })
  const { saleId: organisation } = await rungUp(till, 1)
  await till.ask('setReceiver', { saleId: organisation, register: '1234567' })
  const ofOrganisation = await pay()
  await till.ask('nextSale', { saleId: ofOrganisation })
  const { saleId: forCash } = await rungUp(till)
  await till.ask('takeTender', { saleId: forCash, received: '' })
  const seen = await printsOf(till, 3)
  expect(Object.fromEntries(seen.map(({ saleId, loses }) => [saleId, loses]))).toEqual({
    [byQr]: 'lottery',
    [ofOrganisation]: 'qr',
    [forCash]: null,
  })
  await till.ask('printTestPage', { printer: 'main' })
  // dropPrints leaves a print that is in progress. Then the person presses the button again.
  const dropped = async (): Promise<readonly string[]> => {
    await till.ask('dropPrints', { ids: seen.map(({ id }) => id) })
    return (await till.ask('listPrints')).map(({ kind }) => kind)
  }
  await expect.poll(dropped).toEqual(['test'])
  for (const saleId of [byQr, ofOrganisation, forCash])
    expect((await stateOf(till, saleId)).name).toBe('completed')
})

test('more than a thousand prints are dropped at once, and one that was queued meanwhile stays', async () => {
  const { till } = await tillAtPrinter({ status: (topic) => (topic === 2 ? COVER_OPEN : READY) })
  const pages = Array.from({ length: 1100 }, () => till.ask('printTestPage', { printer: 'main' }))
  await Promise.all(pages)
  const ids = (await till.ask('listPrints')).map(({ id }) => id)
  expect(ids).toHaveLength(1100)
  const dropped = till.ask('dropPrints', { ids })
  await till.ask('printTestPage', { printer: 'main' })
  await dropped
  // A print that is in progress is left: then the person presses the button again.
  const left = async () => {
    await till.ask('dropPrints', { ids })
    return till.ask('listPrints')
  }
  await expect.poll(left).toHaveLength(1)
  expect(ids).not.toContain((await till.ask('listPrints'))[0]?.id)
})

test('cash opens the drawer before the receipt is printed; a QR payment does not open it', async () => {
  const { printer, till, pay } = await tillAtPrinter()
  const byQr = await pay()
  await till.until(byQr, 'completed')
  expect(printer.printed().some(({ kind }) => kind === 'drawer')).toBe(false)
  await till.ask('nextSale', { saleId: byQr })
  const before = printer.printed().length
  const { saleId } = await rungUp(till)
  await till.takeCash(saleId)
  const kinds = printer
    .printed()
    .slice(before)
    .map(({ kind }) => kind)
  expect(kinds.indexOf('drawer')).toBeGreaterThanOrEqual(0)
  expect(kinds.indexOf('drawer')).toBeLessThan(kinds.indexOf('raster'))
  expect(kinds.filter((kind) => kind === 'drawer')).toHaveLength(1)
})

test('a copy and a test page are papers of their own and do not change the sale', async () => {
  const { printer, till, pay } = await tillAtPrinter()
  const saleId = await pay()
  await till.until(saleId, 'completed')
  const { events } = await till.ask('getSale', { saleId })
  const bands = printer.bands()
  await till.ask('printCopy', { saleId })
  await till.ask('printTestPage', { printer: 'main' })
  await till.untilView(({ printing }) => printing.waiting === 0 && printer.bands() > bands + 1)
  const after = await till.ask('getSale', { saleId })
  expect(after.view.status.name).toBe('completed')
  expect(after.events.slice(events.length).map(({ event }) => event.kind)).toEqual(['copy-queued'])
  expect(printer.printed().filter(({ kind }) => kind === 'cut')).toHaveLength(3)
})

test('a sale that is not sold has no receipt to copy or save', async () => {
  const { till } = await tillAtPrinter()
  const { saleId } = await rungUp(till)
  for (const [command, request] of [
    ['printCopy', { saleId }],
    ['saveReceipt', { saleId, format: 'pdf' }],
  ] as const)
    expect(await till.reply(command, request)).toMatchObject({
      ok: false,
      error: { name: 'NOT_NOW' },
    })
})

test('a receipt is saved as PDF and HTML under the number of its sale', async () => {
  const { till, pay } = await tillAtPrinter()
  const saleId = await pay()
  const done = await till.until(saleId, 'completed')
  const pdf = await till.ask('saveReceipt', { saleId, format: 'pdf' })
  const html = await till.ask('saveReceipt', { saleId, format: 'html' })
  expect(pdf.path).toContain(`${done?.sale.senderInvoiceNo}.pdf`)
  expect(readFileSync(pdf.path).subarray(0, 5).toString()).toBe('%PDF-')
  expect(readFileSync(html.path, 'utf8')).toContain('ХУУЛБАР')
})

test('the printer’s status is shown on request', async () => {
  const { till } = await tillAtPrinter({ status: (topic) => (topic === 2 ? COVER_OPEN : READY) })
  expect(await till.ask('printerStatus', { printer: 'main' })).toMatchObject({
    ready: false,
    failure: { name: 'PRINTER_COVER_OPEN' },
  })
  expect(await till.ask('printerStatus', { printer: 'spare' })).toMatchObject({ ready: true })
})

test('an invalid logo is refused by name, and a valid one is on the paper after a restart', async () => {
  const { till, folder, address } = await tillAtPrinter()
  const nonsense = Buffer.from('no picture').toString('base64')
  expect(await till.reply('setLogo', { picture: nonsense })).toMatchObject({
    ok: false,
    error: { name: 'PICTURE_INVALID' },
  })
  expect(await till.ask('getLogo')).toBeNull()
  const { png } = (await previewOfCashSale(till)) ?? { png: '' }
  await till.ask('setLogo', { picture: png.replace(/^data:[^,]*,/, '') })
  const kept = await till.ask('getLogo')
  expect(kept).toMatch(/^data:image\/png/)
  await till.stop()
  const again = await startTill({ folder, practice: address })
  expect(await again.ask('getLogo')).toBe(kept)
})

/** Any PNG. */
async function previewOfCashSale(till: Till) {
  const { saleId } = await rungUp(till, 1)
  await till.takeCash(saleId)
  return till.ask('previewReceipt', { saleId })
}
