import { expect, test } from 'vitest'
import {
  createRasterRenderer,
  documentAsPdf,
  type ReceiptBlock,
  type ReceiptDocument,
} from '../../../../main/paper/draw/index.ts'
import { PAPERS } from '../../../fixtures/papers/index.ts'

const renderer = createRasterRenderer()

/** A PDF's objects are plain text; only the drawings are compressed. */
const sizesOf = (pdf: Uint8Array): readonly (readonly [width: number, height: number])[] =>
  Array.from(
    Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g),
    ([, width, height]) => [Number(width), Number(height)] as const,
  )

const inPoints = (dots: number): number => (dots * 72) / 203

const gaps = (dots: number): ReceiptDocument => ({
  blocks: Array.from({ length: dots / 1000 }, (): ReceiptBlock => ({ kind: 'gap', dots: 1000 })),
})

test.each([58, 80] as const)('every paper of %i mm is one page, as long as the paper', (width) => {
  for (const { name, document } of PAPERS) {
    const raster = renderer.render(document, width)
    const pages = sizesOf(documentAsPdf(document, width))
    expect(pages, name).toHaveLength(1)
    const [[wide, tall] = [0, 0]] = pages
    expect(Math.abs(wide - inPoints(raster.width)), name).toBeLessThan(1)
    expect(Math.abs(tall - inPoints(raster.height)), name).toBeLessThan(1)
  }
})

test('paper that is longer than a PDF page may be continues on the next page', () => {
  const lengths = sizesOf(documentAsPdf(gaps(100_000), 58)).map(([, height]) => height)
  expect(lengths).toHaveLength(3)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(14_400)
  expect(Math.abs(lengths.reduce((sum, length) => sum + length) - inPoints(100_024))).toBeLessThan(3)
})

test('the same document gives the same file, because the file has no date', () => {
  const [paper] = PAPERS
  if (!paper) throw new Error('no papers')
  const [one, other] = [documentAsPdf(paper.document, 80), documentAsPdf(paper.document, 80)]
  expect(Buffer.compare(one, other)).toBe(0)
  expect(Buffer.from(one).toString('latin1')).not.toMatch(/CreationDate|ModDate/)
})
