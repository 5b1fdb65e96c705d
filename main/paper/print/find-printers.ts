/** Searches for printers when a person asks: the system's, device files, and the shop's network. */
import { readdir, readFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { FoundPrinters } from '../../../shared/shop/printing.ts'
import { type Clock, machineClock } from '../../base/clock-and-log.ts'
import { inTime } from '../../base/sleep.ts'
import { runCommand } from './command.ts'
import { readDescriptions, readNames } from './cups-answers.ts'
import { openSocketLine } from './network.ts'
import { askStatus, messageReader } from './printer-status.ts'

type FindPrintersParts = {
  readonly network: boolean
  /** Lists the system's printers on Windows, from Electron. Elsewhere CUPS is asked. */
  readonly system?: (() => Promise<readonly { readonly queue: string; readonly words: string }[]>) | undefined
  readonly platform?: NodeJS.Platform
  readonly environment?: NodeJS.ProcessEnv
  readonly devices?: string
  /** The folder in which Linux describes its terminals. */
  readonly terminals?: string
  readonly interfaces?: Interfaces
  readonly port?: number
  readonly clock?: Clock
}

const COMMAND_MS = 4_000

/** Never rejects: a source that fails has no printers. */
export async function findPrinters(parts: FindPrintersParts): Promise<FoundPrinters> {
  const { platform = process.platform, clock = machineClock } = parts
  const [system, devices, network] = await Promise.all([
    (platform === 'win32' ? systemList(parts) : cupsQueues(parts.environment ?? process.env)).catch(() => []),
    platform === 'win32'
      ? comPorts(parts.environment ?? process.env).catch(() => [])
      : Promise.all([
          deviceFiles(parts.devices ?? '/dev'),
          boardPorts(parts.devices ?? '/dev', parts.terminals ?? '/sys/class/tty'),
        ]).then((found) => found.flat()),
    parts.network
      ? findNetworkPrinters({
          clock,
          port: parts.port ?? 9100,
          interfaces: parts.interfaces ?? networkInterfaces(),
        })
      : [],
  ])
  return { system, devices, network }
}

const systemList = async ({ system }: FindPrintersParts): Promise<FoundPrinters['system']> =>
  (await system?.()) ?? []

async function cupsQueues(environment: NodeJS.ProcessEnv): Promise<FoundPrinters['system']> {
  const ask = (...args: string[]) => runCommand('lpstat', args, { environment, ms: COMMAND_MS })
  const [names, details] = await Promise.all([ask('-e'), ask('-l', '-p')])
  const words = readDescriptions(details.out)
  return readNames(names.out).map((queue) => ({ queue, words: words.get(queue) ?? queue }))
}

/** Names that Linux and macOS give to connected printers and serial ports. */
const DEVICES: readonly { readonly folder: string; readonly name: RegExp; readonly words: string }[] = [
  { folder: 'usb', name: /^lp\d+$/, words: 'USB' },
  { folder: '', name: /^usblp\d+$/, words: 'USB' },
  { folder: '', name: /^ttyUSB\d+$/, words: 'USB serial' },
  { folder: '', name: /^ttyACM\d+$/, words: 'USB serial' },
  // Also those of adapters with a driver of their own (PL2303, SLAB, wchusbserial).
  { folder: '', name: /^cu\.(?!Bluetooth|debug|wlan)[\w.-]+$/, words: 'USB serial' },
]

/**
 * Serial ports on the board. Linux has device files for ports that are not there, whose type is 0. The one on which the
 * kernel writes its messages has no printer.
 */
async function boardPorts(root: string, terminals: string): Promise<FoundPrinters['devices']> {
  const told = (name: string, what: string) =>
    readFile(join(terminals, name, what), 'utf8').then(
      (text) => text.trim(),
      () => null,
    )
  const names = (await readdir(root).catch((): string[] => []))
    .filter((name) => /^ttyS\d+$/.test(name))
    .sort()
  const found = await Promise.all(
    names.map(async (name) => {
      const [type, console] = await Promise.all([told(name, 'type'), told(name, 'console')])
      return type === null || type === '0' || console === 'Y' ? [] : [name]
    }),
  )
  return found.flat().map((name) => ({ path: join(root, name), words: `Serial: ${name}` }))
}

/** The registry lists the ports that are there now. */
async function comPorts(environment: NodeJS.ProcessEnv): Promise<FoundPrinters['devices']> {
  const reg = `${environment.SystemRoot ?? 'C:\\Windows'}\\System32\\reg.exe`
  const { out } = await runCommand(reg, ['query', 'HKLM\\HARDWARE\\DEVICEMAP\\SERIALCOMM'], {
    environment,
    ms: COMMAND_MS,
  })
  return readComPorts(out)
}

/** Reads `reg query` of SERIALCOMM: "    \Device\USBSER000    REG_SZ    COM3", also with names that have spaces. */
export const readComPorts = (text: string): FoundPrinters['devices'] =>
  [...text.matchAll(/^\s+(\S.*?)\s+REG_SZ\s+(COM\d{1,3})\s*$/gm)]
    .map(([, driver = '', path = '']) => ({ path, words: `${wordsOfDriver(driver)}: ${path}` }))
    .sort((one, other) => one.path.localeCompare(other.path, 'en', { numeric: true }))

/** Drivers of USB adapters (usbser, FTDI, Prolific, Silicon Labs, WCH), of Bluetooth, and of ports on the board. */
function wordsOfDriver(driver: string): string {
  if (/bth|bluetooth/i.test(driver)) return 'Bluetooth'
  return /usb|vcp|prolific|silabser|ch34/i.test(driver) ? 'USB serial' : 'Serial'
}

async function deviceFiles(root: string): Promise<FoundPrinters['devices']> {
  const found = await Promise.all(
    DEVICES.map(async ({ folder, name, words }) => {
      const inside = join(root, folder)
      const files = await readdir(inside).catch((): string[] => [])
      return files
        .filter((file) => name.test(file))
        .sort()
        .map((file) => ({ path: join(inside, file), words: `${words}: ${file}` }))
    }),
  )
  return found.flat()
}

/**
 * The parts of a search in the shop's network. It tries every address of the /24 around each private address of this
 * machine, and sends one DLE EOT. Only a printer answers with one such byte; other services send a text or nothing.
 */

type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined>
>

type SearchParts = { readonly interfaces: Interfaces; readonly port: number; readonly clock: Clock }

const SIDE_BY_SIDE = 64
const TRY_MS = 400
/** The limit of a search, because a person waits for it. Other addresses are left out. */
const LIMIT_MS = 4_500

async function findNetworkPrinters(parts: SearchParts): Promise<FoundPrinters['network']> {
  const hosts = neighbours(parts.interfaces)
  const found: { readonly at: number; readonly host: string }[] = []
  const until = parts.clock.monotonic() + LIMIT_MS
  let next = 0
  const search = async (): Promise<void> => {
    while (next < hosts.length && parts.clock.monotonic() < until) {
      const at = next++
      const host = hosts[at]
      if (host !== undefined && (await isPrinter(host, parts))) found.push({ at, host })
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, search))
  return found.sort((one, other) => one.at - other.at).map(({ host }) => ({ host, port: parts.port }))
}

/** All addresses in the /24 of each private address of this machine. */
function neighbours(interfaces: Interfaces): readonly string[] {
  const nets = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, internal }) => !internal && isShopAddress(address))
    .map(({ address }) => address.slice(0, address.lastIndexOf('.')))
  return [...new Set(nets)].flatMap((net) => Array.from({ length: 254 }, (_, last) => `${net}.${last + 1}`))
}

/** Private addresses (RFC 1918), and the loopback network where it is given as an interface of its own. */
const isShopAddress = (address: string): boolean =>
  isIPv4(address) && /^(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address)

async function isPrinter(host: string, { port, clock }: SearchParts): Promise<boolean> {
  const line = await openSocketLine({ host, port, timeoutMs: TRY_MS, clock }).catch(() => null)
  if (line === null) return false
  const readByte = messageReader()
  const answered = new Promise<boolean>((resolve) => {
    line.listen({
      bytes: (bytes) => {
        const [byte = 0] = bytes
        resolve(bytes.length === 1 && readByte(byte)?.kind === 'real time')
      },
      lost: () => resolve(false),
    })
  })
  void line.send(askStatus('printer'))
  const isOne = await inTime(clock, TRY_MS, answered)
  void line.close()
  return isOne === true
}
