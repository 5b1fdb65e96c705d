import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { machineClock } from '../../../../main/base/clock-and-log.ts'
import { jobMark, openDriver } from '../../../../main/paper/print/index.ts'
import type { PrinterSettings } from '../../../../shared/shop/settings.ts'
import { startFakePrinter } from '../../../support/fake-printer.ts'
import { printRequest, printThrough } from '../../../support/print-request.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const driverOf = (settings: PrinterSettings, printFolder: string | null = null) =>
  openDriver(settings, { clock: machineClock, mark: jobMark('X7F3'), printFolder, paperWidth: 58 })

const failedWith = (name: string) => ({ printed: false, failure: { name } })

test('without a printer a print fails with the reason that there is none', async () => {
  expect(await printThrough(driverOf({ kind: 'none' }), printRequest(16))).toMatchObject(
    failedWith('PRINTER_MISSING'),
  )
})

test('a folder is a printer in test mode only', async () => {
  const folder = temporaryFolder()
  const practice = driverOf({ kind: 'folder', folder: null }, folder)
  expect(await printThrough(practice, printRequest(16))).toMatchObject({
    printed: true,
    files: [join(folder, 'K01-20261120-0147.png'), join(folder, 'K01-20261120-0147.bin')],
  })
  const earnest = driverOf({ kind: 'folder', folder: null })
  expect(await printThrough(earnest, printRequest(16))).toMatchObject(failedWith('PRINTER_MISSING'))
})

test('a network printer gets the commands of its profile', async () => {
  const printer = await startFakePrinter({ answersAtOnce: false, answersInTurn: false })
  onTestFinished(() => printer.stop())
  const network = (profile: string) =>
    driverOf({ kind: 'network', host: '127.0.0.1', port: printer.port, profile })
  expect(await printThrough(network('cheap-58'), printRequest(16))).toEqual({ printed: true, files: [] })
  expect(printer.questions()).toEqual([])
})

test('a printer without GS r is asked for it only once, although each print has a driver of its own', async () => {
  const printer = await startFakePrinter({ answersInTurn: false })
  onTestFinished(() => printer.stop())
  // Shortens the long wait for an answer to GS r.
  const clock = {
    ...machineClock,
    after: (ms: number, action: () => void) => machineClock.after(ms === 500 ? 5 : ms, action),
    monotonic: () => machineClock.monotonic() * 100,
  }
  for (let round = 0; round < 2; round += 1) {
    const driver = openDriver(
      { kind: 'network', host: '127.0.0.1', port: printer.port, profile: 'escpos' },
      { clock, mark: jobMark('X7F3'), printFolder: null, paperWidth: 58 },
    )
    expect(await printThrough(driver, printRequest(16))).toEqual({ printed: true, files: [] })
  }
  expect(printer.questions().filter(({ kind }) => kind === 'ask in turn')).toHaveLength(1)
})

test('a device that is not plugged in is unreachable', async () => {
  const driver = driverOf({ kind: 'device', path: '/dev/usb/lp-none', baud: 9600, profile: 'escpos' })
  expect(await printThrough(driver, printRequest(16))).toMatchObject(failedWith('PRINTER_UNREACHABLE'))
})
