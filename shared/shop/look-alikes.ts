/** Letters that look like another: Latin and Cyrillic ones, wide ones, and each letter in both cases. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  A: 'А', B: 'В', C: 'С', E: 'Е', H: 'Н', K: 'К', M: 'М', O: 'О', P: 'Р', T: 'Т', X: 'Х', Y: 'У',
  Ɵ: 'Ө', Ë: 'Ё',
} // biome-ignore format: a table reads better in rows

/** The text in upper case with Cyrillic letters for Latin ones, without spaces. The same for texts that look alike. */
export const looksOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, '')
    .toUpperCase()
    .replace(/[A-ZƟË]/g, (letter) => LOOK_ALIKES[letter] ?? letter)
