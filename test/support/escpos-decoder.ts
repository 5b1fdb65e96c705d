/**
 * What a printer would make of ESC/POS bytes. Knows the commands that a receipt is made of and no others, so a stray
 * byte in a print is an error here and not a letter on somebody's paper.
 */
import type { Raster } from '../../main/receipts/index.ts'

export type EscPosCommand =
  | { readonly kind: 'initialise' | 'mode' | 'line feed' | 'feed' | 'cut' | 'ask in turn' }
  | { readonly kind: 'ask status'; readonly topic: number }
  | { readonly kind: 'raster'; readonly rowBytes: number; readonly rows: number; readonly bits: Uint8Array }

type Found = { readonly command: EscPosCommand; readonly length: number }

/** The whole commands that the bytes begin with, and how many bytes those are. Throws at a command it does not know. */
export function readEscPos(bytes: Uint8Array): {
  readonly commands: readonly EscPosCommand[]
  readonly used: number
} {
  const commands: EscPosCommand[] = []
  let used = 0
  for (;;) {
    const found = readCommand(bytes.subarray(used))
    if (found === null) return { commands, used }
    commands.push(found.command)
    used += found.length
  }
}

/** Prefixes of fixed length, the operands after them counted in `length`. */
const FIXED: readonly { prefix: readonly number[]; length: number; command: EscPosCommand }[] = [
  { prefix: [0x0a], length: 1, command: { kind: 'line feed' } },
  { prefix: [0x1b, 0x40], length: 2, command: { kind: 'initialise' } },
  { prefix: [0x1b, 0x4d], length: 3, command: { kind: 'mode' } },
  { prefix: [0x1c, 0x2e], length: 2, command: { kind: 'mode' } },
  { prefix: [0x1b, 0x64], length: 3, command: { kind: 'feed' } },
  { prefix: [0x1b, 0x4a], length: 3, command: { kind: 'feed' } },
  { prefix: [0x1d, 0x56], length: 3, command: { kind: 'cut' } },
  { prefix: [0x1d, 0x72], length: 3, command: { kind: 'ask in turn' } },
]

/** Null where the bytes end within a command. */
function readCommand(bytes: Uint8Array): Found | null {
  if (bytes.length === 0) return null
  if (startsWith(bytes, [0x1d, 0x76, 0x30])) return readRaster(bytes)
  if (startsWith(bytes, [0x10, 0x04])) return readStatusQuestion(bytes)
  const known = FIXED.find(({ prefix }) => startsWith(bytes, prefix))
  if (known) return bytes.length < known.length ? null : { command: known.command, length: known.length }
  if (bytes.length < 3) return null
  throw new Error(`unknown command: ${Buffer.from(bytes.subarray(0, 4)).toString('hex')}`)
}

const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((byte, index) => bytes[index] === byte)

function readRaster(bytes: Uint8Array): Found | null {
  if (bytes.length < 8) return null
  const [rowBytes, rows] = [word(bytes, 4), word(bytes, 6)]
  const length = 8 + rowBytes * rows
  if (bytes.length < length) return null
  return { command: { kind: 'raster', rowBytes, rows, bits: bytes.slice(8, length) }, length }
}

function readStatusQuestion(bytes: Uint8Array): Found | null {
  const topic = bytes[2]
  return topic === undefined ? null : { command: { kind: 'ask status', topic }, length: 3 }
}

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)

/** All that was printed, as one raster. Throws where anything is left over. */
export function decodeEscPos(bytes: Uint8Array): {
  readonly commands: readonly EscPosCommand[]
  readonly raster: Raster
} {
  const { commands, used } = readEscPos(bytes)
  if (used !== bytes.length) throw new Error(`${bytes.length - used} bytes left over`)
  const bands = commands.flatMap((command) => (command.kind === 'raster' ? [command] : []))
  const width = (bands[0]?.rowBytes ?? 0) * 8
  const height = bands.reduce((rows, band) => rows + band.rows, 0)
  return { commands, raster: { width, height, bits: Buffer.concat(bands.map(({ bits }) => bits)) } }
}
