/** Reads the PDF and the page with independent tools: poppler's pdftotext and pdftoppm, and zbarimg. */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentAsPdf, type ReceiptDocument, saleReceipt } from '../../main/receipts/index.ts'
import { receiptFacts, TAX_QR } from '../support/receipt-facts.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const missing = ['pdftotext', 'pdftoppm', 'zbarimg'].some(
  (program) => spawnSync(program, ['--help']).error !== undefined,
)
const skipped = missing && !process.env.CI

const facts = receiptFacts()

function saved(document: ReceiptDocument, width: 58 | 80): string {
  const file = join(temporaryFolder(), 'receipt.pdf')
  writeFileSync(file, documentAsPdf(document, width))
  return file
}

const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

test.skipIf(skipped).each([58, 80] as const)(
  'every word can be copied from a PDF of %i mm (skipped without poppler)',
  (width) => {
    const words = run('pdftotext', '-layout', saved(saleReceipt(facts), width), '-').replace(/\s+/g, ' ')
    const expected = [
      facts.shop.name,
      ...facts.lines.map(({ name }) => name),
      'Нийт дүн 16,844 ₮',
      'НӨАТ',
      'QR · Хаан банк',
      'AB 12345678',
    ]
    for (const text of expected) expect(words).toContain(text)
  },
)

test.skipIf(skipped).each([
  [58, 203],
  [80, 203],
  [58, 300],
  [80, 600],
] as const)(
  'the QR of a PDF of %i mm that is printed at %i dpi has the tax data (skipped without poppler)',
  (width, dpi) => {
    const file = saved(saleReceipt(facts), width)
    const picture = file.replace(/\.pdf$/, '')
    run('pdftoppm', '-r', String(dpi), '-png', '-singlefile', file, picture)
    const read = run('zbarimg', '--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', `${picture}.png`)
    expect(read.trim()).toBe(TAX_QR)
  },
)
