import { expect, onTestFinished, test, vi } from 'vitest'
import { readInThread } from '../../../../main/shop/tables/index.ts'
import { unpacked } from '../../../../main/shop/tables/repack.ts'
import { firstSheet } from '../../../support/first-sheet.ts'
import { type Entry, textCell, workbookFiles, zipOf, zipOfEntries } from '../../../support/workbook.ts'

const SHEET = 'xl/worksheets/sheet1.xml'
const ROW = `<row r="1">${textCell('A1', 'Код')}${textCell('B1', 'Нэр')}</row>`
const READ = [['Код', 'Нэр']]

const entriesOf = (sheetData = ROW): readonly Entry[] =>
  Object.entries(workbookFiles(sheetData)).map(([name, content]) => ({ name, content }))

/** A workbook whose sheet has false headers. */
const withSheet = (lies: Partial<Entry>): Buffer =>
  zipOfEntries(entriesOf().map((one) => (one.name === SHEET ? { ...one, ...lies } : one)))

const ordinary = zipOfEntries(entriesOf())
const listAt = ordinary.indexOf('PK\x01\x02')

test.each([
  ['sizes behind the content', zipOfEntries(entriesOf().map((one) => ({ ...one, descriptor: true })))],
  ['a false size in an entry’s own header, which nobody reads', withSheet({ own: { size: 5, folded: 5 } })],
  [
    'a remark at the end',
    Buffer.concat([ordinary.subarray(0, -2), Buffer.from([4, 0]), Buffer.from('note')]),
  ],
  ['a picture in it', zipOfEntries([...entriesOf(), { name: 'xl/media/a.png', content: Buffer.alloc(999) }])],
])('a workbook with %s is read', async (_, bytes) => {
  expect((await firstSheet(bytes)).rows).toEqual(READ)
})

test.each([
  ['another name in the list', withSheet({ listed: { name: 'xl/worksheets/sheet2.xml' } })],
  ['a smaller size in the list', withSheet({ listed: { size: 5 } })],
  ['a larger size in the list', withSheet({ listed: { size: 4_000_000_000 } })],
  ['another packed size in the list', withSheet({ listed: { folded: 5 } })],
  ['ZIP64 sizes', withSheet({ listed: { size: 0xffffffff, folded: 0xffffffff } })],
  ['an entry outside the file', withSheet({ listed: { at: 0xfffffff0 } })],
  ['entries that overlap', withSheet({ listed: { at: 0, name: '[Content_Types].xml' } })],
  ['two entries of the same name', zipOfEntries([...entriesOf(), ...entriesOf('')])],
  [
    'two entries whose names differ in case',
    zipOfEntries([...entriesOf(), { name: SHEET.toUpperCase(), content: '' }]),
  ],
  ['an encrypted entry', withSheet({ listed: { flags: 1 } })],
  ['a compressed entry that the list calls uncompressed', withSheet({ listed: { method: 0 } })],
  ['another compression', withSheet({ listed: { method: 12 } })],
  ['bytes after its end', Buffer.concat([ordinary, Buffer.from('more')])],
  ['an entry that the list lacks', Buffer.concat([zipOf({ 'a.xml': 'a' }).subarray(0, 40), ordinary])],
  ['a list that is cut', Buffer.concat([ordinary.subarray(0, listAt), ordinary.subarray(-22)])],
  ['its last bytes missing', ordinary.subarray(0, -30)],
  ['nothing but its beginning', ordinary.subarray(0, 4)],
])('a workbook with %s is refused', async (_, bytes) => {
  await expect(firstSheet(bytes)).rejects.toThrow()
})

test('a file that unpacks beyond the limit is refused, whatever its headers say', () => {
  const name = 'xl/sharedStrings.xml'
  const content = Buffer.alloc(3_000_000)
  for (const lies of [
    {},
    { own: { size: 10 } },
    { listed: { size: 10 } },
    { own: { size: 10 }, listed: { size: 10 } },
  ])
    expect(() => unpacked(zipOfEntries([{ name, content, ...lies }]), 1_000_000)).toThrow()
  expect(unpacked(zipOf({ [name]: content }), 3_000_000)).toHaveLength(1)
})

test('the limit applies to all entries together', () => {
  const files = Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`${at}.xml`, Buffer.alloc(300_000)]))
  expect(() => unpacked(zipOf(files), 1_000_000)).toThrow()
})

test('a workbook with a document type is refused: its entities could read files', async () => {
  const laughs =
    '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>'
  const files = workbookFiles(`<row r="1">${textCell('A1', 'x&b;&c;')}</row>`)
  const sheet = files[SHEET]?.replace('?>', `?>${laughs}`) ?? ''
  await expect(firstSheet(zipOf({ ...files, [SHEET]: sheet }))).rejects.toThrow()
})

const sheetOf = (sheetData: string): Buffer => zipOf(workbookFiles(sheetData))
const utf8 = (text: string): Buffer => Buffer.from(text)

test.each([
  ['a sheet of a billion rows', `<row r="1000000000">${textCell('A1000000000', 'a')}</row>`],
  ['a row number that is no number', `<row r="1e300">${textCell('A1', 'a')}</row>`],
  [
    'a cell far from the others',
    `<row>${textCell('A1', 'a')}</row><row r="400000">${textCell('IV400000', 'a')}</row>`,
  ],
  ['more than four million cells', `<row>${'<c><v>1</v></c>'.repeat(50)}</row>`.repeat(80_001)],
])('%s is refused before it takes memory: a thread without memory may end the program', async (_, rows) => {
  await expect(firstSheet(sheetOf(rows))).rejects.toThrow()
})

test.each([
  ['a cell in a column of three hundred millions', `<row r="3">${textCell('ZZZZZZ3', 'a')}</row>`],
  ['one wide row and many narrow ones', `<row>${textCell('XFD3', 'a')}</row>${'<row/>'.repeat(300_000)}`],
])('of %s nothing is read', async (_, rows) => {
  expect((await firstSheet(sheetOf(`<row>${textCell('A1', 'a')}</row><row/>${rows}`))).rows).toEqual([['a']])
})

test('a workbook is read on a machine that takes long for every part of it', async () => {
  let time = 0
  const slow = vi.spyOn(Date, 'now').mockImplementation(() => (time += 10))
  onTestFinished(() => slow.mockRestore())
  const { rows } = await firstSheet(sheetOf('<row><c><v>1</v></c></row>'.repeat(20_000)))
  expect(rows).toHaveLength(20_000)
})

test('a thread without memory refuses its file', async () => {
  const bytes = sheetOf('<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(100_000))
  await expect(readInThread(bytes, () => {}, { megabytes: 16 }).done).rejects.toThrow()
})

test('cells without content and far to the right cost nothing', async () => {
  const styled = '<c s="1"/>'.repeat(1_000_000)
  const bytes = sheetOf(`${ROW}<row r="1048576">${styled}<c r="XFD1048576"/></row>`)
  expect((await firstSheet(bytes)).rows).toEqual(READ)
})

test.each([
  ['comments that do not end', '<!--'.repeat(1_000_000)],
  ['unparsed parts that do not end', '<![CDATA['.repeat(500_000)],
  ['instructions that do not end', '<?'.repeat(1_000_000)],
])('a million %s do not keep the reader busy', async (_, xml) => {
  await expect(firstSheet(sheetOf(xml))).rejects.toThrow()
})

test('a file that takes too long to read is refused, and its thread ends', async () => {
  const reading = readInThread(ordinary, () => {}, { ms: 1 })
  await expect(reading.done).rejects.toThrow('too long')
})

test('a false dimension, deep XML and a million shared texts cost no more than their bytes', async () => {
  const files = workbookFiles(ROW)
  const sheet = files[SHEET]?.replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>') ?? ''
  const deep = `<a>${'<b>'.repeat(200_000)}${'</b>'.repeat(200_000)}</a>`
  const texts = `<sst>${'<si><t>a</t></si>'.repeat(1_000_000)}</sst>`
  const bytes = zipOf({ ...files, [SHEET]: sheet, 'xl/styles.xml': deep, 'xl/sharedStrings.xml': texts })
  const { rows } = await readInThread(bytes, () => {}).done
  expect([rows.length, rows.cells(0), rows.cells(1)]).toEqual([READ.length, READ[0], []])
})

test.each([
  ['a row of a million columns', utf8(`Код${','.repeat(1_000_000)}\n`), [['Код']]],
  ['a cell of twenty million letters', utf8(`a,${'b'.repeat(20_000_000)}`), [['a', 'b'.repeat(32_767)]]],
])('of %s only the part that a list of goods can have is taken', async (_, bytes, rows) => {
  const read = await firstSheet(bytes)
  expect(read.rows.map((row) => row.filter((cell) => cell !== ''))).toEqual(rows)
  expect(read.rows[0]?.length).toBeLessThanOrEqual(256)
})

test.each([
  ['thirty million empty lines', utf8(`${'\n'.repeat(30_000_000)}a`)],
  ['zero bytes', utf8('Код,Нэр\n1,а\0б\n')],
  [
    'UTF-32',
    Buffer.concat(Array.from('Код,Нэр', (letter) => Buffer.from([letter.charCodeAt(0) & 255, 4, 0, 0]))),
  ],
])('a CSV file of %s is refused', async (_, bytes) => {
  await expect(firstSheet(bytes)).rejects.toThrow()
})

test('rows of many columns or long cells come in small batches, which do not keep the till busy', async () => {
  const wide = utf8(`${'abcdefghij,'.repeat(255)}\n`.repeat(2000))
  const long = utf8(`1,${'b'.repeat(30_000)}\n`.repeat(200))
  for (const bytes of [wide, long]) {
    const told: number[] = []
    const { rows } = await readInThread(bytes, (done) => told.push(done)).done
    const [first] = told
    const letters = Array.from({ length: first ?? 0 }, (_, row) => rows.cells(row).join('').length)
    expect(told.length).toBeGreaterThan(10)
    expect(letters.reduce((sum, one) => sum + one, 0)).toBeLessThan(400_000)
    expect(told.at(-1)).toBe(rows.length)
  }
})
