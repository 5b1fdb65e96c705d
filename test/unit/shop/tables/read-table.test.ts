import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, unguarded } from '../../../../main/shop/tables/formula-guard.ts'
import { firstSheet } from '../../../support/first-sheet.ts'
import { asZip64, textCell, workbookFiles, zipOf } from '../../../support/workbook.ts'

const ROWS = [
  ['Код', 'Нэр', 'Үнэ'],
  ['2001', 'Өндөг, Ү 10 ш', '2600'],
]

const csv = (delimiter: string): string =>
  ROWS.map((row) => row.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n')

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le')

/** That code page lacks Ө and Ү; Ukrainian Є and Ї take their places. */
const windows1251 = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    if (code < 128) return code
    const special = { Ө: 0xaa, ө: 0xba, Ү: 0xaf, ү: 0xbf, ё: 0xb8 }[letter]
    return special ?? code - 0x410 + 0xc0
  })

test.each([
  ['UTF-8', utf8(csv(',')), 'utf-8'],
  ['UTF-8 with a byte order mark', utf8(`\ufeff${csv(',')}`), 'utf-8'],
  ['UTF-16 as Excel’s “Unicode text”', utf16(csv('\t')), 'utf-16'],
  ['UTF-16, the other end first', Buffer.from(utf16(csv(','))).swap16(), 'utf-16'],
  ['Windows-1251', windows1251(csv(';')), 'windows-1251'],
])('%s is read', async (_, bytes, encoding) => {
  const { how, rows } = await firstSheet(bytes)
  expect(how).toMatchObject({ kind: 'csv', encoding })
  expect(rows).toEqual(ROWS)
})

test('a UTF-8 file in which a program has cut a letter in two is still read as UTF-8, and only that letter is lost', async () => {
  const cut = utf8('Тал').subarray(0, -1)
  const bytes = Buffer.concat([utf8('Code,Name\n1,'), cut, utf8('\n2,Өндөг\n')])
  const { how, rows } = await firstSheet(bytes)
  expect(how).toMatchObject({ encoding: 'utf-8' })
  expect(rows).toEqual([
    ['Code', 'Name'],
    ['1', 'Та\uFFFD'],
    ['2', 'Өндөг'],
  ])
})

test.each(['Сүү', 'СҮҮ', 'ӨНДӨГ, ТӨМС', 'Мөөг'])(
  'the word “%s” alone is read from Windows-1251',
  async (name) => {
    const { how, rows } = await firstSheet(windows1251(`Code;Name;Price\n1;${name};900\n`))
    expect(how).toMatchObject({ encoding: 'windows-1251' })
    expect(rows[1]).toEqual(['1', name, '900'])
  },
)

test.each([[','], [';'], ['\t'], ['|']])('cells are separated by "%s"', async (delimiter) => {
  const { how, rows } = await firstSheet(utf8(csv(delimiter)))
  expect(how).toMatchObject({ delimiter })
  expect(rows).toEqual(ROWS)
})

test('Excel’s delimiter line is used and is not a row', async () => {
  expect((await firstSheet(utf8(`sep=|\r\nКод|Нэр\r\n1,5|а;б`))).rows).toEqual([
    ['Код', 'Нэр'],
    ['1,5', 'а;б'],
  ])
})

test('quotes inside names lose no row', async () => {
  const { rows } = await firstSheet(utf8('Код\tНэр\n1\t"Соёмбо" архи\n2\tТалх\n'))
  expect(rows.slice(0, 3)).toEqual([
    ['Код', 'Нэр'],
    ['1', '"Соёмбо" архи'],
    ['2', 'Талх'],
  ])
})

test('an unclosed quote is refused with its row, because it would swallow later rows', async () => {
  await expect(firstSheet(utf8('Код,Нэр\n1,"а,б"\n2,"Талх\n3,Сүү\n'))).rejects.toThrow(/row \d+: a quote/)
})

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0])],
  ['an old .xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0])],
  ['half a workbook', zipOf(workbookFiles('')).subarray(0, 300)],
  ['a ZIP file of something else', zipOf({ 'a.txt': 'text' })],
  ['a workbook whose XML is broken', zipOf(workbookFiles('<row r="1"><c r="A1"'))],
])('%s is refused', async (_, bytes) => {
  await expect(firstSheet(bytes)).rejects.toThrow()
})

test('a workbook’s texts, numbers, formulas, errors and empty cells are read as a person sees them', async () => {
  const { how, rows } = await firstSheet(
    zipOf(
      workbookFiles(
        `<row r="1">${textCell('A1', 'Код')}${textCell('B1', 'Үнэ')}${textCell('C1', 'Нэр')}</row>
        <row r="2"><c r="A2"><v>8655809005309</v></c><c r="B2"><f>1000*2.6</f><v>2600.0000000000005</v></c>${textCell('C2', 'Ө &amp; Ү')}</row>
        <row r="4"><c r="A4" t="str"><f>"20"&amp;"01"</f><v>2001</v></c><c r="B4"><f>1/3</f></c><c r="C4" t="e"><f>1/0</f><v>#DIV/0!</v></c></row>
        <row r="5"><c r="A5"><f>A4</f><v></v></c><c r="B5" t="str"><f>""</f><v></v></c><c r="C5" t="e"><v>#REF!</v></c></row>`,
      ),
    ),
  )
  expect(how).toEqual({ kind: 'xlsx' })
  expect(rows[0]).toEqual(['Код', 'Үнэ', 'Нэр'])
  expect(rows[1]).toEqual(['8655809005309', '2600', 'Ө & Ү'])
  expect(rows[3]).toEqual(['2001', '#CALC!', '#DIV/0!'])
  expect(rows[4]).toEqual(['#CALC!', '', '#REF!'])
})

test('cells and rows that leave out their places are read one after another', async () => {
  const { rows } = await firstSheet(
    zipOf(
      workbookFiles(
        `<!-- <c> --><row><c t="inlineStr"><is><t>Код</t></is></c><c/><c t="inlineStr"><is><t>Үнэ</t></is></c></row>
        <row><c><v>2001</v></c><c r="C2"><v>2600</v></c><c><v>7</v></c></row><row/><row><c t="e"><v>#N/A</v></c></row>`,
      ),
    ),
  )
  expect(rows).toEqual([['Код', '', 'Үнэ'], ['2001', '', '2600', '7'], [], ['#N/A']])
})

test('a workbook’s numbers of sixteen digits and more, which spreadsheets round, are read as rounded', async () => {
  const cells = ['123456789012345', '1234567890123456', '12345678901234567890']
  const row = cells.map((value) => `<c><v>${value}</v></c>`).join('')
  const { rows } = await firstSheet(zipOf(workbookFiles(`<row>${row}</row>`)))
  expect(rows).toEqual([['123456789012345', '1.23456789012346e+15', '1.23456789012346e+19']])
})

test('a barcode in a cell for dates is read as the signs that a spreadsheet shows, and the other rows are read', async () => {
  const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
  const cells = ['45000', '12345670', '8655809005309'].map(
    (value) => `<row><c s="1"><v>${value}</v></c></row>`,
  )
  const files = workbookFiles(cells.join(''))
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml'
  const types = files['[Content_Types].xml']?.replace(
    '</Types>',
    `<Override PartName="/xl/styles.xml" ContentType="${type}"/></Types>`,
  )
  const { rows } = await firstSheet(
    zipOf({ ...files, '[Content_Types].xml': types ?? '', 'xl/styles.xml': styles }),
  )
  expect(rows).toEqual([['2023-03-15'], ['########'], ['########']])
})

test('no part of a workbook’s text is lost around comments, unparsed parts and instructions', async () => {
  const text = (xml: string) => `<c t="inlineStr"><is><t>${xml}</t></is></c>`
  const { rows } = await firstSheet(
    zipOf(
      workbookFiles(
        `<row><c><v>12<!-- <c> 5 -->34</v></c><c><v><![CDATA[12]]>34</v></c><c><v>12<?a b?>34</v></c>
        ${text('Ө<![CDATA[<b> & ]]]]>Ү')}${text('<![CDATA[Талх]]>')}${text('a &#1256;&amp;lt;')}</row>`,
      ),
    ),
  )
  expect(rows).toEqual([['1234', '1234', '1234', 'Ө<b> & ]]Ү', 'Талх', 'a Ө&lt;']])
})

const ONE_ROW = `<row r="1">${textCell('A1', 'Өндөг')}</row>`

test.each([
  ['UTF-16', (text: string) => Buffer.from(utf16(text))],
  ['UTF-16, the other end first', (text: string) => Buffer.from(utf16(text)).swap16()],
  ['Windows-1251', (text: string) => Buffer.from(windows1251(text.replace('UTF-8', 'windows-1251')))],
])('a workbook whose XML is in %s is read', async (_, encoded) => {
  const files = Object.entries(workbookFiles(ONE_ROW.replace('Өндөг', 'Талх')))
  const bytes = zipOf(Object.fromEntries(files.map(([name, text]) => [name, encoded(text)])))
  expect((await firstSheet(bytes)).rows).toEqual([['Талх']])
})

test('a small workbook in a ZIP64 file is read', async () => {
  expect((await firstSheet(asZip64(zipOf(workbookFiles(ONE_ROW))))).rows).toEqual([['Өндөг']])
})

test.each([['hidden'], ['veryHidden']])(
  'if the first sheet of a workbook is %s, the first visible sheet is read',
  async (state) => {
    const files = workbookFiles(ONE_ROW)
    const book = files['xl/workbook.xml']?.replace(
      /<sheet .*\/>/,
      `<sheet name="lists" sheetId="1" state="${state}" r:id="r1"/><sheet name="goods" sheetId="2" r:id="r2"/>`,
    )
    const relations = files['xl/_rels/workbook.xml.rels']?.replace(
      /<Relationship .*\/>/,
      (first) => `${first}${first.replace('"r1"', '"r2"').replace('sheet1', 'sheet2')}`,
    )
    const { rows } = await firstSheet(
      zipOf({
        ...files,
        'xl/workbook.xml': book ?? '',
        'xl/_rels/workbook.xml.rels': relations ?? '',
        'xl/worksheets/sheet2.xml': files['xl/worksheets/sheet1.xml']?.replace('Өндөг', 'Талх') ?? '',
      }),
    )
    expect(rows).toEqual([['Талх']])
  },
)

test('if the first sheet of a workbook is a chart, the first worksheet is read', async () => {
  const files = workbookFiles(ONE_ROW)
  const chart = files['xl/_rels/workbook.xml.rels']?.replace(
    /<Relationship .*\/>/,
    (first) => `${first}${first.replace('"r1"', '"r2"').replaceAll('worksheet', 'chartsheet')}`,
  )
  const bytes = zipOf({
    ...files,
    'xl/workbook.xml':
      files['xl/workbook.xml']?.replace(/<sheet .*\/>/, '<sheet name="chart" sheetId="2" r:id="r2"/>$&') ??
      '',
    'xl/_rels/workbook.xml.rels': chart ?? '',
    'xl/chartsheets/sheet1.xml': '<chartsheet/>',
  })
  expect((await firstSheet(bytes)).rows).toEqual([['Өндөг']])
})

/** The cells that OWASP's page "CSV Injection" names, and what spreadsheets skip before a formula. */
const DANGEROUS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '\t', '\r', '\n']
const SKIPPED = ['', ' ', '\u00a0', '\ufeff', '\u200b', "'", '"', '\u0000', '\u3000']

test.each(DANGEROUS)(
  'a cell that begins with %j is written as text, also after what spreadsheets skip',
  (sign) => {
    for (const before of SKIPPED) {
      const text = `${before}${sign}1+1`
      expect(guarded(text)).toBe(`'${text}`)
      expect(unguarded(guarded(text))).toBe(text)
    }
  },
)

test.each([';', '|', '\t', '\n'])(
  'a part of a cell is written as text where a spreadsheet of another language splits the cell at %j',
  (separator) => {
    const text = `Талх${separator}=HYPERLINK(A1)${separator} +1`
    expect(guarded(text)).toBe(`Талх${separator}'=HYPERLINK(A1)${separator}' +1`)
    expect(unguarded(guarded(text))).toBe(text)
  },
)

test('no written cell is a formula, and each is read back unchanged', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...DANGEROUS, ...SKIPPED, 'a', '1', ';', '|'), maxLength: 6 }),
  )
  fc.assert(
    fc.property(cell, (text) => {
      expect(guarded(text)).not.toMatch(/(^|[;|])[=+\-@＝＋－＠\t\r\n]/)
      expect(unguarded(guarded(text))).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('a code that a program wrote as a formula, to keep it text, is read', () => {
  expect(unguarded('="0012"')).toBe('0012')
})
