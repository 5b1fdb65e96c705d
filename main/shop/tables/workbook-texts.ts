/** The XML files of a workbook, as its reader takes them. */
import { type SheetLimits, tidySheet } from './tidy-sheet.ts'

type Files = readonly (readonly [name: string, content: Buffer])[]

/** The files as plain UTF-8, with tidied worksheets. Throws if a worksheet exceeds the limits. */
export const tidied = (files: Files, limits: SheetLimits): Files =>
  files.map(([name, content]) => {
    const label = encodingOf(content)
    const isSheet = content.includes(
      label.startsWith('utf-16') ? Buffer.from('sheetData', 'utf16le') : 'sheetData',
    )
    const text = plainXml(new TextDecoder(label).decode(content))
    const sheet = isSheet ? tidySheet(text, limits) : text
    // SheetJS would leave out the rest without an error.
    if (/<[^<>]*</.test(text)) throw new Error('the XML is broken')
    if (sheet === null) throw new Error('a sheet is too large')
    return [name, Buffer.from(sheet)]
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
