/** Reads the PDF and the page with independent tools: poppler's pdftotext and pdftoppm, and zbarimg. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { documentAsPdf, type ReceiptDocument, saleReceipt } from '../../../main/paper/draw/index.ts'
import { needs, programsMissing } from '../../support/needs.ts'
import { receiptFacts, TAX_QR } from '../../support/receipt-facts.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

beforeEach(({ skip }) => needs(skip, programsMissing('pdftotext', 'pdftoppm', 'zbarimg')))

const facts = receiptFacts()

function saved(document: ReceiptDocument, width: 58 | 80): string {
  const file = join(temporaryFolder(), 'receipt.pdf')
  writeFileSync(file, documentAsPdf(document, width))
  return file
}

const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

test.each([58, 80] as const)('every word can be copied from a PDF of %i mm', (width) => {
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
})

test.each([
  [58, 203],
  [80, 203],
  [58, 300],
  [80, 600],
] as const)('the QR of a PDF of %i mm that is printed at %i dpi has the tax data', (width, dpi) => {
  const file = saved(saleReceipt(facts), width)
  const picture = file.replace(/\.pdf$/, '')
  run('pdftoppm', '-r', String(dpi), '-png', '-singlefile', file, picture)
  const read = run('zbarimg', '--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', `${picture}.png`)
  expect(read.trim()).toBe(TAX_QR)
})
