/**
 * Tidies the XML of a worksheet where its reader would refuse or lose a cell:
 *
 *     <c><v>1</v></c>                  a cell may leave out its place: it is the next one (ECMA-376 part 1, 18.3.1.4)
 *     <c t="e"><v>#REF!</v></c>        an error becomes text, so that its row is not read as one with an empty cell
 *     <c><f>B2*2</f></c>               so does a formula that nobody has calculated
 */

/** What a worksheet may have. Its reader takes memory for each place up to its last row and column, also for those without a cell. */
export type SheetLimits = {
  readonly columns: number
  /** The largest number of cells with content. */
  readonly cells: number
  /** The largest product of the last row and the last column with content. */
  readonly places: number
}

/** The last row of a spreadsheet. */
const LAST_ROW = 1_048_576

/** Stands in a cell whose formula has no stored result, as Excel writes it. */
const NOT_CALCULATED = '#CALC!'

const TAG = /<(?<end>\/?)(?<prefix>(?:[\w.-]+:)?)(?<name>row|c|f|v|is)(?=[\s/>])(?<attributes>[^<>]*)>/g

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

/**
 * `xml` is plain (workbook-texts.ts). Cells without content and beyond the last column are dropped. Null where the sheet has more
 * than the limits allow: a thread that has too little memory may end the program with it.
 */
export function tidySheet(xml: string, limits: SheetLimits): string | null {
  const edits: Edit[] = []
  const used = { cells: 0, row: 0, column: 0 }
  let [row, column] = [0, 0]
  let cell: Cell | null = null
  const end = (one: Cell, to: number): void => {
    const place = one.attributes.match(PLACE)?.[1]
    column = place === undefined ? column + 1 : columnOf(place)
    cell = null
    if (isBlank(one) || column > limits.columns) drop(edits, one.from, to)
    else {
      used.cells += 1
      used.row = Math.max(used.row, row, place === undefined ? row : rowOf(place))
      used.column = Math.max(used.column, column)
      edits.push(...editsOf(one, to, place === undefined ? `${lettersOf(column)}${row}` : null))
    }
  }
  for (const { 0: tag, index, groups } of xml.matchAll(TAG)) {
    const { end: slash, name, prefix = '', attributes = '' } = groups ?? {}
    const opens = slash !== '/'
    const whole = opens && attributes.endsWith('/')
    if (name === 'row' && opens) {
      row = Number(attributes.match(PLACE)?.[1] ?? row + 1)
      column = 0
      if (!(row <= LAST_ROW)) return null
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
  if (used.cells > limits.cells || used.row * used.column > limits.places) return null
  return edited(xml, edits)
}

const isBlank = ({ value, formula, attributes }: Cell): boolean =>
  value === null && !formula && attributes.match(TYPE)?.[2] !== 'e'

function drop(edits: Edit[], from: number, to: number): void {
  const last = edits.at(-1)
  if (last?.to === from && last.text === '') edits[edits.length - 1] = { ...last, to }
  else edits.push({ from, to, text: '' })
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

/** "B12" is in row 12, also where it stands in another row. */
const rowOf = (place: string): number => Number(/\d*$/.exec(place)?.[0])

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
