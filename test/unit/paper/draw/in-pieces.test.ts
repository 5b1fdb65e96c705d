import { expect, test } from 'vitest'
import { runToEnd } from '../../../../main/base/chunked.ts'
import { createRasterRenderer, escPosInPieces, saleReceipt } from '../../../../main/paper/draw/index.ts'
import { profileNamed } from '../../../../main/paper/print/index.ts'
import { THREE_HUNDRED } from '../../../fixtures/papers/goods.ts'
import { receiptFacts } from '../../../support/receipt-facts.ts'

test('a receipt of 300 lines pauses at least once for each line while it is drawn, and again in the letters of the printer', () => {
  const document = saleReceipt(receiptFacts({ lines: THREE_HUNDRED }))
  const { renderInPieces } = createRasterRenderer()
  const drawing = renderInPieces(document, 80)
  expect(pausesOf(drawing)).toBeGreaterThan(2 * THREE_HUNDRED.length)
  const raster = runToEnd(renderInPieces(document, 80))
  const dialect = profileNamed('epson-tm-t20-text')
  expect(pausesOf(escPosInPieces(document, { width: 80, raster, dialect }))).toBeGreaterThan(
    THREE_HUNDRED.length,
  )
})

function pausesOf(work: Iterator<void>): number {
  let pauses = 0
  while (!work.next().done) pauses += 1
  return pauses
}
