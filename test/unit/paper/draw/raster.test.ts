import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createCanvas, GlobalFonts, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import {
  createRasterRenderer,
  type Raster,
  type ReceiptDocument,
  rasterAsPng,
  saleReceipt,
} from '../../../../main/paper/draw/index.ts'
import { fontOf, setStyle } from '../../../../main/paper/draw/paint.ts'
import { ascent, paperOf, type TextStyle } from '../../../../main/paper/draw/paper.ts'
import { createMeasure } from '../../../../main/paper/draw/raster.ts'
import { PAPER_WORDS } from '../../../../main/paper/draw/words.ts'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { needs, systemLacks } from '../../../support/needs.ts'
import { paperLine, receiptFacts } from '../../../support/receipt-facts.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const renderer = createRasterRenderer()

const isBlack = ({ width, bits }: Raster, x: number, y: number): boolean =>
  ((bits[(y * width + x) >> 3] ?? 0) & (0x80 >> (x & 7))) !== 0

function blackColumns(raster: Raster): { first: number; last: number } {
  const columns = Array.from({ length: raster.width }, (_, x) => x)
  const used = columns.filter((x) => {
    for (let y = 0; y < raster.height; y++) if (isBlack(raster, x, y)) return true
    return false
  })
  return { first: used[0] ?? 0, last: used.at(-1) ?? 0 }
}

test.each([
  [58, 384],
  [80, 576],
] as const)('paper of %i mm is %i dots wide', (width, dots) => {
  const raster = renderer.render(saleReceipt(receiptFacts()), width)
  expect(raster.width).toBe(dots)
  expect(raster.height % 8).toBe(0)
  expect(raster.bits.length).toBe((dots / 8) * raster.height)
})

test.each([58, 80] as const)('nothing is printed in the margins of %i mm paper', (width) => {
  const lines = [paperLine('Ж'.repeat(200), 1000, 100), paperLine('Щүү ҮӨЙ '.repeat(25), 842, 8900, 'кг')]
  const { first, last } = blackColumns(
    renderer.render(saleReceipt(receiptFacts({ lines, testMode: true })), width),
  )
  const { dots, margin } = paperOf(width)
  // A letter's stroke may exceed its width by a dot.
  expect(first).toBeGreaterThanOrEqual(margin - 2)
  expect(last).toBeLessThan(dots - margin + 2)
})

test('a receipt with 300 lines of long names is printed without gaps between the painted bands', () => {
  const name = 'Монгол улсын дээд зэрэглэлийн үхрийн махан чихмэл '.repeat(4)
  const lines = Array.from({ length: 300 }, (_, at) => paperLine(`${name}${at}`, 1000, 100))
  const raster = renderer.render(saleReceipt(receiptFacts({ lines, ereceipts: [] })), 58)
  expect(raster.height).toBeGreaterThan(32_767)
  expect(longestBlankRun(raster)).toBeLessThan(60)
})

function longestBlankRun({ width, height, bits }: Raster): number {
  let [longest, run] = [0, 0]
  for (let y = 0; y < height; y++) {
    const row = bits.subarray((y * width) / 8, ((y + 1) * width) / 8)
    run = row.every((byte) => byte === 0) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

test('every letter of the receipt is drawn with Inter, also bold ones', () => {
  const context = createCanvas(80, 80).getContext('2d')
  const ink = (letter: string, font: string): string => {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 80, 80)
    context.fillStyle = '#000'
    context.font = font
    context.fillText(letter, 20, 60)
    return Buffer.from(context.getImageData(0, 0, 80, 80).data).toString('base64')
  }
  const letters = new Set(
    `${Object.values(PAPER_WORDS).join('')}АБВГДЕЁЖЗИЙКЛМНОӨПРСТУҮФХЦЧШЩЪЫЬЭЮЯабвгдеёжзийклмноөпрстуүфхцчшщъыьэюя0123456789×−·•№₮`,
  )
  letters.delete(' ')
  const subsets = GlobalFonts.families
    .map(({ family }) => family)
    .filter((family) => family.startsWith('Receipt Inter'))
  for (const weight of [500, 700] as const) {
    for (const letter of letters) {
      const drawn = ink(letter, fontOf({ px: 48, weight }))
      const byInter = subsets.some((family) => ink(letter, `${weight} 48px "${family}"`) === drawn)
      expect(byInter, letter).toBe(true)
      // A letter that Inter lacks would be drawn with the machine's own font.
      expect(drawn, letter).not.toBe(ink(letter, `${weight} 48px "no such family"`))
    }
  }
  expect(ink('Ө', fontOf({ px: 48, weight: 700 }))).not.toBe(ink('Ө', fontOf({ px: 48, weight: 500 })))
})

/** The black dots of a line of text that the canvas paints. */
function onCanvas(text: string, style: TextStyle): readonly string[] {
  const [width, height] = [384, 64]
  const context = createCanvas(width, height).getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#000'
  setStyle(context, style)
  context.fillText(text, paperOf(58).margin, 12 + ascent(style))
  const { data } = context.getImageData(0, 0, width, height)
  return dotsWhere(width, height, (x, y) => (data[4 * (y * width + x)] ?? 255) < 128)
}

const dotsWhere = (
  width: number,
  height: number,
  isDark: (x: number, y: number) => boolean,
): readonly string[] => {
  const dots: string[] = []
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isDark(x, y)) dots.push(`${x} ${y}`)
  return dots
}

const textLine = (text: string, bold = false): ReceiptDocument => ({
  blocks: [{ kind: 'text', text, align: 'left', size: 'normal', bold }],
})

test.each([...'ӨүЖщй₮№8Qg', '👍', 'q\u0302', 'ж\u0301', 'A->Б', '=>5', '<—>'])(
  '%s has the dots that the canvas paints',
  (letter) => {
    for (const weight of [500, 700] as const) {
      const raster = renderer.render(textLine(letter, weight === 700), 58)
      const drawn = dotsWhere(raster.width, raster.height, (x, y) => isBlack(raster, x, y))
      expect(drawn).toEqual(onCanvas(letter, { px: 26, weight }))
    }
  },
)

/** Prints how many black dots a receipt with this text has, and in how many rows. */
const countDots = (text: string, first = ''): string => `
  import { createRasterRenderer } from ${JSON.stringify(pathToFileURL(inProject('main/paper/draw/index.ts')))}
  const blocks = [{ kind: 'text', text: ${JSON.stringify(text)}, align: 'left', size: 'normal', bold: false }]
  const renderer = createRasterRenderer()
  ${first}
  const { bits, width, height } = renderer.render({ blocks: [...blocks, { kind: 'gap', dots: 60 }] }, 58)
  const rows = Array.from({ length: height }, (_, row) => bits.subarray((row * width) / 8, ((row + 1) * width) / 8))
  const inRow = rows.map((row) => row.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0))
  console.log(JSON.stringify({ dots: inRow.reduce((sum, dots) => sum + dots), rows: inRow.filter(Boolean).length }))`

/** The same, on a machine with the font of `test/fixtures/fonts`. */
function withOddLetters(text: string): { readonly dots: number; readonly rows: number } {
  const home = temporaryFolder()
  mkdirSync(join(home, '.fonts'))
  copyFileSync(inProject('test/fixtures/fonts/odd-letters.ttf'), join(home, '.fonts', 'odd-letters.ttf'))
  const run = ['--no-warnings', '--input-type=module', '-e', countDots(text)]
  const env = { ...process.env, HOME: home, XDG_DATA_HOME: join(home, 'none') }
  return JSON.parse(execFileSync(process.execPath, run, { env, encoding: 'utf8' }))
}

test('a receipt is the same dot for dot, whether or not its letters were drawn in advance', () => {
  const text = 'Сүү Өнөр 3.2% 123,456.78₮ AVATAR'
  const dotsOf = (first: string): string =>
    execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '-e', countDots(text, first)], {
      encoding: 'utf8',
    })
  expect(dotsOf('await renderer.prepare(58)')).toBe(dotsOf(''))
})

const OTHER_FONTS = systemLacks('linux', 'other systems look for fonts in other folders')

test('a light-coloured character of a colour font, such as an emoji, is black on paper', ({ skip }) => {
  needs(skip, OTHER_FONTS)
  expect(withOddLetters('\u2b50').dots).toBeGreaterThan(200)
})

test('a letter that reaches far below the baseline, such as stacked Tibetan letters, is printed whole', ({
  skip,
}) => {
  needs(skip, OTHER_FONTS)
  expect(withOddLetters('\u0f42').rows).toBe(44)
})

test('a text is as wide as the canvas paints it', () => {
  const context = createCanvas(1, 1).getContext('2d')
  const measure = createMeasure()
  for (const text of ['Үхрийн махан хиам 300', 'AVATAR Toyota Ту, Га.', '1,531.27 ₮', 'ж\u0301'])
    for (const style of [
      { px: 26, weight: 500 },
      { px: 46, weight: 700 },
    ] as const) {
      setStyle(context, style)
      expect(measure(text, style), text).toBeCloseTo(context.measureText(text).width, 1)
    }
})

test('a picture is printed dot for dot in the middle of the paper', () => {
  const raster: Raster = {
    width: 10,
    height: 2,
    bits: Uint8Array.of(0b10110000, 0b01000000, 0xff, 0b10000000),
  }
  const printed = renderer.render({ blocks: [{ kind: 'image', raster }] }, 58)
  const row = (y: number) =>
    Array.from({ length: 10 }, (_, x) => (isBlack(printed, 187 + x, y) ? '#' : '.')).join('')
  expect([row(12), row(13), row(14)]).toEqual(['#.##.....#', '#########.', '..........'])
})

test('the PNG shows exactly the dots of the raster', async () => {
  const raster = renderer.render(saleReceipt(receiptFacts()), 58)
  const image = await loadImage(Buffer.from(rasterAsPng(raster)))
  const context = createCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const different = Array.from({ length: raster.width * raster.height }, (_, dot) => dot).filter(
    (dot) => (data[dot * 4] === 0) !== isBlack(raster, dot % raster.width, Math.floor(dot / raster.width)),
  )
  expect([image.width, image.height]).toEqual([raster.width, raster.height])
  expect(different).toEqual([])
})
