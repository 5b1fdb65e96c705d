import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '../../../../main/base/clock-and-log.ts'
import {
  networkPrinter,
  type PrinterStatus,
  profileNamed,
  through,
} from '../../../../main/paper/print/index.ts'
import type { Failure } from '../../../../shared/failure.ts'
import {
  type FakePrinter,
  type FakePrinterHabits,
  READY,
  startFakePrinter,
} from '../../../support/fake-printer.ts'
import { fastClock } from '../../../support/fast-clock.ts'
import { drawerThrough, printRequest, printThrough } from '../../../support/print-request.ts'

const request = printRequest(1024)

async function printerWith(habits: FakePrinterHabits = {}): Promise<FakePrinter> {
  const printer = await startFakePrinter(habits)
  onTestFinished(() => printer.stop())
  return printer
}

const driverOf = ({ port }: { readonly port: number }, profile = 'escpos', timeoutMs = 2000) =>
  networkPrinter({ host: '127.0.0.1', port, timeoutMs, clock: machineClock, profile: profileNamed(profile) })

const printOn = (printer: { readonly port: number }, profile?: string, timeoutMs?: number) =>
  printThrough(driverOf(printer, profile, timeoutMs), request)

const notOpened = (failure: Failure): PrinterStatus => ({ ready: false, failure })
const failed = (name: string, detail: string | null = null) => ({ printed: false, failure: { name, detail } })

test('a print is done when the printer has answered after the data that it is ready', async () => {
  const printer = await printerWith()
  expect(await printOn(printer)).toEqual({ printed: true, files: [] })
  expect(printer.bands()).toBe(8)
  expect(printer.printed().at(-1)?.kind).toBe('cut')
})

test.each(['escpos', 'escpos-58', 'epson-tm-t20', 'xprinter-80', 'star-escpos', 'cheap-58'])(
  'every dot of the paper is printed by the profile %s',
  async (id) => {
    const printer = await printerWith()
    const profile = profileNamed(id)
    const paper = printRequest(300, profile)
    expect(await printThrough(driverOf(printer, id), paper)).toEqual({ printed: true, files: [] })
    expect(printer.paper()).toEqual({ ...paper.raster, bits: Buffer.from(paper.raster.bits) })
    expect(printer.bands()).toBe(Math.ceil(300 / profile.bandRows))
  },
)

test('the connection is closed after every print, so that the printer is free for the next one', async () => {
  const printer = await printerWith()
  await printOn(printer)
  await expect.poll(() => printer.openLines()).toBe(0)
})

test.each([
  ['PRINTER_PAPER_OUT', 4, 0x72],
  ['PRINTER_PAPER_OUT', 2, 0x32],
  ['PRINTER_COVER_OPEN', 2, 0x16],
  ['PRINTER_CUTTER_JAMMED', 3, 0x1a],
  ['PRINTER_FAULT', 3, 0x32],
  ['PRINTER_OFFLINE', 1, 0x1a],
])('a printer that reports %s (DLE EOT %i) gets no data', async (name, topic, byte) => {
  const printer = await printerWith({ status: (asked) => (asked === topic ? byte : READY) })
  expect(await printOn(printer)).toEqual(failed(name))
  expect(printer.printed()).toEqual([])
})

test('paper that is nearly out is reported and does not stop a print', async () => {
  const printer = await printerWith({ status: (topic) => (topic === 4 ? 0x1e : READY) })
  expect(await printOn(printer)).toEqual({ printed: true, files: [] })
  const status = await through(driverOf(printer), ({ status }) => status(), notOpened)
  expect(status).toEqual({ ready: true, paperLow: true })
})

test.each(['escpos', 'epson-tm-t20', 'xprinter-58'])(
  'paper that runs out in the middle is reported, and the print may have begun (%s)',
  async (profile) => {
    const printer = await printerWith({ rows: 500 })
    expect(await printOn(printer, profile)).toEqual({ ...failed('PRINTER_PAPER_OUT'), begun: true })
    expect(printer.paper().height).toBe(500)
  },
)

test.each(['escpos', 'epson-tm-t20'])(
  'a cover that is opened in the middle is reported (%s)',
  async (profile) => {
    const printer = await printerWith({ coverOpensAt: 200 })
    expect(await printOn(printer, profile)).toEqual({ ...failed('PRINTER_COVER_OPEN'), begun: true })
    expect(printer.paper().height).toBe(200)
  },
)

test('a printer with automatic status is heard at once, without a status request', async () => {
  const asked: number[] = []
  const status = (topic: number, { bands }: FakePrinter) => {
    if (bands() > 0) asked.push(topic)
    return READY
  }
  const printer = await printerWith({ coverOpensAt: 200, status })
  expect(await printOn(printer, 'epson-tm-t20')).toEqual({ ...failed('PRINTER_COVER_OPEN'), begun: true })
  expect(asked).toEqual([])
})

test('a printer whose paper was replaced is ready for the next print', async () => {
  const printer = await printerWith({ rows: 500 })
  await printOn(printer)
  printer.mend()
  expect(await printOn(printer)).toEqual({ printed: true, files: [] })
})

test('the driver waits for a printer that answers slowly', async () => {
  const printer = await printerWith({ answersAfterMs: 40 })
  expect(await printOn(printer, 'epson-tm-t20')).toEqual({ printed: true, files: [] })
})

test('the driver waits for a slow printer as long as its paper takes', async () => {
  // One second of the till lasts four real ones, so that its time limits do not pass on a busy machine.
  const printer = await printerWith({ msPerBand: 4 * 106 })
  const at = { host: '127.0.0.1', port: printer.port, profile: profileNamed('escpos') }
  const driver = networkPrinter({ ...at, timeoutMs: 600, clock: fastClock(1 / 4) })
  expect(await printThrough(driver, request)).toEqual({ printed: true, files: [] })
  expect(printer.paper().height).toBe(1024)
})

test('a printer that accepts the connection and does not answer gets no data', async () => {
  const printer = await printerWith({ status: () => null })
  expect(await printOn(printer, 'escpos', 50)).toEqual(failed('PRINTER_UNREACHABLE'))
  expect(printer.printed()).toEqual([])
})

test('a print to a printer that falls silent after the data may have begun', async () => {
  const status = (_topic: number, { bands }: FakePrinter) => (bands() > 0 ? null : READY)
  const printer = await printerWith({ status, answersInTurn: false })
  expect(await printOn(printer, 'escpos', 50)).toEqual({ ...failed('PRINTER_UNREACHABLE'), begun: true })
})

test('a printer that accepts the connection and no more data is given up after a time limit', async () => {
  const sockets: Socket[] = []
  // Answers a status request before the data, and then reads nothing more.
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    let asked = 0
    socket.on('data', () => {
      socket.write(Uint8Array.of(READY))
      asked += 1
      if (asked === 4) socket.pause()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const long = { ...request, bytes: Buffer.alloc(32_000_000) }
  expect(await printThrough(driverOf({ port }, 'escpos', 500), long)).toEqual({
    ...failed('PRINTER_UNREACHABLE', 'takes no data'),
    begun: true,
  })
})

test('a printer that dies half-way gives a named failure', async () => {
  const printer = await printerWith({ onBand: (socket, { bands }) => bands() === 3 && socket.destroy() })
  expect(await printOn(printer)).toEqual({ ...failed('PRINTER_UNREACHABLE', 'connection lost'), begun: true })
})

test('a print to a printer that loses power in the middle may have begun, and the printer is unreachable afterwards', async () => {
  const printer = await printerWith({ onBand: (_socket, { losePower }) => void losePower() })
  const driver = driverOf(printer)
  expect(await printThrough(driver, request)).toEqual({
    ...failed('PRINTER_UNREACHABLE', 'connection lost'),
    begun: true,
  })
  expect(await printThrough(driver, request)).toEqual(failed('PRINTER_UNREACHABLE', 'ECONNREFUSED'))
})

test('a printer that is in use by another till is silent and gets no data', async () => {
  const printer = await printerWith({ oneLineAtATime: true })
  const other = await driverOf(printer).open()
  if (!other.ok) throw new Error('the first line was refused')
  expect(await printOn(printer, 'escpos', 400)).toEqual(failed('PRINTER_UNREACHABLE'))
  await other.printer.close()
  expect(await printOn(printer)).toEqual({ printed: true, files: [] })
})

test('a printer without GS r is asked for it only once and then judged by its status', async () => {
  const printer = await printerWith({ answersInTurn: false })
  const driver = driverOf(printer, 'escpos', 400)
  const small = printRequest(16)
  expect(await printThrough(driver, small)).toEqual({ printed: true, files: [] })
  expect(await printThrough(driver, small)).toEqual({ printed: true, files: [] })
  expect(printer.questions().filter(({ kind }) => kind === 'ask in turn')).toHaveLength(1)
})

test('a printer without GS r runs out of paper during a print: the failure is reported, and the print counts as begun', async () => {
  const printer = await printerWith({ answersInTurn: false, rows: 900, msPerBand: 60 })
  expect(await printOn(printer, 'xprinter-58')).toEqual({ ...failed('PRINTER_PAPER_OUT'), begun: true })
})

test('bytes that an image provokes by chance are not taken for the answer after it', async () => {
  // The bytes 10 04 01 inside an image: some printers answer them as a status request.
  const onBand: FakePrinterHabits['onBand'] = (socket) => socket.write(Uint8Array.of(READY, 0x11, 0x13))
  const status = (topic: number, { bands }: FakePrinter) => (topic === 2 && bands() > 0 ? 0x16 : READY)
  const printer = await printerWith({ onBand, status })
  expect(await printOn(printer)).toEqual({ ...failed('PRINTER_COVER_OPEN'), begun: true })
})

test('a print to a printer without status is done when it took everything and closed the connection', async () => {
  const printer = await printerWith({ answersAtOnce: false, answersInTurn: false, speaksUp: false })
  expect(await printOn(printer, 'cheap-58')).toEqual({ printed: true, files: [] })
  expect(printer.paper().height).toBe(1024)
})

test('a print to a printer without status that keeps the connection open is unconfirmed', async () => {
  const printer = await printerWith({ answersAtOnce: false, keepsLine: true })
  const small = printRequest(16, profileNamed('cheap-58'))
  expect(await printThrough(driverOf(printer, 'cheap-58', 100), small)).toEqual({
    ...failed('PRINT_UNCONFIRMED'),
    begun: true,
  })
})

test('the drawer gets the pulse of its profile, and no paper is printed', async () => {
  const printer = await printerWith()
  expect(await drawerThrough(driverOf(printer, 'star-escpos'))).toBe(null)
  expect(printer.drawerPulses()).toEqual([{ pin: 2, onMs: 200, offMs: 200 }])
  expect(printer.paper().height).toBe(0)
})

test('a drawer at a stopped printer gets no pulse, because it would open later', async () => {
  const printer = await printerWith()
  printer.openCover()
  const failure = await drawerThrough(driverOf(printer))
  expect(failure).toEqual({ name: 'PRINTER_COVER_OPEN', detail: null })
  printer.mend()
  expect(printer.drawerPulses()).toEqual([])
})

test('a profile without a drawer reports that', async () => {
  const printer = await printerWith()
  const driver = networkPrinter({
    host: '127.0.0.1',
    port: printer.port,
    clock: machineClock,
    profile: { ...profileNamed('escpos'), drawer: null },
  })
  expect(await drawerThrough(driver)).toEqual({ name: 'DRAWER_MISSING', detail: null })
})

test('a missing printer is unreachable', async () => {
  const printer = await printerWith()
  const { port } = printer
  await printer.stop()
  expect(await printOn({ port })).toEqual(failed('PRINTER_UNREACHABLE', 'ECONNREFUSED'))
})

test('a connection that is not established is given up after a time limit', async () => {
  const atOnce = {
    ...machineClock,
    after: (_ms: number, action: () => void) => machineClock.after(0, action),
  }
  // A documentation address (RFC 5737): nothing answers there, or the machine has no route to it.
  const driver = networkPrinter({ host: '192.0.2.1', port: 9100, clock: atOnce })
  expect(await printThrough(driver, request)).toMatchObject({
    printed: false,
    failure: { name: 'PRINTER_UNREACHABLE' },
  })
})
