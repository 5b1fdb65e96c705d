/** Looks for printers when a person asks: the system's, device files, and the shop's own net. */
import { readdir } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { FoundPrinters } from '../../shared/printing.ts'
import { type Clock, machineClock } from '../environment.ts'
import { runCommand } from './command.ts'
import { readDescriptions, readNames } from './cups-answers.ts'
import { findNetworkPrinters, type Interfaces } from './find-network-printers.ts'

export type FindPrintersParts = {
  /** Whether the net is looked through too. */
  readonly network: boolean
  /** Windows: the system's own list, as Electron has it. Elsewhere CUPS is asked. */
  readonly system?: (() => Promise<readonly { readonly queue: string; readonly words: string }[]>) | undefined
  readonly platform?: NodeJS.Platform
  readonly environment?: NodeJS.ProcessEnv
  /** Where device files lie. */
  readonly devices?: string
  readonly interfaces?: Interfaces
  readonly port?: number
  readonly clock?: Clock
}

const COMMAND_MS = 4_000

/** Never rejects: what cannot be looked at has no printers. */
export async function findPrinters(parts: FindPrintersParts): Promise<FoundPrinters> {
  const { platform = process.platform, clock = machineClock } = parts
  const [system, devices, network] = await Promise.all([
    (platform === 'win32' ? systemList(parts) : cupsQueues(parts.environment ?? process.env)).catch(() => []),
    platform === 'win32' ? [] : deviceFiles(parts.devices ?? '/dev'),
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

/** Names that Linux and macOS give to printers and serial ports that are plugged in. */
const DEVICES: readonly { readonly folder: string; readonly name: RegExp; readonly words: string }[] = [
  { folder: 'usb', name: /^lp\d+$/, words: 'USB' },
  { folder: '', name: /^usblp\d+$/, words: 'USB' },
  { folder: '', name: /^ttyUSB\d+$/, words: 'USB serial' },
  { folder: '', name: /^ttyACM\d+$/, words: 'USB serial' },
  { folder: '', name: /^cu\.(usbserial|usbmodem)[\w.-]*$/, words: 'USB serial' },
]

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
