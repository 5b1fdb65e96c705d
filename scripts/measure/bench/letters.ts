import type { Raster, RasterRenderer } from '../../../main/paper/draw/index.ts'

/** No font has this character, so a renderer draws it as it draws every letter that its font lacks. */
const IN_NO_FONT = '\u{10ffff}'

/** Tells whether the renderer has no glyph for a letter: it draws the box for a missing glyph, or nothing. */
export function letterLookup(renderer: RasterRenderer): (letter: string) => boolean {
  const drawn = (text: string): Raster =>
    renderer.render({ blocks: [{ kind: 'text', text, align: 'left', size: 'normal', bold: false }] }, 80)
  const same = (one: Raster, other: Raster): boolean => Buffer.from(one.bits).equals(Buffer.from(other.bits))
  const box = drawn(IN_NO_FONT)
  const nothing = drawn(' ')
  const known = new Map<string, boolean>()
  return (letter) => {
    const had = known.get(letter)
    if (had !== undefined) return had
    const raster = drawn(letter)
    const lost = same(raster, box) || same(raster, nothing)
    known.set(letter, lost)
    return lost
  }
}
