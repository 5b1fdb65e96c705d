import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { ditherLogo, type Raster } from '../../../../main/paper/draw/index.ts'

/** A picture of one colour, or a transparent one. */
function picture(width: number, height: number, fill: string | null): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  if (fill !== null) {
    context.fillStyle = fill
    context.fillRect(0, 0, width, height)
  }
  return canvas.toBuffer('image/png')
}

const blackShare = ({ width, height, bits }: Raster): number => {
  let black = 0
  for (const byte of bits) black += byte.toString(2).replaceAll('0', '').length
  return black / (width * height)
}

test.each([
  ['wide, 58 mm', 1600, 400, 58, 368, 92],
  ['wide, 80 mm', 1600, 400, 80, 544, 136],
  ['tall', 500, 1000, 58, 80, 160],
  ['small, as it is', 101, 33, 58, 101, 33],
  ['a line', 4000, 1, 58, 368, 1],
] as const)(
  'a logo fits the paper and keeps its proportions: %s',
  async (_name, w, h, paper, width, height) => {
    const logo = await ditherLogo(picture(w, h, '#000'), paper)
    expect(logo).toMatchObject({ width, height })
    expect(logo?.bits.length).toBe(Math.ceil(width / 8) * height)
    expect(logo && blackShare(logo)).toBe(1)
  },
)

test.each([
  ['#404040', 0.75],
  ['#808080', 0.5],
  ['#c0c0c0', 0.25],
  ['#ffffff', 0],
])('a grey of %s has the matching share of black dots', async (fill, share) => {
  const logo = await ditherLogo(picture(160, 160, fill), 80)
  expect(logo && blackShare(logo)).toBeCloseTo(share, 1)
})

test('transparent parts stay white', async () => {
  const logo = await ditherLogo(picture(64, 64, null), 58)
  expect(logo && blackShare(logo)).toBe(0)
})

test('a JPEG is accepted, too', async () => {
  const canvas = createCanvas(120, 60)
  expect(await ditherLogo(canvas.toBuffer('image/jpeg'), 58)).toMatchObject({ width: 120, height: 60 })
})

const tooLarge = Buffer.concat([picture(8, 8, '#000'), Buffer.alloc(2 * 1024 * 1024)])
/** Only the header says it: nothing may be decoded. */
const tooWide = Buffer.from(picture(8, 8, '#000'))
tooWide.writeUInt32BE(4001, 16)

test.each<[string, Uint8Array]>([
  ['an empty file', new Uint8Array(0)],
  ['a text file', Buffer.from('a logo of words, long enough for a header')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')],
  ['an incomplete PNG', picture(300, 300, '#123456').subarray(0, 60)],
  ['a JPEG that ends in its first segment', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1])],
  ['a file of more than 2 MB', tooLarge],
  ['a PNG that is 4001 dots wide by its header', tooWide],
])('%s is refused as a logo', async (_name, bytes) => {
  expect(await ditherLogo(bytes, 58)).toBe(null)
})
