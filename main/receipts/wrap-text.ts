/** How wide a text is, in dots. */
export type WidthOf = (text: string) => number

const graphemes = new Intl.Segmenter('mn', { granularity: 'grapheme' })

/** Without what a printer cannot show: control and invisible letters. No-break spaces stay. */
const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\t\n\v\f\r \u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()

/** Breaks a text into lines no wider than `width`, between words where it can, inside a word where it must. */
export function wrapText(text: string, width: number, widthOf: WidthOf): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of printable(text).split(' ').filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = breakWord(word, width, widthOf)
    lines.push(...pieces.slice(0, -1))
    line = pieces.at(-1) ?? ''
  }
  return [...lines, line].map(withoutSeparator).filter(Boolean)
}

/** A dot between two parts has nothing to part where the line breaks. */
const withoutSeparator = (line: string): string => line.replace(/^· | ·$/g, '')

/** Equal pieces, so that a long number reads as two halves and not as a line and a tail. */
function breakWord(word: string, width: number, widthOf: WidthOf): readonly string[] {
  const wordWidth = widthOf(word)
  if (wordWidth <= width) return [word]
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment)
  for (let count = Math.ceil(wordWidth / width); count < letters.length; count++) {
    const pieces = cutInto(count, letters)
    if (pieces.every((piece) => widthOf(piece) <= width)) return pieces
  }
  return letters
}

function cutInto(count: number, letters: readonly string[]): readonly string[] {
  const size = Math.ceil(letters.length / count)
  const pieces: string[] = []
  for (let start = 0; start < letters.length; start += size)
    pieces.push(letters.slice(start, start + size).join(''))
  return pieces
}
