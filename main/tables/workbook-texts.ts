/** The XML files of a workbook, as its reader takes them. */
import { tidySheet } from './tidy-sheet.ts'

type Files = readonly (readonly [name: string, content: Buffer])[]

/** In UTF-8, with tidied worksheets. */
export const tidied = (files: Files): Files =>
  files.map(([name, content]) => {
    const label = encodingOf(content)
    const isSheet = content.includes(
      label.startsWith('utf-16') ? Buffer.from('sheetData', 'utf16le') : 'sheetData',
    )
    if (label === 'utf-8' && !isSheet) return [name, content]
    const text = new TextDecoder(label).decode(content)
    return [name, Buffer.from(isSheet ? tidySheet(text) : text)]
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

/** The number of the first sheet that is not hidden; of the first one where all are. Counts from 1. */
export function firstVisibleSheet(files: Files): number {
  const book = files.find(([name]) => name.toLowerCase() === 'xl/workbook.xml')?.[1].toString('utf8') ?? ''
  const sheets = [...book.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<(?:[\w.-]+:)?sheet\s([^>]*)>/g)]
    .map(([, attributes = '']) => attributes)
    // The reader counts only sheets with a name.
    .filter((attributes) => /(?:^|\s)name\s*=\s*(?:"[^"]|'[^'])/.test(attributes))
  return (
    Math.max(
      0,
      sheets.findIndex((attributes) => !HIDDEN.test(attributes)),
    ) + 1
  )
}

const HIDDEN = /(?:^|\s)state\s*=\s*["'](?:hidden|veryHidden)["']/
