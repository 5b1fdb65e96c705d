/**
 * From the document of a receipt to the bytes for an ESC/POS printer of 80 mm, and to the printer itself over TCP. The
 * product draws each letter and the QR in dots, because hardly a printer has all letters; the libraries send letters of
 * the printer's code pages, and no QR. electron-pos-printer makes no bytes: it prints a window's page.
 */
import { chunked } from '../../../main/base/chunked.ts'
import { machineClock } from '../../../main/base/environment.ts'
import {
  createRasterRenderer,
  drawnPaper,
  lettersLost,
  type Raster,
  type ReceiptDocument,
  saleReceipt,
} from '../../../main/paper/draw/index.ts'
import { networkPrinter, profileNamed, through } from '../../../main/paper/print/index.ts'
import { THREE_HUNDRED } from '../../../test/fixtures/papers/goods.ts'
import { receiptFacts } from '../../../test/support/receipt-facts.ts'
import { type Deed, type Figure, figure, inTurns, type Measure, type Spread, spreadOf } from './figure.ts'
import { letterLookup } from './letters.ts'
import { withPrinter } from './printer-alone.ts'
import { COLUMNS, type Library, libraries, losesIn } from './receipt-peers.ts'
import { type WindowPrinter, withWindowPrinter } from './window-printer.ts'

const WIDTH = 80
const SIZES = [20, 300]
const CURVE = [3, 30, 300]
const LIMIT_MS = 10
/** So many that the 95th percentile is not simply the longest. */
const STOPS = 100
/** A frame of the screen. */
const STOP_MS = 16
const NOTE = 'the product draws all letters and a QR in dots; the libraries send letters without the QR'

const renderer = createRasterRenderer()

export const measureReceipt: Measure = async ({ sizes }) => {
  const theirs = await libraries()
  return [
    ...(await asBytes(theirs, sizes)),
    ...(await withWindowPrinter((window) => withPrinter((port) => toThePrinter(theirs, port, window)))),
    await stops(),
    lost(theirs),
  ]
}

const receiptOf = (lines: number): ReceiptDocument =>
  saleReceipt(receiptFacts({ lines: THREE_HUNDRED.slice(0, lines) }))

type Made = { readonly raster: Raster; readonly bytes: Uint8Array }

/** As the print queue makes a paper (main/paper/facts). */
const made = (document: ReceiptDocument, profile = 'escpos'): Promise<Made> =>
  chunked(drawnPaper(document, { width: WIDTH, dialect: profileNamed(profile) }))

type Theirs = Readonly<Record<string, Library>>

async function asBytes(theirs: Theirs, sizes: boolean): Promise<readonly Figure[]> {
  const timed = new Map<number, Timed>()
  for (const size of sizes ? [...SIZES, ...CURVE] : SIZES)
    if (!timed.has(size)) timed.set(size, await timesOf(size, theirs))
  const points = CURVE.flatMap((size) => timed.get(size) ?? [])
  return SIZES.map((size) =>
    figure({
      name: `a receipt of ${size} lines as bytes`,
      note: NOTE,
      unit: 'ms',
      ...(timed.get(size) ?? { ours: NONE }),
      reach: { at: 'p50', atMost: LIMIT_MS },
      ...(sizes && size === SIZES.at(-1) ? { curve: { of: 'lines', points } } : {}),
    }),
  )
}

type Timed = {
  readonly size: number
  readonly ours: Spread
  readonly against: Readonly<Record<string, Spread>>
}

async function timesOf(size: number, theirs: Theirs): Promise<Timed> {
  const document = receiptOf(size)
  const lines = linesOf(document)
  const { ours = NONE, ...against } = await inTurns<string>(
    {
      ours: deed(() => made(document)),
      ...deedsOf(theirs, ({ bytes }) => bytes(lines)),
      "ours in the printer's letters": deed(() => made(document, 'epson-tm-t20-text')),
    },
    roundsOf(size),
  )
  return { size, ours, against }
}

/** Ours also asks the printer whether it is ready, and whether it has printed. */
async function toThePrinter(
  theirs: Theirs,
  port: number,
  window: WindowPrinter | null,
): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  for (const size of SIZES) {
    const document = receiptOf(size)
    const lines = linesOf(document)
    const { ours = NONE, ...against } = await inTurns<string>(
      {
        ours: deed(() => printed(document, port)),
        ...deedsOf(theirs, ({ print }) => print(lines, port)),
      },
      roundsOf(size),
    )
    // Measured after the others, because Chromium is still busy for a moment after each print.
    const paged = window && (await inTurns({ window: deed(() => window(lines)) }, roundsOf(size)))
    figures.push(
      figure({
        name: `a receipt of ${size} lines to the printer`,
        note: 'the product also asks the printer whether it is ready and whether it has printed; electron-pos-printer prints a page of a window, until CUPS has it',
        unit: 'ms',
        ours,
        against: { ...against, ...(paged && { 'electron-pos-printer': paged.window }) },
        reach: { at: 'p50', atMost: LIMIT_MS },
      }),
    )
  }
  return figures
}

async function printed(document: ReceiptDocument, port: number): Promise<void> {
  const paper = await made(document)
  const outcome = await through(
    networkPrinter({ host: '127.0.0.1', port, clock: machineClock }),
    ({ print }) => print({ jobId: 'job', name: 'receipt', ...paper, pdf: () => paper.bytes, html: () => '' }),
    (failure) => ({ printed: false as const, failure }),
  )
  if (!outcome.printed) throw new Error(outcome.failure.name)
}

/** How long other work of the main thread waits at most while a long receipt is made. */
async function stops(): Promise<Figure> {
  const document = receiptOf(300)
  const longest: number[] = []
  for (let round = 0; round < STOPS; round += 1) {
    let turned = performance.now()
    let stop = 0
    const turn = (): void => {
      const now = performance.now()
      stop = Math.max(stop, now - turned)
      turned = now
    }
    const turning = setInterval(turn, 1)
    await made(document)
    await new Promise((resume) => setTimeout(resume, 5))
    clearInterval(turning)
    longest.push(stop)
  }
  return figure({
    name: 'the longest stop of the main thread while a receipt of 300 lines is made',
    unit: 'ms',
    ours: spreadOf(longest),
    reach: { at: 'p95', atMost: STOP_MS },
  })
}

function lost(theirs: Theirs): Figure {
  const letters = [...linesOf(receiptOf(20)).join('')].filter((letter) => letter.trim() !== '')
  const lostBy = (loses: (letter: string) => boolean) => spreadOf([letters.filter(loses).length])
  return figure({
    name: 'letters that a receipt of 20 lines loses',
    note: `of ${letters.length}`,
    unit: 'times',
    ours: lostBy(letterLookup(renderer)),
    against: {
      ...mapped(theirs, (library) => lostBy(losesIn(library))),
      "ours in the printer's letters": lostBy((letter) => lettersLost(letter) > 0),
    },
    reach: { at: 'max', atMost: 0 },
  })
}

const NONE: Spread = { p50: 0, p95: 0, max: 0, n: 0 }

const roundsOf = (lines: number) => ({ rounds: lines > 100 ? 5 : 30, warmUp: 1 })

const deed =
  (work: () => unknown): Deed =>
  async () => {
    await work()
    return undefined
  }

const deedsOf = (theirs: Theirs, work: (library: Library) => unknown): Record<string, Deed> =>
  mapped(theirs, (library) => deed(() => work(library)))

const mapped = <Value>(theirs: Theirs, map: (library: Library) => Value): Record<string, Value> =>
  Object.fromEntries(Object.entries(theirs).map(([name, library]) => [name, map(library)]))

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
