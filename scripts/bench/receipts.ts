/**
 * Turns one receipt into printer bytes with the product and with the three usual libraries, and counts how many of its
 * letters each of them loses: a printer that gets "?" for Ө prints "?".
 */
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'
import { CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer'
import receiptline from 'receiptline'
import { profileNamed } from '../../main/printing/index.ts'
import {
  createRasterRenderer,
  documentAsEscPos,
  lettersLost,
  type RasterRenderer,
  type ReceiptDocument,
} from '../../main/receipts/index.ts'
import { PAPERS } from '../../test/fixtures/papers/index.ts'
import { letterLookup } from './letters.ts'
import { type Times, timesOf } from './times.ts'

const ROUNDS = 40
const COLUMNS = 48
const WIDTH = 80

type Measured = Times & {
  readonly bytes: number
  /** Number of letters on this receipt that were lost. */
  readonly letters_lost: number
  /** The lost letters, each once. */
  readonly lost: string
}

export type Receipts = {
  readonly receipt: string
  readonly letters: number
  readonly ours_raster: Measured
  readonly ours_text_kz1048: Measured
  readonly node_thermal_printer: Measured
  readonly receiptline: Measured
  readonly receipt_printer_encoder: Measured
}

/** One way to turn a receipt into bytes, and the letters that it loses. */
type Way = {
  readonly bytes: () => Uint8Array
  readonly loses: (letter: string) => boolean
}

export function measureReceipts(): Receipts {
  const paper = PAPERS.find(({ name }) => name === 'individual')
  if (!paper) throw new Error('there is no receipt of an individual to measure with')
  const lines = linesOf(paper.document)
  const letters = [...lines.join('')].filter((letter) => letter.trim() !== '')
  const measured = ({ bytes, loses }: Way): Measured => {
    const lost = letters.filter(loses)
    return {
      ...timesOf(ROUNDS, () => {
        bytes()
        return () => {}
      }),
      bytes: bytes().length,
      letters_lost: lost.length,
      lost: [...new Set(lost)].sort().join(' '),
    }
  }
  const renderer = createRasterRenderer()
  return {
    receipt: paper.name,
    letters: letters.length,
    ours_raster: measured(inDots(renderer, paper.document)),
    ours_text_kz1048: measured(inKz1048(renderer, paper.document)),
    node_thermal_printer: measured(asText(byNodeThermalPrinter, lines)),
    receiptline: measured(asText(byReceiptline, lines)),
    receipt_printer_encoder: measured(asText(byReceiptPrinterEncoder, lines)),
  }
}

const inDots = (renderer: RasterRenderer, document: ReceiptDocument): Way => ({
  bytes: () =>
    documentAsEscPos(document, {
      width: WIDTH,
      raster: renderer.render(document, WIDTH),
      dialect: profileNamed('escpos'),
    }),
  loses: letterLookup(renderer),
})

function inKz1048(renderer: RasterRenderer, document: ReceiptDocument): Way {
  const dialect = profileNamed('epson-tm-t20-text')
  const raster = renderer.render(document, WIDTH)
  return {
    bytes: () => documentAsEscPos(document, { width: WIDTH, raster, dialect }),
    loses: (letter) => lettersLost(letter) > 0,
  }
}

type Library = (lines: readonly string[]) => Uint8Array

/** These libraries write "?" for a letter that they lack, so the extra "?" in the output are the lost letters. */
const asText = (library: Library, lines: readonly string[]): Way => ({
  bytes: () => library(lines),
  loses: (letter) => letter !== '?' && questionMarks(library([letter])) > questionMarks(library(['x'])),
})

const QUESTION_MARK = 0x3f
const questionMarks = (bytes: Uint8Array): number => bytes.filter((byte) => byte === QUESTION_MARK).length

/** Uses the library's only code page that has Ө and Ү. */
function byNodeThermalPrinter(lines: readonly string[]): Uint8Array {
  const printer = new ThermalPrinter({
    type: PrinterTypes.EPSON,
    interface: 'tcp://127.0.0.1:9',
    width: COLUMNS,
    characterSet: CharacterSet.KZ1048_KAZAKHSTAN,
  })
  for (const line of lines) printer.println(line)
  printer.cut()
  return printer.getBuffer()
}

/** Uses the library's best encoding for Cyrillic. */
const byReceiptline: Library = (lines) =>
  Buffer.from(
    receiptline.transform(
      // These characters have a meaning in receiptline's markup.
      lines.map((line) => line.replace(/[|{}^_~"`\\-]/g, (sign) => `\\${sign}`)).join('\n'),
      { cpl: COLUMNS, encoding: 'multilingual', command: 'escpos' },
    ),
    'latin1',
  )

/** Names a printer that the library knows, so that it chooses among that printer's code pages. */
function byReceiptPrinterEncoder(lines: readonly string[]): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({ printerModel: 'epson-tm-t20iii', columns: COLUMNS })
  encoder.initialize().codepage('auto')
  for (const line of lines) encoder.line(line)
  return encoder.cut('partial').encode()
}

/** The text of a document, one line for each block. */
const linesOf = ({ blocks }: ReceiptDocument): readonly string[] =>
  blocks.flatMap((block) => {
    switch (block.kind) {
      case 'text':
      case 'notice':
      case 'stamp':
        return [block.text]
      case 'row':
        return [block.left.padEnd(COLUMNS - block.right.length) + block.right]
      case 'lottery':
        return [`${block.label} ${block.text}`]
      default:
        return []
    }
  })
