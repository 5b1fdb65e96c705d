/**
 * What is printed is read back with a QR reader and a text reader that know nothing of this project: zbarimg, and
 * tesseract with its Mongolian letters.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createRasterRenderer,
  type ReceiptFacts,
  rasterAsPng,
  saleReceipt,
} from '../../main/receipts/index.ts'
import { NO_MONEY, tugriks } from '../../shared/money.ts'
import { paperEReceipt, receiptFacts, saleLine, TAX_QR } from '../support/receipt-facts.ts'

const onContinuousIntegration = Boolean(process.env.CI)
const answers = (program: string, ...words: string[]): string => {
  const { status, stdout } = spawnSync(program, words, { encoding: 'utf8' })
  return status === 0 ? stdout : ''
}
const zbarMissing = answers('zbarimg', '--version') === ''
const tesseractMissing = !answers('tesseract', '--list-langs').split('\n').includes('mon')
const unlessMissing = (missing: boolean) => missing && !onContinuousIntegration

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-back-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const renderer = createRasterRenderer()

const pngOf = (facts: ReceiptFacts, width: 58 | 80): Buffer =>
  Buffer.from(rasterAsPng(renderer.render(saleReceipt(facts), width)))

function inFile(name: string, png: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, png)
  return path
}

const readQrs = (path: string): string[] =>
  execFileSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', path], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .trim()
    .split('\n')
    .sort()

/** As a scanner would see it: larger, its edges softened, white all round. */
async function scanned(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png)
  const [scale, border] = [2, 40]
  const canvas = createCanvas(image.width * scale + 2 * border, image.height * scale + 2 * border)
  const context = canvas.getContext('2d')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, border, border, image.width * scale, image.height * scale)
  return canvas.toBuffer('image/png')
}

const readText = (path: string): string =>
  execFileSync('tesseract', [path, '-', '-l', 'mon', '--psm', '4'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
  })

/** Words of Mongolian letters alone, of two letters and more. */
const mongolianWords = (text: string): string[] =>
  text.match(/(?<![\p{L}\d])[а-яёөүА-ЯЁӨҮ]{2,}(?![\p{L}\d])/gu) ?? []

const GOODS = [
  'Талх атар гурилын',
  'Үхрийн махан хиам',
  'Хөх тариан будаа',
  'Сүү цөцгийтэй',
  'Өндөг цагаан',
  'Алим ногоон',
  'Чацаргана шүүс',
  'Гоймон үрмэн',
  'Нүүрний саван',
  'Цаасан алчуур',
]

const longReceipt = receiptFacts({
  lines: GOODS.map((name, at) => saleLine(name, 1000 + at * 1000, 1500 + at * 250)),
  receiver: { kind: 'organisation', register: '1234567' },
  ereceipts: [],
  ereceiptOwed: true,
  surplus: tugriks(500),
  change: NO_MONEY,
  cashWithoutEReceipt: false,
})

test.skipIf(unlessMissing(zbarMissing)).each([58, 80] as const)(
  'a QR reader finds exactly the tax data on paper of %i mm (skipped where zbarimg is not installed)',
  (width) => {
    expect(readQrs(inFile(`qr-${width}.png`, pngOf(receiptFacts(), width)))).toEqual([TAX_QR])
  },
)

test.skipIf(unlessMissing(zbarMissing)).each([58, 80] as const)(
  'of two e-receipts both QRs are read on paper of %i mm (skipped where zbarimg is not installed)',
  (width) => {
    const texts = ['https://ebarimt.example/check?id=1', TAX_QR].sort()
    const ereceipts = texts.map((qrData) => paperEReceipt({ qrData }))
    expect(
      readQrs(inFile(`two-${width}.png`, pngOf(receiptFacts({ ereceipts, training: true }), width))),
    ).toEqual(texts)
  },
)

test.skipIf(unlessMissing(tesseractMissing)).each([58, 80] as const)(
  'a text reader reads the Mongolian words on paper of %i mm (skipped where tesseract has no Mongolian)',
  async (width) => {
    const document = saleReceipt(longReceipt)
    const said = document.blocks.flatMap((block) => {
      if (block.kind === 'row') return mongolianWords(block.left)
      return 'text' in block ? mongolianWords(block.text) : []
    })
    const path = inFile(`text-${width}.png`, await scanned(pngOf(longReceipt, width)))
    const read = mongolianWords(readText(path))
    const missed = said.filter((word) => {
      const at = read.indexOf(word)
      if (at >= 0) read.splice(at, 1)
      return at < 0
    })
    expect(said.length).toBeGreaterThanOrEqual(50)
    expect(missed.length / said.length, `missed: ${missed.join(' ')}`).toBeLessThanOrEqual(0.05)
  },
  30_000,
)
