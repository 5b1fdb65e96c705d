/**
 * Tidies the XML of a worksheet where its reader would refuse or lose a cell:
 *
 *     <c><v>1</v></c>                  a cell may leave out its place: it is the next one (ECMA-376 part 1, 18.3.1.4)
 *     <c t="e"><v>#REF!</v></c>        an error becomes text, so that its row is not read as one with an empty cell
 *     <c><f>B2*2</f></c>               so does a formula that nobody has calculated
 *
 * Throws for a sheet with more places than a spreadsheet or a list of goods has: the reader makes each of them, and a
 * thread that runs out of memory at once ends the whole program.
 */

/** The last row and the last column (XFD) of a spreadsheet. */
const MOST_ROWS = 1_048_576
const MOST_COLUMNS = 16_384
/** Places from A1 to the last row and column: 400,000 rows of 50 columns. */
const MOST_PLACES = 20_000_000

/** Stands in a cell whose formula has no stored result, as Excel writes it. */
const NOT_CALCULATED = '#CALC!'

const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(?<end>\/?)(?<prefix>(?:[\w.-]+:)?)(?<name>row|c|f|v|is)(?=[\s/>])(?<attributes>[^>]*)>/g

type Cell = {
  readonly from: number
  readonly tag: string
  readonly prefix: string
  readonly attributes: string
  formula: boolean
  valueFrom: number
  value: string | null
}

type Edit = { readonly from: number; readonly to: number; readonly text: string }

export function tidySheet(xml: string): string {
  const edits: Edit[] = []
  let [row, column] = [0, 0]
  let [lastRow, lastColumn] = [0, 1]
  let cell: Cell | null = null
  const reach = (atRow: number, atColumn: number): void => {
    lastRow = Math.max(lastRow, atRow)
    lastColumn = Math.max(lastColumn, atColumn)
    if (!(lastRow <= MOST_ROWS && lastColumn <= MOST_COLUMNS && lastRow * lastColumn <= MOST_PLACES))
      throw new Error('the sheet is too large')
  }
  const end = (one: Cell, to: number): void => {
    const place = one.attributes.match(PLACE)?.[1]
    column = place === undefined ? column + 1 : columnOf(place)
    reach(place === undefined ? row : rowOf(place), column)
    edits.push(...editsOf(one, to, place === undefined ? `${lettersOf(column)}${row}` : null))
    cell = null
  }
  for (const { 0: tag, index, groups } of xml.matchAll(TAG)) {
    if (groups?.name === undefined) continue
    const { name, prefix = '', attributes = '' } = groups
    const opens = groups.end !== '/'
    const whole = opens && attributes.endsWith('/')
    if (name === 'row' && opens) {
      row = Number(attributes.match(PLACE)?.[1] ?? row + 1)
      column = 0
      reach(row, 1)
    } else if (name === 'c' && opens) {
      cell = { from: index, tag, prefix, attributes, formula: false, valueFrom: 0, value: null }
      if (whole) end(cell, index + tag.length)
    } else if (cell === null) continue
    else if (name === 'c') end(cell, index + tag.length)
    else if (name === 'f') cell.formula = true
    else if (opens) {
      cell.valueFrom = index + tag.length
      if (whole) cell.value = ''
    } else cell.value = xml.slice(cell.valueFrom, index)
  }
  return edited(xml, edits)
}

const PLACE = /(?:^|\s)r\s*=\s*["']([^"']*)["']/
const TYPE = /(^|\s)t\s*=\s*["']([^"']*)["']/

/** `place` where the cell does not say its own. */
function editsOf(cell: Cell, to: number, place: string | null): readonly Edit[] {
  const { from, tag, prefix, attributes, formula, value } = cell
  const type = attributes.match(TYPE)?.[2] ?? 'n'
  // A formula whose result is an empty text has an empty value.
  const isMissing = value === null || (value === '' && type !== 'str')
  if ((formula || type === 'e') && isMissing) {
    const known = place ?? attributes.match(PLACE)?.[1]
    const text = `<${prefix}c r="${known}" t="str"><${prefix}v>${NOT_CALCULATED}</${prefix}v></${prefix}c>`
    return [{ from, to, text }]
  }
  if (place === null && type !== 'e') return []
  const typed = type === 'e' ? tag.replace(TYPE, '$1t="str"') : tag
  const placed = place === null ? typed : typed.replace(/\s*\/?>$/, (closing) => ` r="${place}"${closing}`)
  return [{ from, to: from + tag.length, text: placed }]
}

/** "B12" is in row 12. NaN for a place that is none. */
const rowOf = (place: string): number => Number(/^[A-Z]{1,3}(\d{1,7})$/i.exec(place)?.[1] ?? Number.NaN)

/** "B12" is in column 2. */
const columnOf = (place: string): number =>
  [...(/^[A-Z]+/i.exec(place)?.[0] ?? '').toUpperCase()].reduce(
    (column, letter) => column * 26 + letter.charCodeAt(0) - 64,
    0,
  )

const lettersOf = (column: number): string =>
  column === 0 ? '' : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))

function edited(xml: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { from, to, text } of edits) {
    pieces.push(xml.slice(at, from), text)
    at = to
  }
  return edits.length === 0 ? xml : `${pieces.join('')}${xml.slice(at)}`
}
