import { chmodSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { devicePrinter, profileNamed } from '../../../main/paper/print/index.ts'
import {
  type FakePrinter,
  type FakePrinterHabits,
  READY,
  startFakePrinter,
} from '../../support/fake-printer.ts'
import { needs, programsMissing, systemLacks } from '../../support/needs.ts'
import { drawerThrough, failedPrint, printRequest, printThrough } from '../../support/print-request.ts'
import { serialPortTo } from '../../support/pseudo-terminal.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const driverOf = (path: string, profile = 'escpos', timeoutMs = 2000) =>
  devicePrinter({ path, baud: 115200, clock: machineClock, timeoutMs, profile: profileNamed(profile) })

async function printerWith(habits: FakePrinterHabits = {}): Promise<[FakePrinter, string]> {
  const printer = await startFakePrinter(habits)
  onTestFinished(() => printer.stop())
  const { path } = await serialPortTo(printer.port)
  return [printer, path]
}

beforeEach(({ skip }) => needs(skip, systemLacks('posix', 'Windows has no device files')))

describe('a serial port', () => {
  beforeEach(({ skip }) => needs(skip, programsMissing('socat')))

  test.each(['escpos', 'epson-tm-t20', 'cheap-58'])(
    'a serial port carries every dot (%s)',
    async (profile) => {
      const [printer, path] = await printerWith()
      const paper = printRequest(1024, profileNamed(profile))
      expect(await printThrough(driverOf(path, profile), paper)).toEqual({ printed: true, files: [] })
      await expect.poll(() => printer.paper().height).toBe(1024)
      expect(printer.paper().bits).toEqual(Buffer.from(paper.raster.bits))
    },
  )

  test('paper that runs out in the middle of a print is reported over a serial port', async () => {
    const [printer, path] = await printerWith({ rows: 200 })
    expect(await printThrough(driverOf(path, 'epson-tm-t20'), printRequest(1024))).toEqual(
      failedPrint('PRINTER_PAPER_OUT', null, { begun: true }),
    )
    expect(printer.paper().height).toBe(200)
  })

  test('a print whose port is unplugged in the middle may have begun', async () => {
    const [, path] = await printerWith({ onBand: (socket) => socket.destroy() })
    expect(await printThrough(driverOf(path), printRequest(1024))).toEqual(
      failedPrint('PRINTER_UNREACHABLE', 'connection lost', { begun: true }),
    )
  })

  test('a port that is unplugged while the driver waits for an answer counts as lost, not as silent', async () => {
    let pullOut = (): void => {}
    const printer = await startFakePrinter({
      answersInTurn: false,
      status: () => {
        if (printer.bands() === 0) return READY
        pullOut()
        return null
      },
    })
    onTestFinished(() => printer.stop())
    const port = await serialPortTo(printer.port)
    pullOut = port.pullOut
    expect(await printThrough(driverOf(port.path), printRequest(1024))).toEqual(
      failedPrint('PRINTER_UNREACHABLE', 'connection lost', { begun: true }),
    )
  })

  test('a port with nothing at its other end is silent after a time limit and gets no data', async () => {
    const [printer, path] = await printerWith({ answersAtOnce: false })
    expect(await printThrough(driverOf(path, 'escpos', 150), printRequest(1024))).toEqual(
      failedPrint('PRINTER_UNREACHABLE'),
    )
    expect(printer.printed()).toEqual([])
  })

  test('a port that accepts no more data is given up after a time limit', async () => {
    let freeze = (): void => {}
    const printer = await startFakePrinter({ onBand: () => freeze() })
    onTestFinished(() => printer.stop())
    const port = await serialPortTo(printer.port)
    freeze = port.freeze
    expect(await printThrough(driverOf(port.path, 'escpos', 300), printRequest(20_000))).toEqual(
      failedPrint('PRINTER_UNREACHABLE', 'takes no data', { begun: true }),
    )
  })

  test('ports that accept no more data block no thread of the program, and none when they are closed', async () => {
    const path = join(temporaryFolder(), 'note')
    writeFileSync(path, 'read meanwhile')
    // More than the four threads that Node has for files.
    const stuck = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const printer = await startFakePrinter()
        onTestFinished(() => printer.stop())
        const port = await serialPortTo(printer.port)
        port.freeze()
        return driverOf(port.path, 'cheap-58', 1_500)
      }),
    )
    const printing = stuck.map((driver) => printThrough(driver, printRequest(20_000)))
    let isOver = false
    const over = Promise.all(printing).finally(() => {
      isOver = true
    })
    let reads = 0
    for (; !isOver; reads += 1) {
      await readFile(path, 'utf8')
      await new Promise(setImmediate)
    }
    expect(reads).toBeGreaterThan(10)
    for (const outcome of await over)
      expect(outcome).toMatchObject({ printed: false, begun: true, failure: { name: 'PRINTER_UNREACHABLE' } })
  })

  test('the drawer opens over a serial port', async () => {
    const [printer, path] = await printerWith()
    expect(await drawerThrough(driverOf(path))).toBe(null)
    expect(printer.drawerPulses()).toEqual([{ pin: 2, onMs: 120, offMs: 240 }])
  })
})

test('a device that is not plugged in is unreachable', async () => {
  const path = join(temporaryFolder(), 'lp0')
  expect(await printThrough(driverOf(path), printRequest(16))).toEqual(
    failedPrint('PRINTER_UNREACHABLE', 'ENOENT'),
  )
})

test('a plain file is not a printer, and nothing is written into it', async () => {
  const path = join(temporaryFolder(), 'lp0')
  writeFileSync(path, 'as it was')
  chmodSync(path, 0o666)
  expect(await printThrough(driverOf(path), printRequest(16))).toEqual(
    failedPrint('PRINTER_UNREACHABLE', 'not a device'),
  )
})

test('a device that never answers counts as a printer without status', async () => {
  // Never answers a read and accepts every write, like a port without a return channel.
  expect(await printThrough(driverOf('/dev/null', 'cheap-58'), printRequest(16))).toEqual({
    printed: true,
    files: [],
  })
})
