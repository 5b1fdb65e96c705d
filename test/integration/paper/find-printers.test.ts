import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readComPorts } from '../../../main/paper/print/find-printers.ts'
import { findPrinters } from '../../../main/paper/print/index.ts'
import { fastClock } from '../../../scripts/run/hosts/fast-clock.ts'
import { startFakePrinter } from '../../support/fake-printer.ts'
import { listening } from '../../support/listening.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const ourNet = (address: string, internal = false) => ({
  eth0: [{ address, family: 'IPv4' as const, internal }],
})
/** A path without CUPS, so that only what the test is about is found. */
const nowhere = () => ({ PATH: temporaryFolder() })

/** A busy machine answers late. */
const slowClock = fastClock(0.02)

const search = (parts: Partial<Parameters<typeof findPrinters>[0]>) =>
  findPrinters({
    network: false,
    environment: nowhere(),
    devices: temporaryFolder(),
    platform: 'linux',
    interfaces: {},
    ...parts,
  })

test('a printer in the network of one of our addresses is found, and prints nothing', async () => {
  const printer = await startFakePrinter()
  onTestFinished(() => printer.stop())
  const found = await search({
    network: true,
    port: printer.port,
    interfaces: ourNet('127.0.0.77'),
    clock: slowClock,
  })
  expect(found).toEqual({ system: [], devices: [], network: [{ host: '127.0.0.1', port: printer.port }] })
  expect(printer.printed()).toEqual([])
})

test('a search ends at its time limit and skips the remaining addresses', async () => {
  const printer = await startFakePrinter()
  onTestFinished(() => printer.stop())
  let now = 0
  const found = await search({
    network: true,
    port: printer.port,
    interfaces: { ...ourNet('127.0.1.77'), eth1: ourNet('127.0.0.77').eth0 },
    // Each address takes 50 ms, so that the search ends within the first network.
    clock: { ...slowClock, monotonic: () => (now += 50) },
  })
  expect(found.network).toEqual([])
})

test('another service on the same port is not taken for a printer', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220 ready\r\n')
  })
  const port = await listening(server)
  const found = await search({ network: true, port, interfaces: ourNet('127.0.0.77') })
  expect(found.network).toEqual([])
})

test.each([
  ['the network of a public address', ourNet('203.0.113.9')],
  ['the loopback network', ourNet('127.0.0.1', true)],
])('the search never scans %s', async (_what, interfaces) => {
  const printer = await startFakePrinter()
  onTestFinished(() => printer.stop())
  const found = await search({ network: true, port: printer.port, interfaces })
  expect(found.network).toEqual([])
})

test('the network is not scanned unless a person asks', async () => {
  const printer = await startFakePrinter()
  onTestFinished(() => printer.stop())
  const found = await search({ port: printer.port, interfaces: ourNet('127.0.0.77') })
  expect(found.network).toEqual([])
})

test('device files of printers and serial ports are found, and no other devices', async () => {
  const devices = temporaryFolder()
  mkdirSync(join(devices, 'usb'))
  for (const file of ['usb/lp0', 'usb/hiddev0', 'ttyUSB0', 'ttyACM1', 'tty1', 'sda'])
    writeFileSync(join(devices, file), '')
  expect((await search({ devices })).devices).toEqual([
    { path: join(devices, 'usb/lp0'), words: 'USB: lp0' },
    { path: join(devices, 'ttyUSB0'), words: 'USB serial: ttyUSB0' },
    { path: join(devices, 'ttyACM1'), words: 'USB serial: ttyACM1' },
  ])
})

test('serial ports on the board are found where Linux knows their kind', async () => {
  const [devices, terminals] = [temporaryFolder(), temporaryFolder()]
  for (const [name, type, console] of [
    ['ttyS0', '4\n', 'N\n'],
    ['ttyS1', '0\n', 'N\n'],
    ['ttyS2', '4\n', 'Y\n'],
  ] as const) {
    writeFileSync(join(devices, name), '')
    mkdirSync(join(terminals, name))
    writeFileSync(join(terminals, name, 'type'), type)
    writeFileSync(join(terminals, name, 'console'), console)
  }
  expect((await search({ devices, terminals })).devices).toEqual([
    { path: join(devices, 'ttyS0'), words: 'Serial: ttyS0' },
  ])
})

test('the COM ports of Windows are read from its registry, with what they are', () => {
  const registry = [
    '',
    'HKEY_LOCAL_MACHINE\\HARDWARE\\DEVICEMAP\\SERIALCOMM',
    '    \\Device\\VCP0    REG_SZ    COM12',
    '    \\Device\\Serial0    REG_SZ    COM1',
    '    \\Device\\BthModem2    REG_SZ    COM5',
    '    Prolific Serial 0    REG_SZ    COM4',
    '    \\Device\\Odd    REG_DWORD    0x1',
    '',
  ].join('\r\n')
  expect(readComPorts(registry)).toEqual([
    { path: 'COM1', words: 'Serial: COM1' },
    { path: 'COM4', words: 'USB serial: COM4' },
    { path: 'COM5', words: 'Bluetooth: COM5' },
    { path: 'COM12', words: 'USB serial: COM12' },
  ])
  expect(readComPorts('ERROR: The system was unable to find the specified registry key')).toEqual([])
})

test('on Windows the system’s own list of printers is used', async () => {
  const system = async () => [{ queue: 'POS-80', words: 'Till printer' }]
  expect((await search({ platform: 'win32', system })).system).toEqual([
    { queue: 'POS-80', words: 'Till printer' },
  ])
})
