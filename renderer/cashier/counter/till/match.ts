/** Latin letters for each Cyrillic letter: typing `tarag` finds тараг. */
const LATIN: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ё: 'yo', ж: 'j', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l', м: 'm',
  н: 'n', о: 'o', ө: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh',
  щ: 'sh', ъ: '', ы: 'i', ь: '', э: 'e', ю: 'yu', я: 'ya', w: 'v',
} // biome-ignore format: a table reads better in rows

const inLatin = (letter: string): string => {
  const small = letter.toLowerCase()
  return LATIN[small] ?? small
}

const fold = (text: string): string =>
  [...text.replace(/kh/gi, 'h').replace(/zh/gi, 'j')].map(inLatin).join('')

export type NamePart = { readonly at: number; readonly text: string; readonly marked: boolean }

/**
 * Splits a name into parts and marks those that match a word of the query. Nothing is marked if the match is in another
 * field.
 */
export function markMatches(name: string, query: string): readonly NamePart[] {
  const letters = [...name]
  const marked = new Set<number>()
  for (const word of query.split(/\s+/)) for (const at of lettersOf(letters, fold(word))) marked.add(at)
  return inParts(letters, marked)
}

/** Indexes of the letters that the first occurrence of a folded word covers. */
function lettersOf(letters: readonly string[], word: string): readonly number[] {
  if (word === '') return []
  const folded = letters.map(inLatin)
  const start = folded.join('').indexOf(word)
  if (start < 0) return []
  const covered: number[] = []
  let place = 0
  folded.forEach((piece, at) => {
    if (place < start + word.length && place + piece.length > start) covered.push(at)
    place += piece.length
  })
  return covered
}

function inParts(letters: readonly string[], marked: ReadonlySet<number>): readonly NamePart[] {
  const parts: NamePart[] = []
  letters.forEach((letter, at) => {
    const last = parts.at(-1)
    if (last && last.marked === marked.has(at))
      parts[parts.length - 1] = { ...last, text: last.text + letter }
    else parts.push({ at, text: letter, marked: marked.has(at) })
  })
  return parts
}
