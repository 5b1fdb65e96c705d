/** Reads prints with independent tools: zbarimg for QR codes, and tesseract with Mongolian letters for text. */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createRasterRenderer, type ReceiptBlock, rasterAsPng } from '../../../main/paper/draw/index.ts'
import { PAPERS, type PaperFixture } from '../../fixtures/papers/index.ts'
import { needs, programsMissing } from '../../support/needs.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-back-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const renderer = createRasterRenderer()

const run = promisify(execFile)

type Printed = PaperFixture & { readonly width: 58 | 80 }

const pngOf = ({ document, width }: Printed): Buffer =>
  Buffer.from(rasterAsPng(renderer.render(document, width)))

/** The print as a scanner sees it: larger, with soft edges and a white border. */
async function scanned(png: Buffer): Promise<Canvas> {
  const image = await loadImage(png)
  const [scale, border] = [1.5, 40]
  const canvas = createCanvas(image.width * scale + 2 * border, image.height * scale + 2 * border)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, border, border, image.width * scale, image.height * scale)
  return canvas
}

/** Why tesseract cannot read Mongolian; null when it can. */
const mongolianMissing = (): string | null =>
  execFileSync('tesseract', ['--list-langs'], { encoding: 'utf8' }).split('\n').includes('mon')
    ? null
    : 'tesseract has no Mongolian on this machine'

/** Inverts white letters on black, because a text reader takes them for a picture. */
function negative(canvas: Canvas): Canvas {
  const context = canvas.getContext('2d')
  context.globalCompositeOperation = 'difference'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}

function inFile(name: string, png: Buffer): string {
  const path = join(folder, `${name}.png`)
  writeFileSync(path, png)
  return path
}

async function readCodes(printed: Printed, symbology: 'qrcode' | 'code128'): Promise<readonly string[]> {
  const path = inFile(`${printed.name}-${printed.width}-${symbology}`, pngOf(printed))
  const words = ['--quiet', '--raw', '-Sdisable', `-S${symbology}.enable`, path]
  const { stdout } = await run('zbarimg', words)
  return stdout.trim().split('\n').sort()
}

async function wordsIn(name: string, canvas: Canvas): Promise<string[]> {
  const path = inFile(name, canvas.toBuffer('image/png'))
  const env = { ...process.env, OMP_THREAD_LIMIT: '1' }
  return mongolianWords((await run('tesseract', [path, '-', '-l', 'mon', '--psm', '6'], { env })).stdout)
}

/**
 * Words of two or more Mongolian letters, in lower case: when the capital letters of a font are only larger, a reader
 * cannot tell the case of a single word.
 */
const mongolianWords = (text: string): string[] =>
  text.toLowerCase().match(/(?<![\p{L}\d])[а-яёөү]{2,}(?![\p{L}\d])/gu) ?? []

function wordsOf(block: ReceiptBlock): readonly string[] {
  if (block.kind === 'stamp') return []
  if (block.kind === 'row') return mongolianWords(block.left)
  if (block.kind === 'lottery') return mongolianWords(block.label)
  return 'text' in block ? mongolianWords(block.text) : []
}

/** Each word that was read counts for one printed word only. */
function missedWords(said: readonly string[], read: string[]): readonly string[] {
  return said.filter((word) => {
    const at = read.indexOf(word)
    if (at >= 0) read.splice(at, 1)
    return at < 0
  })
}

/** One paper of every kind. */
const KINDS = PAPERS.filter(({ name }) =>
  [
    'owed',
    'discounts',
    'cash',
    'copy',
    'testMode',
    'slip',
    'refund',
    'void',
    'x-report',
    'z-report',
    'drawer-count',
    'reconciliation',
    'test-page',
  ].includes(name),
)
const STAMPED = KINDS.filter(({ document }) => document.blocks.some(({ kind }) => kind === 'stamp'))

const on = (width: 58 | 80, papers: readonly PaperFixture[]): readonly Printed[] =>
  papers.map((paper) => ({ ...paper, width }))

const dataOf = ({ document }: PaperFixture, kind: 'qr' | 'barcode'): readonly string[] =>
  document.blocks.flatMap((block) => (block.kind === kind ? [block.data] : [])).sort()

const having = (kind: 'qr' | 'barcode', printed: readonly Printed[]): readonly Printed[] =>
  printed.filter((paper) => dataOf(paper, kind).length > 0)

const SHORT = PAPERS.filter(({ name }) => name !== 'three-hundred-lines')
const WITH_QR = having('qr', [...on(58, SHORT), ...on(80, SHORT)])
/** The sale's number fits as a barcode only on 80 mm. */
const WITH_BARS = having('barcode', [
  ...on(
    58,
    KINDS.filter(({ name }) => name === 'test-page'),
  ),
  ...on(80, KINDS),
])

// zbarimg and tesseract are separate processes, so some tests run at once to use all cores.
describe('a code reader', () => {
  beforeEach(({ skip }) => needs(skip, programsMissing('zbarimg')))

  test.concurrent.each(WITH_QR)('reads exactly the data of every QR: $name, $width mm', async (printed) => {
    expect(await readCodes(printed, 'qrcode')).toEqual(dataOf(printed, 'qr'))
  })

  test.concurrent.each(WITH_BARS)('reads the number from the barcode: $name, $width mm', async (printed) => {
    expect(await readCodes(printed, 'code128')).toEqual(dataOf(printed, 'barcode'))
  })
})

describe('a text reader', () => {
  beforeEach(({ skip }) => needs(skip, programsMissing('tesseract') ?? mongolianMissing()))

  test.concurrent.each(KINDS)('reads at least 95 % of the Mongolian words: $name, 58 mm', async (paper) => {
    const said = paper.document.blocks.flatMap(wordsOf)
    const canvas = await scanned(pngOf({ ...paper, width: 58 }))
    const missed = missedWords(said, await wordsIn(paper.name, canvas))
    expect(missed.length / said.length, `missed: ${missed.join(' ')}`).toBeLessThanOrEqual(0.05)
  })

  test.concurrent.each(STAMPED)('reads the stamps: $name, 58 mm', async (paper) => {
    const blocks = paper.document.blocks.filter(({ kind }) => kind === 'stamp')
    const said = blocks.flatMap((block) => (block.kind === 'stamp' ? mongolianWords(block.text) : []))
    const canvas = negative(await scanned(pngOf({ ...paper, document: { blocks }, width: 58 })))
    expect(missedWords(said, await wordsIn(`${paper.name}-stamps`, canvas))).toEqual([])
  })
})
