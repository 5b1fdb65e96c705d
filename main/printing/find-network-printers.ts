/**
 * Printers in the shop's own net: every address of the /24 around each private address of this machine is tried, and
 * whoever takes the line is asked one DLE EOT. Only what answers as a printer, in one byte, is one: another service greets in
 * words, or says nothing.
 */
import { isIPv4 } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import type { FoundPrinters } from '../../shared/printing.ts'
import type { Clock } from '../environment.ts'
import { inTime } from '../sleep.ts'
import { askStatus, printerEar } from './printer-status.ts'
import { openSocketLine } from './socket-line.ts'

export type Interfaces = Readonly<
  Record<string, readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined>
>

type SearchParts = { readonly interfaces: Interfaces; readonly port: number; readonly clock: Clock }

const SIDE_BY_SIDE = 64
const TRY_MS = 400
/** What has not been tried by then is not tried: a person waits. */
const LIMIT_MS = 4_500

export async function findNetworkPrinters(parts: SearchParts): Promise<FoundPrinters['network']> {
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

/** Each address that shares the first three numbers with a private one of ours. */
function neighbours(interfaces: Interfaces): readonly string[] {
  const nets = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, internal }) => !internal && isShopAddress(address))
    .map(({ address }) => address.slice(0, address.lastIndexOf('.')))
  return [...new Set(nets)].flatMap((net) => Array.from({ length: 254 }, (_, last) => `${net}.${last + 1}`))
}

/** Addresses that no one routes (RFC 1918); the loopback net only where it is handed in as no interface of its own. */
const isShopAddress = (address: string): boolean =>
  isIPv4(address) && /^(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(address)

async function isPrinter(host: string, { port, clock }: SearchParts): Promise<boolean> {
  const line = await openSocketLine({ host, port, timeoutMs: TRY_MS, clock }).catch(() => null)
  if (line === null) return false
  const understand = printerEar()
  const answered = new Promise<boolean>((resolve) => {
    line.listen({
      bytes: (bytes) => {
        const [byte = 0] = bytes
        resolve(bytes.length === 1 && understand(byte)?.kind === 'real time')
      },
      lost: () => resolve(false),
    })
  })
  void line.send(askStatus('printer'))
  const isOne = await inTime(clock, TRY_MS, answered)
  void line.close()
  return isOne === true
}
