/**
 * Lists of goods as programs write them: small files after real exports (docs/importing-goods.md names the sources), each with what
 * must come of it. Each is imported by a till, as a person would who presses Enter at every question.
 */
import { type BookType, utils, type WorkSheet, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { dryRun, importAt, sendFile } from '../../support/import-actions.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill } from '../../support/terminal.ts'

const [BREAD, MILK] = ['8650000000016', '8650000000023']
/** What must come of most files: code, name, price. */
const BOTH = [
  [BREAD, 'Талх', 2600],
  [MILK, 'Сүү', 3900],
]
const HEAD = ['Баркод', 'Барааны нэр', 'Үнэ']

type Rows = readonly (readonly (string | number | null)[])[]
type Sheets = Readonly<Record<string, Rows>>

function book(
  type: BookType,
  sheets: Sheets,
  change: (sheet: WorkSheet, name: string) => void = () => {},
  hidden: readonly number[] = [],
): Buffer {
  const made = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
    change(sheet, name)
    utils.book_append_sheet(made, sheet, name)
  }
  made.Workbook = {
    Sheets: made.SheetNames.map((name, at) => ({ name, Hidden: hidden.includes(at) ? 1 : 0 })),
  }
  return write(made, { bookType: type, type: 'buffer', cellStyles: true })
}

const goods = (type: BookType): Buffer =>
  book(type, { Бараа: [HEAD, [Number(BREAD), 'Талх', 2600], [MILK, 'Сүү', 3900]] })

const utf8 = (text: string): Buffer => Buffer.from(text)
const single = (label: string) => {
  const letters = new TextDecoder(label).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  return (text: string): Buffer => Buffer.from(Array.from(text, (letter) => letters.indexOf(letter)))
}

/** The goods of a file with these two codes. */
const coded = (bread: string, milk: string, delimiter = ';') =>
  utf8(
    ['Код', 'Нэр', 'Үнэ'].join(delimiter) +
      `\n${bread}${delimiter}Талх${delimiter}2600\n${milk}${delimiter}Сүү${delimiter}3900\n`,
  )

const RUSSIAN =
  'Штрихкод;Наименование;Цена\n8650000000016;Хлеб белый;2 600,00\n8650000000023;Молоко;3 900,00\n'
const IN_RUSSIAN = [
  [BREAD, 'Хлеб белый', 2600],
  [MILK, 'Молоко', 3900],
]

const zeros = (sheet: WorkSheet): void => {
  for (const place of ['A2', 'A3']) sheet[place].z = '0000000000000'
}

const hiddenRow = (sheet: WorkSheet): void => {
  sheet['!rows'] = [{}, {}, {}, { hidden: true }]
}

const mergedCategory = (sheet: WorkSheet): void => {
  sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }]
}

const mergedOverHidden = (sheet: WorkSheet): void => {
  sheet['!rows'] = [{}, {}, {}, { hidden: true }]
  sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 4, c: 0 } }]
}

const webPage = utf8(
  `<html><body><table>${[HEAD, ...BOTH].map((row) => `<tr><td>${row.join('</td><td>')}</td></tr>`).join('')}</table></body></html>`,
)

// biome-ignore format: a table reads better in rows
const FILES: readonly (readonly [words: string, name: string, bytes: Buffer, goods: readonly unknown[]])[] = [
  // Characters that another program added to a code.
  ['codes with decimals', 'a.csv', coded(`${BREAD}.0`, `${MILK},00`), BOTH],
  ['codes with separators of thousands', 'a.csv', coded('8,650,000,000,016', '8 650 000 000 023'), BOTH],
  ['codes with separators of thousands and decimals', 'a.csv', coded('8,650,000,000,016.00', "8'650'000'000'023"), BOTH],
  ['codes behind an apostrophe or in quotes', 'a.csv', coded(`'${BREAD}`, `’${MILK}’`), BOTH],
  ['codes in a formula', 'a.csv', coded(`="${BREAD}"`, `"=""${MILK}"""`), BOTH],
  ['codes between the stars of Code 39', 'a.csv', coded(`*${BREAD}*`, MILK), BOTH],
  ['codes as GTIN-14', 'a.csv', coded(`0${BREAD}`, `0${MILK}`), BOTH],
  ['the same product twice, its code written in two ways', 'a.csv', Buffer.concat([coded(BREAD, MILK), utf8(`0${BREAD}.0;Талх;2600\n`)]), BOTH],
  ['codes of which only the number format shows the first zeros', 'a.xlsx', book('xlsx', { A: [HEAD, [48, 'Талх', 2600], [12345678905, 'Сүү', 3900]] }, zeros), [['0000000000048', 'Талх', 2600], ['0012345678905', 'Сүү', 3900]]],
  ['own codes with points, hyphens and stars', 'a.csv', utf8('Код;Нэр;Үнэ\nA-12.5;Цамц;25000\nB*7;Өмд;35000\n12.345;Боолт;500\n1.234.567;Самар;700\n007;Шураг;900\n'), [['A-12.5', 'Цамц', 25000], ['B*7', 'Өмд', 35000], ['12.345', 'Боолт', 500], ['1.234.567', 'Самар', 700], ['007', 'Шураг', 900]]],
  ['a code that a spreadsheet rounded is refused, the others are taken', 'a.csv', coded('8.65E+12', MILK), BOTH.slice(1)],
  // Encodings.
  ['UTF-8 with a byte order mark', 'a.csv', Buffer.concat([utf8('\ufeff'), coded(BREAD, MILK)]), BOTH],
  ['UTF-16, as Excel’s “Unicode text”', 'a.txt', Buffer.from(`\ufeff${coded(BREAD, MILK, '\t')}`, 'utf16le'), BOTH],
  ['Windows-1251', 'a.csv', single('windows-1251')(RUSSIAN), IN_RUSSIAN],
  ['CP866', 'a.csv', single('ibm866')(RUSSIAN), IN_RUSSIAN],
  // Kinds of workbook.
  ['a workbook', 'a.xlsx', goods('xlsx'), BOTH],
  ['a workbook of Excel 97', 'a.xls', goods('biff8'), BOTH],
  ['a workbook of LibreOffice', 'a.ods', goods('ods'), BOTH],
  ['a web page that is named .xls', 'a.xls', webPage, BOTH],
  ['an XML table that is named .xls', 'a.xls', goods('xlml'), BOTH],
  ['a workbook with macros', 'a.xlsm', goods('xlsm'), BOTH],
  // Sheets, merged cells, hidden rows.
  ['a cover before the list', 'a.xlsx', book('xlsx', { Нүүр: [['Үнийн санал'], ['2026 он']], Бараа: [HEAD, ...BOTH] as Rows }), BOTH],
  ['an empty first sheet', 'a.xlsx', book('xlsx', { A: [], B: [HEAD, ...BOTH] as Rows }), BOTH],
  ['two sheets, the second with its columns in another order', 'a.xlsx', book('xlsx', { Хүнс: [HEAD, [BREAD, 'Талх', 2600]], Ундаа: [['Үнэ', 'Барааны нэр', 'Баркод'], [3900, 'Сүү', MILK]] }), BOTH],
  ['a second sheet that names category and price otherwise', 'a.xlsx', book('xlsx', { Хүнс: [['Ангилал', ...HEAD], ['Хүнс', BREAD, 'Талх', 2600]], Архи: [['Бүлэг', 'Баркод', 'Нэр', 'Зарах үнэ'], ['Архи', MILK, 'Сүү', 3900]] }), [[BREAD, 'Талх', 2600, 'Хүнс'], [MILK, 'Сүү', 3900, 'Архи']]],
  ['a second sheet with two prices: none is guessed, its rows are refused', 'a.xlsx', book('xlsx', { A: [HEAD, [BREAD, 'Талх', 2600]], B: [['Баркод', 'Барааны нэр', 'Үнэ', 'Зарах үнэ'], [MILK, 'Сүү', 3000, 3900]] }), BOTH.slice(0, 1)],
  ['a hidden sheet is left out', 'a.xlsx', book('xlsx', { A: [HEAD, ...BOTH] as Rows, B: [HEAD, ['1', 'Хуучин', 1]] }, () => {}, [1]), BOTH],
  ['a hidden row is left out', 'a.xlsx', book('xlsx', { A: [HEAD, ...BOTH, ['1', 'Хуучин', 1]] as Rows }, hiddenRow), BOTH],
  ['a category that is merged over its rows', 'a.xlsx', book('xlsx', { A: [['Ангилал', ...HEAD], ['Хүнс', ...(BOTH[0] ?? [])], [null, ...(BOTH[1] ?? [])]] as Rows }, mergedCategory), BOTH.map((row) => [...row, 'Хүнс'])],
  ['a category that is merged over a hidden and an empty row', 'a.xlsx', book('xlsx', { A: [['Ангилал', ...HEAD], ['Хүнс', ...(BOTH[0] ?? [])], [], [null, '1', 'Хуучин', 1], [null, ...(BOTH[1] ?? [])]] as Rows }, mergedOverHidden), BOTH.map((row) => [...row, 'Хүнс'])],
  ['a title above and a sum below', 'a.xlsx', book('xlsx', { A: [['ҮНИЙН ЖАГСААЛТ'], [], ['№', ...HEAD, 'Үлдэгдэл'], [1, ...(BOTH[0] ?? []), 12], [2, ...(BOTH[1] ?? []), 7], [null, null, 'Нийт дүн', 6500, 19]] as Rows }), BOTH],
  // Programs.
  ['1C, with a header of two rows', 'a.xlsx', book('xlsx', { TDSheet: [['Номенклатура', '', 'Штрихкод', 'Цена', '', 'Остаток'], ['', 'Ед.', '', 'Розничная', 'Закупочная', ''], ['Талх', 'шт', BREAD, 2600, 1800, 5], ['Сүү', 'шт', MILK, 3900, 3000, 9], ['Итого', '', '', '', '', 14]] }), BOTH],
  ['Loyverse', 'export_items.csv', utf8(`Handle,SKU,Name,Category,Sold by weight,Cost,Barcode,Track stock,Available for sale [Main],Price [Main],In stock [Main]\ntalkh,10001,Талх,Хүнс,N,1800.00,${BREAD},Y,Y,2600.00,15\nsuu,10002,Сүү,Хүнс,N,3000.00,${MILK},Y,Y,3900.00,10\n`), BOTH],
  ['Square', 'catalog.csv', utf8(`Token,Item Name,Variation Name,SKU,Description,Category,Price,Current Quantity Store,GTIN\nX1,Талх,Regular,T1,,Хүнс,2600.00,5,${BREAD}\nX2,Сүү,Regular,T2,,Хүнс,3900.00,5,${MILK}\n`), BOTH],
  ['Odoo', 'product.template.csv', utf8(`"External ID","Name","Internal Reference","Barcode","Sales Price","Cost","Product Category"\n"p1","Талх","T1","${BREAD}","2600.0","1800.0","All / Food"\n"p2","Сүү","T2","${MILK}","3900.0","3000.0","All / Food"\n`), BOTH],
  ['goods by weight without a barcode have their own code', 'a.csv', utf8(`Код;Баркод;Барааны нэр;Зарах үнэ\n17;;Мах;19500\n18;${MILK};Сүү;3900\n`), [['17', 'Мах', 19500], [MILK, 'Сүү', 3900]]],
]

async function openTill() {
  const { address } = await openPractice()
  const { terminal, ...till } = await startTill({ folder: temporaryFolder(), practice: address })
  return { ...till, onNews: (look: () => void) => terminal.onView(look) }
}
type Till = Awaited<ReturnType<typeof openTill>>

const goodsOf = async (till: Till) => {
  const { rows } = await till.ask('listGoods', { query: '', only: 'all', offset: 0, limit: 200 })
  return rows.map(({ product: { code, name, price, category } }) => [code, name, price / 100, category])
}

test.each(FILES)('%s', async (words, name, bytes, wanted) => {
  const till = await openTill()
  const { id, counts } = await dryRun(till, name, bytes)
  const refused = / refused/.test(words) ? 1 : 0
  expect(counts.wrong).toBe(refused)
  await till.ask('runImport', { id, wrong: 'leave out' })
  await importAt(till, 'done')
  const found = (await goodsOf(till)).map((row) => row.slice(0, (wanted[0] as readonly unknown[]).length))
  expect(found.toSorted()).toEqual([...wanted].toSorted())
  await till.stop()
})

test('a list of codes and prices changes the prices of known goods, shows each, and names the codes that nothing has', async () => {
  const till = await openTill()
  const first = await dryRun(till, 'goods.csv', coded(BREAD, MILK))
  await till.ask('runImport', { id: first.id, wrong: 'refuse' })
  await importAt(till, 'done')
  const list = utf8(`Баркод;Шинэ үнэ\n${BREAD}.0;2700\n0${MILK};3900\n1111111111116;500\n`)
  const { id, counts, prices, repriced, troubles } = await dryRun(till, 'prices.csv', list)
  expect([counts, repriced]).toEqual([{ added: 0, changed: 1, same: 1, wrong: 1 }, 1])
  expect(prices).toEqual([{ code: BREAD, name: 'Талх', from: 260_000, to: 270_000 }])
  expect(troubles).toMatchObject([{ row: 4, field: 'code', problem: 'unknown', value: '1111111111116' }])
  await till.ask('runImport', { id, wrong: 'leave out' })
  expect((await importAt(till, 'done')).repriced).toBe(1)
  expect(await goodsOf(till)).toContainEqual([BREAD, 'Талх', 2700, 'Бусад'])
})

test('the sheets of a workbook are offered with their rows, hidden ones not taken, and rows are named by their sheet', async () => {
  const till = await openTill()
  const bytes = book('xlsx', { Нүүр: [['2026 он']], A: [HEAD, [BREAD, 'Талх', 2600]], B: [HEAD, [MILK, 'Сүү', 'үнэгүй']], C: [HEAD, ['1', 'Хуучин', 1]] }, () => {}, [3]) // biome-ignore format: as a table
  const id = await sendFile(till, 'a.xlsx', bytes)
  const { sheets, columns, defaults } = await importAt(till, 'columns')
  expect(sheets.map(({ name, rows, hidden, taken }) => [name, rows, hidden, taken])).toEqual([
    ['Нүүр', 1, false, false],
    ['A', 1, false, true],
    ['B', 1, false, true],
    ['C', 1, true, false],
  ])
  await till.ask('checkImport', { id, columns, defaults })
  expect((await importAt(till, 'checked')).troubles).toMatchObject([{ sheet: 'B', row: 2, field: 'price' }])
  await till.ask('changeImport', { id })
  await till.ask('chooseImportSheets', { id, sheets: [3] })
  expect(await importAt(till, 'columns')).toMatchObject({ rows: 1, samples: [['1', 'Хуучин', '1']] })
})

test('columns with cost and stock are named as not imported', async () => {
  const till = await openTill()
  await sendFile(till, 'a.csv', utf8('Баркод,Нэр,Өртөг,Зарах үнэ,Үлдэгдэл\n1,Талх,1800,2600,5\n'))
  expect((await importAt(till, 'columns')).notTaken).toEqual(['Өртөг', 'Үлдэгдэл'])
})
