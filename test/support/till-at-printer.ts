/** A till with a receipt printer in text mode, so that a test can read its papers. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished } from 'vitest'
import type { Clock } from '../../main/base/clock-and-log.ts'
import type { FaultRequest } from '../../scripts/run/practice/index.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import { chargedSale, stateOf } from './charged-sale.ts'
import { papersOf } from './escpos-decoder.ts'
import { type FakePrinterHabits, READY, startFakePrinter } from './fake-printer.ts'
import { fastClock } from './fast-clock.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { openPractice, startTill } from './terminal.ts'

/** The requests for an e-receipt and for its void, as faults name them. */
export const ISSUE = { method: 'POST', path: '/v2/ebarimt_v3/create' } as const
export const VOID = { method: 'DELETE', path: '/v2/ebarimt_v3/{id}' } as const

/** The answer to DLE EOT 2 of a printer whose cover is open (Epson's command reference). */
const COVER_OPEN = 0x16

/** As fast as a busy machine allows: the printer's answers take real time. */
export const printerClock = (): Clock => fastClock(4)

export type PrinterTill = Awaited<ReturnType<typeof tillAtPrinter>>['shop']

/** A faster clock, for a till that prints into a folder: a real printer's delays must not be shortened so much. */
export const quick = (times: number) =>
  ({ clock: fastClock(times), settings: { printer: { kind: 'folder', folder: null } } }) as const

type Options = {
  readonly settings?: Partial<Settings>
  /** The practice service's clock. */
  readonly service?: Clock
  readonly clock?: Clock
  readonly habits?: FakePrinterHabits
}

export async function tillAtPrinter({ settings, service, clock, habits }: Options = {}) {
  let isOpen = false
  const printer = await startFakePrinter({
    status: (topic) => (topic === 2 && isOpen ? COVER_OPEN : READY),
    ...habits,
  })
  onTestFinished(() => printer.stop())
  const { address, payer } = await openPractice(service ? { clock: service } : {})
  const folder = temporaryFolder()
  const till = await startTill({
    folder,
    practice: address,
    clock: clock ?? printerClock(),
    settings: {
      printer: { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'epson-tm-t20-text' },
      ...settings,
    },
  })
  const shop = {
    till,
    payer,
    folder,
    address,
    printer,
    openCover: () => {
      isOpen = true
    },
    /** Prints what waits at once. */
    closeCover: async () => {
      isOpen = false
      // A print that is just under way needs no command.
      for (const { id } of await till.ask('listPrints'))
        await till.reply('settlePrint', { id, resolution: 'again' })
    },
    /** The text of each printed paper so far. */
    papers: () => papersOf(printer.printed()).map((lines) => lines.join('\n')),
  }
  return { ...shop, shop }
}

/** A sale that was paid in full by QR; its e-receipts and papers may still be under way. */
export async function paid({ till, payer }: PrinterTill, type: 'P2P' | 'CARD' = 'P2P') {
  const { saleId, total, invoice } = await chargedSale(till)
  const { payment_id } = await payer.pay({ invoice_id: invoice.invoiceId, type })
  await till.ask('checkNow', { saleId })
  return { saleId, total, paymentId: payment_id }
}

/** A till at a printer that sold for money by QR; the e-receipt is issued. */
export async function soldAtPrinter(options: Options = {}, type: 'P2P' | 'CARD' = 'P2P') {
  const opened = await tillAtPrinter(options)
  const sale = await paid(opened.shop, type)
  await opened.till.until(sale.saleId, 'completed')
  return { ...opened, ...sale }
}

/** A paid sale whose receipt waits because the printer's cover is open. */
export async function waitingForPaper(shop: PrinterTill, type: 'P2P' | 'CARD' = 'P2P') {
  shop.openCover()
  const sale = await paid(shop, type)
  await untilNoPaper(shop, sale.saleId)
  return sale
}

export const untilNoPaper = ({ till }: PrinterTill, saleId: string) =>
  expect
    .poll(() => stateOf(till, saleId))
    .toMatchObject({ print: { step: 'queued', failure: { name: 'PRINTER_COVER_OPEN' } } })

/** Faults of a request: the first is lost, before it is done or after, and the ones after it fail. */
export const lostAndFailing = (
  request: typeof ISSUE | typeof VOID,
  effect: 'reset-before' | 'reset-after',
): readonly FaultRequest[] => [
  { ...request, effect, times: 1 },
  { ...request, effect: '500', times: 500 },
]

export const allPrinted = ({ till }: PrinterTill) => till.untilView(({ printing }) => printing.waiting === 0)

/** Waits until the sale is completed and its papers are printed. */
export async function completedAndPrinted(shop: PrinterTill, saleId: string): Promise<void> {
  await shop.till.until(saleId, 'completed')
  await allPrinted(shop)
}

/** The status of each e-receipt at the service. */
export const statusesAt = async ({ payer }: PrinterTill) =>
  (await payer.state()).ereceipts.map(({ status }) => status)

/** How often an e-receipt was requested. */
export const asked = async ({ payer }: PrinterTill): Promise<number> =>
  (await payer.state()).requests['POST /v2/ebarimt_v3/create'] ?? 0

/** Lottery and QR data that are still sealed for a paper. Stop the till first: it holds the lock of its journal. */
export function sealsIn(folder: string): readonly Uint8Array[] {
  const [name = ''] = readdirSync(folder).filter((file) => /^journal.*\.sqlite$/.test(file))
  const database = new DatabaseSync(join(folder, name), { readOnly: true })
  try {
    return database
      .prepare('SELECT sealed FROM receipt_seal')
      .all()
      .map(({ sealed }) => sealed as Uint8Array)
  } finally {
    database.close()
  }
}
