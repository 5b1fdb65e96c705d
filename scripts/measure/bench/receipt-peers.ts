/** Receipts as bytes with the libraries that people use, each with its best letters for Mongolian. */
import { connect } from 'node:net'
import { peer } from './peers.ts'

/** Letters in a line of 80 mm paper. */
export const COLUMNS = 48

export type Library = {
  readonly bytes: (lines: readonly string[]) => Uint8Array
  /** Makes the bytes and sends them to a printer at this port of this machine. */
  readonly print: (lines: readonly string[], port: number) => Promise<void>
}

export async function libraries(): Promise<
  Readonly<Record<'node-thermal-printer' | 'receiptline' | 'receipt-printer-encoder', Library>>
> {
  return {
    'node-thermal-printer': await nodeThermalPrinter(),
    receiptline: sentByUs(await receiptline()),
    'receipt-printer-encoder': sentByUs(await receiptPrinterEncoder()),
  }
}

type NodeThermalPrinter = {
  readonly CharacterSet: { readonly KZ1048_KAZAKHSTAN: string }
  readonly PrinterTypes: { readonly EPSON: string }
  readonly ThermalPrinter: new (
    options: object,
  ) => {
    readonly println: (line: string) => void
    readonly cut: () => void
    readonly getBuffer: () => Uint8Array
    readonly execute: () => Promise<unknown>
  }
}

/** Uses the library's only code page that has Ө and Ү. */
async function nodeThermalPrinter(): Promise<Library> {
  const { CharacterSet, PrinterTypes, ThermalPrinter } =
    await peer<NodeThermalPrinter>('node-thermal-printer')
  const made = (lines: readonly string[], port: number) => {
    const printer = new ThermalPrinter({
      type: PrinterTypes.EPSON,
      interface: `tcp://127.0.0.1:${port}`,
      width: COLUMNS,
      characterSet: CharacterSet.KZ1048_KAZAKHSTAN,
    })
    for (const line of lines) printer.println(line)
    printer.cut()
    return printer
  }
  return {
    bytes: (lines) => made(lines, 9).getBuffer(),
    print: async (lines, port) => void (await made(lines, port).execute()),
  }
}

type Receiptline = { readonly transform: (text: string, options: object) => string }

/** Uses the library's best encoding for Cyrillic. */
async function receiptline(): Promise<Library['bytes']> {
  const { transform } = await peer<Receiptline>('receiptline')
  return (lines) =>
    Buffer.from(
      transform(
        // These characters have a meaning in receiptline's markup.
        lines.map((line) => line.replace(/[|{}^_~"`\\-]/g, (sign) => `\\${sign}`)).join('\n'),
        { cpl: COLUMNS, encoding: 'multilingual', command: 'escpos' },
      ),
      'latin1',
    )
}

type EncoderModule = { readonly default: new (options: object) => Encoder }
type Encoder = {
  readonly initialize: () => Encoder
  readonly codepage: (name: string) => Encoder
  readonly line: (text: string) => Encoder
  readonly cut: (how: string) => Encoder
  readonly encode: () => Uint8Array
}

/** Names a printer that the library knows, so that it chooses among that printer's code pages. */
async function receiptPrinterEncoder(): Promise<Library['bytes']> {
  const { default: ReceiptPrinterEncoder } = await peer<EncoderModule>(
    '@point-of-sale/receipt-printer-encoder',
  )
  return (lines) => {
    const encoder = new ReceiptPrinterEncoder({ printerModel: 'epson-tm-t20iii', columns: COLUMNS })
    encoder.initialize().codepage('auto')
    for (const line of lines) encoder.line(line)
    return encoder.cut('partial').encode()
  }
}

/** These libraries make only bytes. */
const sentByUs = (bytes: Library['bytes']): Library => ({
  bytes,
  print: (lines, port) =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true })
      socket.on('error', reject)
      socket.on('close', () => resolve())
      socket.resume().end(bytes(lines))
    }),
})

/** These libraries write "?" for a letter that they lack, so the extra "?" in the output are the lost letters. */
export const losesIn =
  ({ bytes }: Library) =>
  (letter: string): boolean =>
    letter !== '?' && questionMarks(bytes([letter])) > questionMarks(bytes(['x']))

const QUESTION_MARK = 0x3f
const questionMarks = (bytes: Uint8Array): number => bytes.filter((byte) => byte === QUESTION_MARK).length
