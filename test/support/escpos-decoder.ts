/**
 * Decodes ESC/POS bytes as a printer does. It knows only the commands of a receipt, so a stray byte is an error here
 * instead of a letter on paper.
 */
import type { Raster } from '../../main/paper/draw/index.ts'

export type EscPosCommand =
  | { readonly kind: 'initialise' | 'mode' | 'line feed' | 'feed' | 'ask in turn' }
  | { readonly kind: 'ask status'; readonly topic: number }
  | { readonly kind: 'cut'; readonly how: 'full' | 'partial' }
  | { readonly kind: 'automatic status'; readonly mode: number }
  | { readonly kind: 'code page'; readonly page: number }
  | { readonly kind: 'bold'; readonly on: boolean }
  | { readonly kind: 'size'; readonly wide: number; readonly tall: number }
  | { readonly kind: 'drawer'; readonly pin: 2 | 5; readonly onMs: number; readonly offMs: number }
  | { readonly kind: 'letters'; readonly bytes: Uint8Array }
  | { readonly kind: 'raster'; readonly rowBytes: number; readonly rows: number; readonly bits: Uint8Array }

type Found = { readonly command: EscPosCommand; readonly length: number }

/**
 * Reads the complete commands at the start of the bytes, and returns how many bytes they have. Throws at an unknown
 * command.
 */
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

/** The bytes of each command, in order. Throws when they end inside a command. */
export function splitEscPos(bytes: Uint8Array): readonly Uint8Array[] {
  const parts: Uint8Array[] = []
  let rest = bytes
  while (rest.length > 0) {
    const found = readCommand(rest)
    if (found === null) throw new Error(`${rest.length} bytes left over`)
    parts.push(rest.subarray(0, found.length))
    rest = rest.subarray(found.length)
  }
  return parts
}

/** Prefixes of commands of fixed length; `command` reads the operands, which follow the prefix. */
type Fixed = {
  readonly prefix: readonly number[]
  readonly operands: number
  readonly command: (...operands: readonly number[]) => EscPosCommand
}

const FIXED: readonly Fixed[] = [
  { prefix: [0x0a], operands: 0, command: () => ({ kind: 'line feed' }) },
  { prefix: [0x1b, 0x40], operands: 0, command: () => ({ kind: 'initialise' }) },
  { prefix: [0x1b, 0x4d], operands: 1, command: () => ({ kind: 'mode' }) },
  { prefix: [0x1c, 0x2e], operands: 0, command: () => ({ kind: 'mode' }) },
  { prefix: [0x1b, 0x64], operands: 1, command: () => ({ kind: 'feed' }) },
  { prefix: [0x1b, 0x4a], operands: 1, command: () => ({ kind: 'feed' }) },
  { prefix: [0x1d, 0x72], operands: 1, command: () => ({ kind: 'ask in turn' }) },
  { prefix: [0x10, 0x04], operands: 1, command: (topic = 0) => ({ kind: 'ask status', topic }) },
  { prefix: [0x1d, 0x61], operands: 1, command: (mode = 0) => ({ kind: 'automatic status', mode }) },
  { prefix: [0x1b, 0x74], operands: 1, command: (page = 0) => ({ kind: 'code page', page }) },
  { prefix: [0x1b, 0x45], operands: 1, command: (n = 0) => ({ kind: 'bold', on: (n & 1) === 1 }) },
  {
    prefix: [0x1d, 0x21],
    operands: 1,
    command: (n = 0) => ({ kind: 'size', wide: 1 + (n >> 4), tall: 1 + (n & 7) }),
  },
  {
    prefix: [0x1d, 0x56],
    operands: 1,
    command: (m = 0) => ({ kind: 'cut', how: m % 48 === 1 ? 'partial' : 'full' }),
  },
  {
    prefix: [0x1b, 0x70],
    operands: 3,
    command: (m = 0, on = 0, off = 0) => ({
      kind: 'drawer',
      pin: m % 48 === 0 ? 2 : 5,
      onMs: 2 * on,
      offMs: 2 * off,
    }),
  },
]

/** Null when the bytes end inside a command. */
function readCommand(bytes: Uint8Array): Found | null {
  if (bytes.length === 0) return null
  if (startsWith(bytes, [0x1d, 0x76, 0x30])) return readRaster(bytes)
  const known = FIXED.find(({ prefix }) => startsWith(bytes, prefix))
  if (known) return readFixed(bytes, known)
  if ((bytes[0] ?? 0) >= 0x20) return readLetters(bytes)
  if (bytes.length < 3) return null
  throw new Error(`unknown command: ${Buffer.from(bytes.subarray(0, 4)).toString('hex')}`)
}

const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((byte, index) => bytes[index] === byte)

function readFixed(bytes: Uint8Array, { prefix, operands, command }: Fixed): Found | null {
  const length = prefix.length + operands
  return bytes.length < length ? null : { command: command(...bytes.subarray(prefix.length, length)), length }
}

function readLetters(bytes: Uint8Array): Found {
  const end = bytes.findIndex((byte) => byte < 0x20)
  const letters = bytes.slice(0, end === -1 ? bytes.length : end)
  return { command: { kind: 'letters', bytes: letters }, length: letters.length }
}

function readRaster(bytes: Uint8Array): Found | null {
  if (bytes.length < 8) return null
  const [rowBytes, rows] = [word(bytes, 4), word(bytes, 6)]
  const length = 8 + rowBytes * rows
  if (bytes.length < length) return null
  return { command: { kind: 'raster', rowBytes, rows, bits: bytes.slice(8, length) }, length }
}

const word = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0)

export type Printed = {
  readonly commands: readonly EscPosCommand[]
  /** All printed dots as one raster. */
  readonly raster: Raster
  /** All printed text, read as KZ-1048. */
  readonly lines: readonly string[]
}

/** Everything that was printed. Throws when bytes are left over. */
export function decodeEscPos(bytes: Uint8Array): Printed {
  const { commands, used } = readEscPos(bytes)
  if (used !== bytes.length) throw new Error(`${bytes.length - used} bytes left over`)
  return { commands, raster: dotsOf(commands), lines: linesOf(commands) }
}

function dotsOf(commands: readonly EscPosCommand[]): Raster {
  const bands = commands.flatMap((command) => (command.kind === 'raster' ? [command] : []))
  const width = (bands[0]?.rowBytes ?? 0) * 8
  const height = bands.reduce((rows, band) => rows + band.rows, 0)
  return { width, height, bits: Buffer.concat(bands.map(({ bits }) => bits)) }
}

/** The text of each paper, up to its cut. */
export function papersOf(commands: readonly EscPosCommand[]): readonly (readonly string[])[] {
  const cuts = commands.flatMap(({ kind }, index) => (kind === 'cut' ? [index] : []))
  return cuts.map((cut, nth) => linesOf(commands.slice((cuts[nth - 1] ?? -1) + 1, cut)))
}

function linesOf(commands: readonly EscPosCommand[]): readonly string[] {
  const text = commands.map((command) => {
    if (command.kind === 'letters') return decodeKz1048(command.bytes)
    return command.kind === 'line feed' ? '\n' : ''
  })
  return text.join('').split('\n')
}

/** KZ-1048 is Windows-1251 with the letters of Kazakh, which include those of Mongolian. */
const KAZAKH: Readonly<Record<string, string>> = {
  ...{ Ќ: 'Қ', ќ: 'қ', Ћ: 'Һ', ћ: 'һ', Ў: 'Ұ', ў: 'ұ', Ј: 'Ә', ј: 'ә' },
  ...{ Ґ: 'Ө', ґ: 'ө', Є: 'Ғ', є: 'ғ', Ї: 'Ү', ї: 'ү', Ѕ: 'Ң', ѕ: 'ң' },
}

const decodeKz1048 = (bytes: Uint8Array): string =>
  new TextDecoder('windows-1251').decode(bytes).replace(/./gu, (letter) => KAZAKH[letter] ?? letter)
