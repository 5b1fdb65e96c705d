import { create } from 'qrcode'
import { expect, test } from 'vitest'
import { drawQr, QUIET_ZONE } from '../../../renderer/qr/qr-path.ts'

const TEXT = '0002010102121531279404962794049600000000000000054062809005802MN'

/** Paints the path's rectangles as modules. */
function painted(path: string, size: number): ReadonlySet<number> {
  const dark = new Set<number>()
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(width); at += 1) dark.add(Number(y) * size + Number(x) + at)
  }
  return dark
}

test('the drawing has exactly the modules of the code', () => {
  const drawing = drawQr(TEXT)
  const { modules } = create(TEXT, { errorCorrectionLevel: 'M' })
  if (drawing === null) throw new Error('nothing drawn')
  const dark = painted(drawing.path, drawing.size)
  const expected = new Set<number>()
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) expected.add((row + QUIET_ZONE) * drawing.size + column + QUIET_ZONE)
    }
  }
  expect(dark).toEqual(expected)
})

test('the code has a white border of four modules', () => {
  const drawing = drawQr(TEXT)
  const { modules } = create(TEXT, { errorCorrectionLevel: 'M' })
  expect(drawing?.size).toBe(modules.size + 8)
})

test('a text that is too long for a code is not drawn', () => {
  expect(drawQr('x'.repeat(5000))).toBe(null)
  expect(drawQr('')).toBe(null)
})
