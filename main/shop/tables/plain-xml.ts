/**
 * XML without comments and processing instructions, with unparsed parts as ordinary text: the workbook's reader keeps of
 * a cell's text only the piece after the last one of them. Each end is searched once, so that a file of beginnings without an end is
 * refused at once.
 */
const BEGINS = /<!--|<!\[CDATA\[|<\?(?!xml\s)/g

export function plainXml(xml: string): string {
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
