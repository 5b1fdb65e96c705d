/**
 * Tidies the XML of a worksheet where its reader would refuse or lose a cell:
 *
 *     <c><v>1</v></c>                  a cell may leave out its place: it is the next one (ECMA-376 part 1, 18.3.1.4)
 *     <c t="e"><v>#REF!</v></c>        an error becomes text, so that its row is not read as one with an empty cell
 *     <c><f>B2*2</f></c>               so does a formula that nobody has calculated
 */

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
  let cell: Cell | null = null
  const end = (one: Cell, to: number): void => {
    const place = one.attributes.match(PLACE)?.[1]
    column = place === undefined ? column + 1 : columnOf(place)
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
