/** A till with a receipt printer in text mode, so that a test can read its papers. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { Clock } from '../../main/base/clock-and-log.ts'
import type { Settings } from '../../shared/shop/settings.ts'
import { chargedSale } from './charged-sale.ts'
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

export const allPrinted = ({ till }: PrinterTill) => till.untilView(({ printing }) => printing.waiting === 0)

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
