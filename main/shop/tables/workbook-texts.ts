/** The XML files of a workbook, as its reader takes them. */
import { type SheetLimits, tidySheet } from './tidy-sheet.ts'

type Files = readonly (readonly [name: string, content: Buffer])[]

/** In UTF-8 and plain, with tidied worksheets. A worksheet beyond the limits is empty, which its reader refuses. */
export const tidied = (files: Files, limits: SheetLimits): Files =>
  files.map(([name, content]) => {
    const label = encodingOf(content)
    const isSheet = content.includes(
      label.startsWith('utf-16') ? Buffer.from('sheetData', 'utf16le') : 'sheetData',
    )
    const text = plainXml(new TextDecoder(label).decode(content))
    return [name, Buffer.from(isSheet ? (tidySheet(text, limits) ?? '') : text)]
  })

/** By the byte order mark, by the first letter "<", or as the XML declares it. */
function encodingOf(content: Buffer): string {
  const [first, second] = content
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const declared = /^[^<]{0,3}<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(
    content.toString('latin1', 0, 200),
  )
  const label = (declared?.[1] ?? 'utf-8').toLowerCase()
  return label === 'utf8' || label === 'us-ascii' ? 'utf-8' : label
}

/** The number of the first worksheet that is not hidden; of the first sheet where there is none. Counts from 1. */
export function firstVisibleSheet(files: Files): number {
  const textOf = (wanted: string) =>
    files.find(([name]) => name.toLowerCase() === wanted)?.[1].toString('utf8') ?? ''
  const relations = attributesOf('Relationship', textOf('xl/_rels/workbook.xml.rels'))
  const charts = new Set(relations.filter((one) => CHART.test(one)).map((one) => ID.exec(one)?.[1]))
  // The reader counts only sheets with a name.
  const sheets = attributesOf('sheet', textOf('xl/workbook.xml')).filter((one) => NAMED.test(one))
  const found = sheets.findIndex((one) => !HIDDEN.test(one) && !charts.has(ID.exec(one)?.[1]))
  return Math.max(0, found) + 1
}

const attributesOf = (tag: string, xml: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<(?:[\\w.-]+:)?${tag}\\s([^<>]*)>`, 'g'))].map(
    ([, attributes = '']) => attributes,
  )

const NAMED = /(?:^|\s)name\s*=\s*(?:"[^"]|'[^'])/
/** `Id` of a relation, `r:id` of a sheet. */
const ID = /(?:^|[\s:])id\s*=\s*["']([^"']*)["']/i
/** A relation's type, such as …/officeDocument/2006/relationships/chartsheet. */
const CHART = /(?:^|\s)Type\s*=\s*["'][^"']*\/(?:chart|dialog)sheet["']/
const HIDDEN = /(?:^|\s)state\s*=\s*["'](?:hidden|veryHidden)["']/

const BEGINS = /<!--|<!\[CDATA\[|<\?(?!xml\s)/g

/**
 * XML without comments and processing instructions, with unparsed parts as ordinary text: the workbook's reader keeps of
 * a cell's text only the piece after the last one of them. Each end is searched once, so that a file of beginnings without an end is
 * refused at once.
 */
function plainXml(xml: string): string {
  const pieces: string[] = []
  let at = 0
  BEGINS.lastIndex = 0
  for (let begin = BEGINS.exec(xml); begin !== null; begin = BEGINS.exec(xml)) {
    const [sign] = begin
    const end = sign === '<!--' ? '-->' : sign === '<?' ? '?>' : ']]>'
    const from = begin.index + sign.length
    const to = xml.indexOf(end, from)
    if (to === -1) throw new Error(`the XML has ${sign} without an end`)
    pieces.push(xml.slice(at, begin.index), end === ']]>' ? escaped(xml.slice(from, to)) : '')
    at = to + end.length
    BEGINS.lastIndex = at
  }
  return at === 0 ? xml : `${pieces.join('')}${xml.slice(at)}`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
