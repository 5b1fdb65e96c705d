import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '../../../main/environment.ts'
import { networkPrinter, type PrinterStatus, profileNamed, through } from '../../../main/printing/index.ts'
import type { Failure } from '../../../shared/failure.ts'
import {
  type FakePrinter,
  type FakePrinterHabits,
  READY,
  startFakePrinter,
} from '../../support/fake-printer.ts'
import { printRequest, printThrough } from '../../support/print-request.ts'

const request = printRequest(1024)

async function printerWith(habits: FakePrinterHabits = {}): Promise<FakePrinter> {
  const printer = await startFakePrinter(habits)
  onTestFinished(() => printer.stop())
  return printer
}

const driverOf = ({ port }: { readonly port: number }, profile = 'escpos', timeoutMs = 2000) =>
  networkPrinter({
    host: '127.0.0.1',
    port,
    timeoutMs,
    clock: machineClock,
    profile: profileNamed(profile),
  })

const printOn = (printer: { readonly port: number }, profile?: string, timeoutMs?: number) =>
  printThrough(driverOf(printer, profile, timeoutMs), request)

const notOpened = (failure: Failure): PrinterStatus => ({ ready: false, failure })
const failed = (name: string, detail: string | null = null) => ({ printed: false, failure: { name, detail } })

test('a print is done when the printer has answered behind the data that it is ready', async () => {
  const printer = await printerWith()
  expect(await printOn(printer)).toEqual({ printed: true, files: [] })
  expect(printer.bands()).toBe(8)
  expect(printer.printed().at(-1)?.kind).toBe('cut')
})

test.each(['escpos', 'escpos-58', 'epson-tm-t20', 'xprinter-80', 'star-escpos', 'cheap-58'])(
  'every dot of the paper is on it by the profile %s',
  async (id) => {
    const printer = await printerWith()
    const profile = profileNamed(id)
    const paper = printRequest(300, profile)
    expect(await printThrough(driverOf(printer, id), paper)).toEqual({ printed: true, files: [] })
    expect(printer.paper()).toEqual({ ...paper.raster, bits: Buffer.from(paper.raster.bits) })
    expect(printer.bands()).toBe(Math.ceil(300 / profile.bandRows))
  },
)

test('the line is closed after every print, so that the next one finds the printer free', async () => {
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
])('a printer that says %s (DLE EOT %i) is sent nothing', async (name, topic, byte) => {
  const printer = await printerWith({ status: (asked) => (asked === topic ? byte : READY) })
  expect(await printOn(printer)).toEqual(failed(name))
  expect(printer.printed()).toEqual([])
})

test('paper that is nearly out does not stop a print, and is told of', async () => {
  const printer = await printerWith({ status: (topic) => (topic === 4 ? 0x1e : READY) })
  expect(await printOn(printer)).toEqual({ printed: true, files: [] })
  const status = await through(driverOf(printer), ({ status }) => status(), notOpened)
  expect(status).toEqual({ ready: true, paperLow: true })
})

test.each(['escpos', 'epson-tm-t20', 'xprinter-58'])(
  'paper that runs out in the middle is named, and a part may be on paper (%s)',
  async (profile) => {
    const printer = await printerWith({ rows: 500 })
    expect(await printOn(printer, profile)).toEqual({ ...failed('PRINTER_PAPER_OUT'), begun: true })
    expect(printer.paper().height).toBe(500)
  },
)

test.each(['escpos', 'epson-tm-t20'])(
  'a cover that is opened in the middle is named (%s)',
  async (profile) => {
    const printer = await printerWith({ coverOpensAt: 200 })
    expect(await printOn(printer, profile)).toEqual({ ...failed('PRINTER_COVER_OPEN'), begun: true })
    expect(printer.paper().height).toBe(200)
  },
)

test('a printer that speaks up is heard at once, without being asked', async () => {
  const asked: number[] = []
  const status = (topic: number, { bands }: FakePrinter) => {
    if (bands() > 0) asked.push(topic)
    return READY
  }
  const printer = await printerWith({ coverOpensAt: 200, status })
  expect(await printOn(printer, 'epson-tm-t20')).toEqual({ ...failed('PRINTER_COVER_OPEN'), begun: true })
  expect(asked).toEqual([])
})

test('a printer that is mended goes on by itself, and the next print finds it ready', async () => {
  const printer = await printerWith({ rows: 500 })
  await printOn(printer)
  printer.mend()
  expect(await printOn(printer)).toEqual({ printed: true, files: [] })
})

test('a printer that thinks before it answers is waited for', async () => {
  const printer = await printerWith({ answersAfterMs: 40 })
  expect(await printOn(printer, 'epson-tm-t20')).toEqual({ printed: true, files: [] })
})

test('a slow printer is waited for as long as its paper takes', async () => {
  const printer = await printerWith({ msPerBand: 30 })
  expect(await printOn(printer, 'escpos', 150)).toEqual({ printed: true, files: [] })
  expect(printer.paper().height).toBe(1024)
})

test('a printer that takes the line and says nothing is not printed on', async () => {
  const printer = await printerWith({ status: () => null })
  expect(await printOn(printer, 'escpos', 50)).toEqual(failed('PRINTER_SILENT'))
  expect(printer.printed()).toEqual([])
})

test('a printer that falls silent after the data has not printed as far as anyone knows', async () => {
  const status = (_topic: number, { bands }: FakePrinter) => (bands() > 0 ? null : READY)
  const printer = await printerWith({ status, answersInTurn: false })
  expect(await printOn(printer, 'escpos', 50)).toEqual({ ...failed('PRINTER_SILENT'), begun: true })
})

test('a printer that takes the line and no more data is given up in time', async () => {
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
  expect(await printThrough(driverOf({ port }, 'escpos', 100), long)).toEqual({
    ...failed('PRINTER_SILENT', 'takes no data'),
    begun: true,
  })
})

test('a printer that dies half-way is a failure with a name', async () => {
  const printer = await printerWith({ onBand: (socket, { bands }) => bands() === 3 && socket.destroy() })
  expect(await printOn(printer)).toEqual({
    ...failed('PRINTER_UNREACHABLE', 'connection lost'),
    begun: true,
  })
})

test('a printer that loses power in the middle may have begun, and is not there afterwards', async () => {
  const printer = await printerWith({ onBand: (_socket, { losePower }) => void losePower() })
  const driver = driverOf(printer)
  expect(await printThrough(driver, request)).toEqual({
    ...failed('PRINTER_UNREACHABLE', 'connection lost'),
    begun: true,
  })
  expect(await printThrough(driver, request)).toEqual(failed('PRINTER_UNREACHABLE', 'ECONNREFUSED'))
})

test('a printer that another till holds is silent, and is sent nothing', async () => {
  const printer = await printerWith({ oneLineAtATime: true })
  const other = await driverOf(printer).open()
  if (!other.ok) throw new Error('the first line was refused')
  expect(await printOn(printer, 'escpos', 400)).toEqual(failed('PRINTER_SILENT'))
  await other.printer.close()
  expect(await printOn(printer)).toEqual({ printed: true, files: [] })
})

test('a printer that does not know GS r is believed by its status, and waited for only once', async () => {
  const printer = await printerWith({ answersInTurn: false })
  const driver = driverOf(printer, 'escpos', 400)
  const small = printRequest(16)
  expect(await printThrough(driver, small)).toEqual({ printed: true, files: [] })
  expect(await printThrough(driver, small)).toEqual({ printed: true, files: [] })
  expect(printer.questions().filter(({ kind }) => kind === 'ask in turn')).toHaveLength(1)
})

test('a printer that answers nothing in turn must stay ready for as long as its paper takes', async () => {
  const printer = await printerWith({ answersInTurn: false, rows: 900, msPerBand: 60 })
  expect(await printOn(printer, 'xprinter-58')).toEqual({ ...failed('PRINTER_PAPER_OUT'), begun: true })
})

test('answers that a raster provokes by chance are not taken for the one behind it', async () => {
  // The bytes 10 04 01 inside an image: some printers answer them as a status request.
  const onBand: FakePrinterHabits['onBand'] = (socket) => socket.write(Uint8Array.of(READY, 0x11, 0x13))
  const status = (topic: number, { bands }: FakePrinter) => (topic === 2 && bands() > 0 ? 0x16 : READY)
  const printer = await printerWith({ onBand, status })
  expect(await printOn(printer)).toEqual({ ...failed('PRINTER_COVER_OPEN'), begun: true })
})

test('a printer without status has printed when it took everything and hung up too', async () => {
  const printer = await printerWith({ answersAtOnce: false, answersInTurn: false, speaksUp: false })
  expect(await printOn(printer, 'cheap-58')).toEqual({ printed: true, files: [] })
  expect(printer.paper().height).toBe(1024)
})

test('a printer without status that does not hang up has perhaps printed', async () => {
  const printer = await printerWith({ answersAtOnce: false, keepsLine: true })
  const small = printRequest(16, profileNamed('cheap-58'))
  expect(await printThrough(driverOf(printer, 'cheap-58', 100), small)).toEqual({
    ...failed('PERHAPS_PRINTED'),
    begun: true,
  })
})

test('the drawer gets the pulse of its profile, and no paper', async () => {
  const printer = await printerWith()
  expect(
    await through(
      driverOf(printer, 'star-escpos'),
      ({ drawer }) => drawer(),
      (why) => why,
    ),
  ).toBe(null)
  expect(printer.drawerPulses()).toEqual([{ pin: 2, onMs: 200, offMs: 200 }])
  expect(printer.paper().height).toBe(0)
})

test('a drawer at a printer that is stopped gets no pulse: it would open later, before nobody', async () => {
  const printer = await printerWith()
  printer.openCover()
  const failure = await through(
    driverOf(printer),
    ({ drawer }) => drawer(),
    (why) => why,
  )
  expect(failure).toEqual({ name: 'PRINTER_COVER_OPEN', detail: null })
  printer.mend()
  expect(printer.drawerPulses()).toEqual([])
})

test('a profile without a drawer says so', async () => {
  const printer = await printerWith()
  const driver = networkPrinter({
    host: '127.0.0.1',
    port: printer.port,
    clock: machineClock,
    profile: { ...profileNamed('escpos'), drawer: null },
  })
  expect(
    await through(
      driver,
      ({ drawer }) => drawer(),
      (why) => why,
    ),
  ).toEqual({
    name: 'DRAWER_MISSING',
    detail: null,
  })
})

test('a printer that is not there is unreachable', async () => {
  const printer = await printerWith()
  const { port } = printer
  await printer.stop()
  expect(await printOn({ port })).toEqual(failed('PRINTER_UNREACHABLE', 'ECONNREFUSED'))
})

test('a connection that does not come about is given up in time', async () => {
  const atOnce = { ...machineClock, after: (_ms: number, act: () => void) => machineClock.after(0, act) }
  // A documentation address (RFC 5737): nothing answers there, or the machine has no route to it.
  const driver = networkPrinter({ host: '192.0.2.1', port: 9100, clock: atOnce })
  expect(await printThrough(driver, request)).toMatchObject({
    printed: false,
    failure: { name: 'PRINTER_UNREACHABLE' },
  })
})
