import { afterEach, expect, test } from 'vitest'
import { machineClock } from '../../../main/environment.ts'
import { networkPrinter, type PrintRequest } from '../../../main/printing/index.ts'
import { rasterAsEscPos } from '../../../main/receipts/index.ts'
import {
  type FakePrinter,
  type FakePrinterHabits,
  READY,
  startFakePrinter,
} from '../../support/fake-printer.ts'

const raster = { width: 384, height: 1024, bits: new Uint8Array(48 * 1024).fill(0xaa) }
const request: PrintRequest = {
  jobId: 'job-1',
  name: 'K01-20261120-0147',
  raster,
  bytes: rasterAsEscPos(raster, { cut: true }),
}

let printer: FakePrinter | null = null
afterEach(async () => {
  await printer?.stop()
  printer = null
})

const printOn = async (habits: FakePrinterHabits, timeoutMs = 2000) => {
  printer = await startFakePrinter(habits)
  return networkPrinter({ host: '127.0.0.1', port: printer.port, timeoutMs, clock: machineClock }).print(
    request,
  )
}

const failed = (detail: string) => ({ printed: false, failure: { name: 'PRINTER_FAILED', detail } })

test('a print is done when the printer has answered behind the data that it is ready', async () => {
  expect(await printOn({})).toEqual({ printed: true, files: [] })
  expect(printer?.bands()).toBe(8)
  expect(printer?.printed().at(-1)?.kind).toBe('line feed')
})

test('the line is closed after every print, so that the next one finds the printer free', async () => {
  await printOn({})
  await expect.poll(() => printer?.openLines()).toBe(0)
})

test.each([
  ['paper out', 4, 0x72],
  ['paper out', 2, 0x32],
  ['cover open', 2, 0x16],
  ['cutter jammed', 3, 0x1a],
  ['printer error', 3, 0x32],
  ['offline', 1, 0x1a],
])('a printer with %s (DLE EOT %i) is sent nothing', async (detail, topic, byte) => {
  expect(await printOn({ status: (asked) => (asked === topic ? byte : READY) })).toEqual(failed(detail))
  expect(printer?.printed()).toEqual([])
})

test('paper that is nearly out does not stop a print', async () => {
  expect(await printOn({ status: (topic) => (topic === 4 ? 0x1e : READY) })).toEqual({
    printed: true,
    files: [],
  })
})

test('paper that ran out while printing is no print, and says that a part may be on paper', async () => {
  const status = (topic: number, { bands }: FakePrinter) => (topic === 4 && bands() > 0 ? 0x72 : READY)
  expect(await printOn({ status })).toEqual({ ...failed('paper out'), begun: true })
})

test('a printer that takes the line and says nothing is not printed on', async () => {
  expect(await printOn({ status: () => null }, 50)).toEqual(failed('not answering'))
  expect(printer?.printed()).toEqual([])
})

test('a printer that falls silent after the data has not printed as far as anyone knows', async () => {
  const status = (_topic: number, { bands }: FakePrinter) => (bands() > 0 ? null : READY)
  expect(await printOn({ status }, 50)).toEqual({ ...failed('not answering'), begun: true })
})

test('a line that breaks within the data is a failure with a name', async () => {
  expect(await printOn({ onBand: (socket) => socket.destroy() })).toEqual({
    ...failed('connection lost'),
    begun: true,
  })
})

test('a printer that does not know GS r is believed by its status, and waited for only once', async () => {
  printer = await startFakePrinter({ answersInTurn: false })
  const waits: number[] = []
  const clock = {
    ...machineClock,
    after: (ms: number, act: () => void) => {
      if (ms > 5000) waits.push(ms)
      return machineClock.after(ms > 5000 ? 10 : ms, act)
    },
  }
  const driver = networkPrinter({ host: '127.0.0.1', port: printer.port, clock })
  expect(await driver.print(request)).toEqual({ printed: true, files: [] })
  expect(await driver.print(request)).toEqual({ printed: true, files: [] })
  expect(waits).toHaveLength(1)
})

test('answers that a raster provokes by chance are not taken for the one behind it', async () => {
  // 10 04 01 within an image: some printers answer it.
  const onBand: FakePrinterHabits['onBand'] = (socket) => socket.write(Uint8Array.of(READY, 0x11, 0x13))
  const status = (topic: number, { bands }: FakePrinter) => (topic === 2 && bands() > 0 ? 0x16 : READY)
  expect(await printOn({ onBand, status })).toEqual({ ...failed('cover open'), begun: true })
})

test('a printer that is not there is unreachable', async () => {
  printer = await startFakePrinter()
  const { port } = printer
  await printer.stop()
  const driver = networkPrinter({ host: '127.0.0.1', port, clock: machineClock })
  expect(await driver.print(request)).toEqual({
    printed: false,
    failure: { name: 'PRINTER_UNREACHABLE', detail: 'ECONNREFUSED' },
  })
})

test('a connection that does not come about is given up in time', async () => {
  printer = await startFakePrinter()
  const atOnce = { ...machineClock, after: (_ms: number, act: () => void) => machineClock.after(0, act) }
  // A documentation address (RFC 5737): nothing answers there, or the machine says at once that no way leads there.
  const driver = networkPrinter({ host: '192.0.2.1', port: 9100, clock: atOnce })
  expect(await driver.print(request)).toMatchObject({
    printed: false,
    failure: { name: 'PRINTER_UNREACHABLE' },
  })
})
