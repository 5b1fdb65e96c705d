/**
 * Cashiers type Latin for Cyrillic, о and у for ө and ү, v for ү. Names and queries are both brought to one normalised
 * Latin form, so that a word is found however it is typed.
 *
 *     Сүү, Suu, сүү  ──▶ suu          Хиам, Hiam, Khiam ──▶ hiam         Архи, Arkhi ──▶ arhi
 *
 * Where a letter is typed in several ways, a word has several forms: a name keeps all of them (өндөг: ondog and undug),
 * and a query tries each of its own (svv: svv and suu).
 */

/** One reading of the letters that people spell differently. */
type Reading = {
  readonly barredO: 'o' | 'u'
  readonly softSign: '' | 'i'
  readonly yo: 'e' | 'io'
  /** Latin c, q and x as in foreign brands (Coca-Cola: koka kola), or as Mongolian is typed (tsai, hiam). */
  readonly latin: 'mongolian' | 'foreign'
  readonly v: 'v' | 'u'
}

const PLAIN: Reading = { barredO: 'o', softSign: '', yo: 'e', latin: 'mongolian', v: 'v' }

const LETTERS: Readonly<Record<string, string>> = {
  а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'j', з: 'z', и: 'i', й: 'i', к: 'k', л: 'l', м: 'm', н: 'n',
  о: 'o', п: 'p', р: 'r', с: 's', т: 't', у: 'u', ү: 'u', ф: 'f', х: 'h', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'sh', ы: 'i',
  э: 'e', ю: 'iu', я: 'ia', і: 'i',
} // biome-ignore format: a table reads better in rows

/** Latin spellings of one Cyrillic letter. Replaced before the Cyrillic letters, so that кх stays two letters. */
const MONGOLIAN_LATIN = [
  [/kh|x/g, 'h'],
  [/zh/g, 'j'],
  [/c(?!h)/g, 'ts'],
  [/ye/g, 'e'],
] as const

const FOREIGN_LATIN = [
  [/kh/g, 'h'],
  [/x/g, 'ks'],
  [/zh/g, 'j'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)|q/g, 'k'],
  [/ye/g, 'e'],
] as const

const FIGURES = /^\d/
const READ_TWO_WAYS = /[өьъё]/g

/** Runs of letters and of digits, each a word: "0,5л" and "0.5 л" are the same two. */
export const wordsOf = (text: string): readonly string[] =>
  [...tidyLetters(text).matchAll(/\p{L}+|\p{N}+(?:[.,]\p{N}+)*/gu)].map(([word]) => word.replaceAll(',', '.'))

/** Every normalised form of a word of a name. */
export const normalisedName = (word: string): readonly string[] => {
  if (FIGURES.test(word)) return [word]
  let readings = [PLAIN]
  if (word.includes('ө')) readings = readings.flatMap((one) => [one, { ...one, barredO: 'u' }])
  if (/[ьъ]/.test(word)) readings = readings.flatMap((one) => [one, { ...one, softSign: 'i' }])
  if (word.includes('ё')) readings = readings.flatMap((one) => [one, { ...one, yo: 'io' }])
  return formsOf(word, withForeign(word, readings))
}

/**
 * Every normalised form that a typed word may mean. The letters v of a word are all в or all ү. Inside a word ch is ч
 * or х (archi). At its start ch is only ч, because people type h, kh or x for х there.
 */
export const normalisedQuery = (word: string): readonly string[] => {
  const readings: readonly Reading[] = word.includes('v') ? [PLAIN, { ...PLAIN, v: 'u' }] : [PLAIN]
  const spellings = [word, word.replace(/(?<=\p{L})ch/gu, 'h')]
  return [...new Set(spellings.flatMap((one) => formsOf(one, withForeign(one, readings))))]
}

const withForeign = (word: string, readings: readonly Reading[]): readonly Reading[] =>
  /[cqx]/.test(word)
    ? [...readings, ...readings.map((one) => ({ ...one, latin: 'foreign' as const }))]
    : readings

const formsOf = (word: string, readings: readonly Reading[]): readonly string[] =>
  [...new Set(readings.map((reading) => normalise(word, reading)))].filter((found) => found !== '')

function normalise(word: string, reading: Reading): string {
  const latin = reading.latin === 'foreign' ? FOREIGN_LATIN : MONGOLIAN_LATIN
  return latin
    .reduce((text, [spelling, letter]) => text.replace(spelling, letter), word)
    .replace(/[vw]/g, reading.v)
    .replace(/y/g, 'i')
    .replace(READ_TWO_WAYS, (sign) =>
      sign === 'ө' ? reading.barredO : sign === 'ё' ? reading.yo : reading.softSign,
    )
    .replace(/[а-яүі]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/i+/g, 'i')
    .replace(/([bcdfghjklmnpqrst])\1+/g, '$1')
}

/**
 * Lower case, without accents and apostrophes (some people's soft sign). Є and Ї stand for Ө and Ү on old keyboards,
 * Ɵ is a Latin look-alike. ё stays apart from е, because it is also typed "yo".
 */
const tidyLetters = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’ʼ`]/g, '')
    .replace(/[єɵ]/g, 'ө')
    .replace(/ї/g, 'ү')
    .replace(/[^ё]+/g, (rest) => rest.normalize('NFKD').replace(/\p{M}+/gu, ''))
