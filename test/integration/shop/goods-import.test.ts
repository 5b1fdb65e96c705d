/** The real terminal imports files of goods, reports wrong rows, and imports all rows or none. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Imported } from '../../../main/shop/goods/index.ts'
import { forkTerminal } from '../../../scripts/run/hosts/terminal-client.ts'
import {
  type AskedTill,
  csvOf,
  dryRun,
  goodsRow,
  importAll,
  importAt,
  sendFile,
} from '../../support/import-actions.ts'
import { hire, PINS, putAtTill } from '../../support/staff.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'
import { textCell, workbookFiles, zipOf, zipOfEntries } from '../../support/workbook.ts'

// Imports of a hundred thousand rows take long on a shared machine.

async function openTill() {
  const folder = temporaryFolder()
  const { address } = await openPractice()
  const start = async () => {
    const till = await startTill({ folder, practice: address })
    return { ...till, onNews: (look: () => void) => till.terminal.onView(look) }
  }
  return { folder, start, till: await start() }
}

const goodsOf = async (till: Till): Promise<{ own: boolean; count: number }> => {
  const { own, count } = (await till.view()).goods
  return { own, count }
}

const list = async (till: Till, query = '') =>
  (await till.ask('listGoods', { query, only: 'all', offset: 0, limit: 200 })).rows.map(
    ({ product }) => product,
  )

test('20,000 goods of a CSV file are checked, imported, found, and still there after a restart', async () => {
  const { till, start } = await openTill()
  const checked = await dryRun(till, 'baraa.csv', csvOf(20_000))
  expect(checked.counts).toEqual({ added: 20_000, changed: 0, same: 0, wrong: 0 })
  expect(await goodsOf(till)).toEqual({ own: false, count: 0 })
  await till.ask('runImport', { id: checked.id, wrong: 'refuse' })
  await importAt(till, 'done')
  const { products } = await till.ask('searchGoods', { query: 'baraa 19999', category: null, limit: 5 })
  expect(products.map(({ code }) => code)).toEqual(['Г-19999'])
  await till.ask('addProduct', { code: 'Г-14321' })
  await till.stop()
  const again = await start()
  expect(await goodsOf(again)).toEqual({ own: true, count: 20_000 })
  expect((await again.view()).counter?.sale.lines[0]?.product.name).toBe('Бараа 14321 Өү')
})

test.each(['csv', 'xlsx'] as const)(
  'goods that are exported as %s are the same after an import',
  async (format) => {
    const { till } = await openTill()
    await till.ask('keepSample')
    for (const [name, taxKind] of [
      ['=1+1', 'vat'],
      ["'-5° мах", 'zero-rated'],
      ['@ “Соёмбо”', 'exempt'],
      ['a,b;c\td', 'exempt'],
    ] as const)
      await till.ask('saveGoods', {
        was: null,
        goods: {
          code: name,
          name,
          category: 'Ө, Ү',
          price: '2,600',
          unit: 'ш',
          taxProductCode: '301',
          classificationCode: '2211000',
          taxKind,
          cityTax: 'yes',
        },
      })
    const { count } = await goodsOf(till)
    const { path } = await till.ask('exportGoods', { format })
    const bytes = readFileSync(path)
    expect((await dryRun(till, path, bytes)).counts).toEqual({ added: 0, changed: 0, same: count, wrong: 0 })

    const { till: other } = await openTill()
    expect((await importAll(other, path, bytes)).counts).toEqual({
      added: count,
      changed: 0,
      same: 0,
      wrong: 0,
    })
    expect(await list(other)).toEqual(await list(till))
    expect((await list(other, 'Соёмбо')).map(({ taxKind }) => taxKind)).toContain('exempt')
  },
)

test('an exported CSV file begins with a byte order mark, so that its Cyrillic is read correctly', async () => {
  const { till } = await openTill()
  const { path } = await till.ask('exportGoods', { format: 'csv' })
  expect(readFileSync(path, 'utf8')).toMatch(/^\uFEFFКод,Нэр,Ангилал,Үнэ/)
})

test('each wrong row is named with its field and reason, by the row number of a spreadsheet', async () => {
  const { till } = await openTill()
  const { counts, troubles, troubled } = await dryRun(
    till,
    'baraa.csv',
    Buffer.from(
      [
        'Код,Нэр,Үнэ,НХАТ,НӨАТ',
        '2001,Талх,2600,үгүй,10%',
        '',
        '2002,,2600,',
        '2003,Сүү,"2,600.50",',
        '8655809005308,Ус,700,',
        '8.65581E+12,Цай,900,',
        '2001,Талх дахин,2700,',
        '2004,,үнэгүй,магадгүй,',
        '2005,Ном,9000,,НӨАТ-гүй',
      ].join('\n'),
    ),
  )
  expect(counts).toEqual({ added: 1, changed: 0, same: 0, wrong: 7 })
  expect(troubled).toBe(9)
  expect(troubles.map(({ row, field, problem, other }) => [row, field, problem, other])).toEqual([
    [4, 'name', 'empty', null],
    [5, 'price', 'not-whole', null],
    [6, 'code', 'check-digit', null],
    [7, 'code', 'rounded', null],
    [8, 'code', 'doubled', 2],
    [9, 'name', 'empty', null],
    [9, 'price', 'not-a-number', null],
    [9, 'cityTax', 'not-yes-or-no', null],
    [10, 'taxKind', 'not-a-tax-kind', null],
  ])
})

test('an error of a spreadsheet is a problem of its row and no empty cell, and a row does not keep the earlier price for it', async () => {
  const { till } = await openTill()
  const cells = (row: number, code: string, price: string) =>
    `<row r="${row}">${textCell(`A${row}`, code)}${textCell(`B${row}`, 'Талх')}${price}</row>`
  const head = `<row r="1">${textCell('A1', 'Код')}${textCell('B1', 'Нэр')}${textCell('C1', 'Үнэ')}</row>`
  const errors = [
    '<c r="C2" t="e"><v>#REF!</v></c>',
    '<c r="C3"><f>B3*2</f></c>',
    '<c r="C4"><f>B4*2</f><v></v></c>',
  ]
  const rows = errors.map((price, at) => cells(at + 2, `200${at}`, price)).join('')
  const { counts, troubles } = await dryRun(till, 'baraa.xlsx', zipOf(workbookFiles(head + rows)))
  expect(counts).toEqual({ added: 0, changed: 0, same: 0, wrong: 3 })
  expect(troubles.map(({ row, field, problem, value }) => [row, field, problem, value])).toEqual([
    [2, 'price', 'spreadsheet-error', '#REF!'],
    [3, 'price', 'spreadsheet-error', '#CALC!'],
    [4, 'price', 'spreadsheet-error', '#CALC!'],
  ])
  const named = await dryRun(till, 'baraa.csv', Buffer.from('Код,Нэр,Үнэ\n1,#N/A,2600\n'))
  expect(named.troubles.map(({ field, problem }) => [field, problem])).toEqual([
    ['name', 'spreadsheet-error'],
  ])
})

const TYPED_GOODS = {
  code: '',
  name: 'Талх',
  category: 'Талх',
  price: '2600',
  unit: 'ш',
  taxProductCode: '301',
  classificationCode: '2211000',
  taxKind: 'vat',
  cityTax: 'no',
}

const troublesOf = async (till: AskedTill, file: string) =>
  (await dryRun(till, 'baraa.csv', Buffer.from(file))).troubles.map(({ row, field, problem }) => [
    row,
    field,
    problem,
  ])

test('a code that a spreadsheet has made another one is refused, unless the shop has it already', async () => {
  const { till } = await openTill()
  const file =
    'Код,Нэр,Үнэ\n12345678905,Кола,2600\n2026-11-21,Талх,2600\n12345678906,Ус,700\n########,Цай,900\n'
  expect(await troublesOf(till, file)).toEqual([
    [2, 'code', 'zeros-lost'],
    [3, 'code', 'date'],
    [5, 'code', 'date'],
  ])
  for (const code of ['12345678905', '2026-11-21', '########'])
    await till.ask('saveGoods', { was: null, goods: { ...TYPED_GOODS, code } })
  expect(await troublesOf(till, file)).toEqual([])
})

test('a row of a CSV file with more cells than column names is refused: a comma may have cut its price or its name', async () => {
  const { till } = await openTill()
  const rows = ['1,Талх,1,234,ш', '2,Өндөг,10,3500,ш', '3,Сүү,"2,600",ш', '4,Ус,700,ш,,', '5,Цай,900']
  expect(await troublesOf(till, ['Код,Нэр,Үнэ,Нэгж', ...rows].join('\n'))).toEqual([
    [2, 'price', 'extra-cell'],
    [3, 'price', 'extra-cell'],
  ])
})

test('where a price of a column has a decimal comma, "600,000" is not guessed', async () => {
  const { till } = await openTill()
  expect(await troublesOf(till, 'Код;Нэр;Үнэ\n1;Талх;2600,000\n2;Ус;600,000\n3;Сүү;600\n')).toEqual([
    [3, 'price', 'ambiguous'],
  ])
  expect(await troublesOf(till, 'Код;Нэр;Үнэ\n1;Талх;2600,00\n2;Ус;1,234\n')).toEqual([
    [3, 'price', 'ambiguous'],
  ])
  expect(await troublesOf(till, 'Код;Нэр;Үнэ\n1;Талх;2,600\n2;Ус;600,000\n')).toEqual([])
})

test('what is changed by hand after the dry run stays where the file has no column for it', async () => {
  const { till } = await openTill()
  await importAll(till, 'a.csv', Buffer.from('Код,Нэр,Үнэ,НӨАТ\n1,Талх,2600,НӨАТ 10%\n'))
  const { id } = await dryRun(till, 'b.csv', Buffer.from('Код,Нэр,Үнэ\n1,Талх,2700\n'))
  const goods = { ...TYPED_GOODS, code: '1', taxKind: 'VAT exempt', category: 'Боов' }
  await till.ask('saveGoods', { was: '1', goods })
  await till.ask('runImport', { id, wrong: 'refuse' })
  await importAt(till, 'done')
  expect(await list(till)).toMatchObject([
    { name: 'Талх', price: 270_000, taxKind: 'exempt', category: 'Боов' },
  ])
})

test('wrong rows are left out only when a person asks for that', async () => {
  const { till } = await openTill()
  const { id } = await dryRun(till, 'baraa.csv', Buffer.from('Код,Нэр,Үнэ\n1,Талх,2600\n2,Сүү,\n'))
  await expect(till.ask('runImport', { id, wrong: 'refuse' })).rejects.toThrow('NOT_NOW')
  expect(await goodsOf(till)).toMatchObject({ own: false })
  await till.ask('runImport', { id, wrong: 'leave out' })
  await importAt(till, 'done')
  expect(await goodsOf(till)).toEqual({ own: true, count: 1 })
})

test('a file without a valid row does not replace the sample', async () => {
  const { till } = await openTill()
  const { id } = await dryRun(till, 'baraa.csv', Buffer.from('Код,Нэр,Үнэ\n1,Талх,x\n'))
  await expect(till.ask('runImport', { id, wrong: 'leave out' })).rejects.toThrow('IMPORT_EMPTY')
  expect(await goodsOf(till)).toMatchObject({ own: false })
})

test('goods that are not in the file stay; the others keep their star and the fields that the file lacks', async () => {
  const { till } = await openTill()
  await importAll(
    till,
    'a.csv',
    Buffer.from('Код,Нэр,Үнэ,Ангилал,НӨАТ\n1,Талх,2600,Нарийн боов,0%\n2,Сүү,5200,Сүү,чөлөөлөгдсөн\n'),
  )
  await till.ask('starGoods', { code: '1', favourite: true })
  const { counts } = await dryRun(till, 'b.csv', Buffer.from('Код,Нэр,Үнэ\n1,Талх,2700\n3,Ус,700\n'))
  expect(counts).toEqual({ added: 1, changed: 1, same: 0, wrong: 0 })
  const { id } = await importAt(till, 'checked')
  await till.ask('runImport', { id, wrong: 'refuse' })
  await importAt(till, 'done')
  expect((await list(till)).map(({ code, price }) => [code, price / 100])).toEqual([
    ['2', 5200],
    ['1', 2700],
    ['3', 700],
  ])
  const { rows } = await till.ask('listGoods', { query: '', only: 'favourites', offset: 0, limit: 9 })
  expect(rows).toMatchObject([{ product: { code: '1', category: 'Нарийн боов', taxKind: 'zero-rated' } }])
  expect((await list(till)).map(({ taxKind }) => taxKind)).toEqual(['exempt', 'zero-rated', 'vat'])
})

test('a file without column names loses no row', async () => {
  const { till } = await openTill()
  const columns = { code: 0, name: 1, price: 2 }
  const { counts } = await dryRun(till, 'a.csv', Buffer.from('1,Талх,2600\n2,Сүү,5200\n'), columns)
  expect(counts.added).toBe(2)
})

/** The names of the files in the folder, to find temporary files of an import. */
const names = (folder: string): readonly string[] =>
  readdirSync(folder).filter((name) => /^(goods|register)/.test(name) && !name.endsWith('-journal'))

test('an import that is stopped half-way changes nothing and can be run again', async () => {
  const { till, folder } = await openTill()
  await importAll(till, 'a.csv', csvOf(10))
  const before = await list(till)
  const { id } = await dryRun(
    till,
    'b.csv',
    csvOf(8_000, (at) => `Н-${at},Шинэ ${at},500`),
  )
  await till.ask('runImport', { id, wrong: 'refuse' })
  await importAt(till, 'importing', ({ done }) => done > 0)
  await till.ask('stopImport', { id })
  await importAt(till, 'checked')
  expect(await goodsOf(till)).toEqual({ own: true, count: 10 })
  expect(await list(till)).toEqual(before)
  expect(names(folder)).toEqual(['register.sqlite'])
  expect(await auditRows(till, 'goodsImported')).toEqual([])
  await till.ask('runImport', { id, wrong: 'refuse' })
  await importAt(till, 'done')
  expect(await goodsOf(till)).toEqual({ own: true, count: 8_010 })
})

test('a dry run that is stopped leads back to the columns', async () => {
  const { till } = await openTill()
  const id = await sendFile(till, 'a.csv', csvOf(20_000))
  const { columns, defaults } = await importAt(till, 'columns')
  await till.ask('checkImport', { id, columns, defaults })
  await till.ask('stopImport', { id })
  await importAt(till, 'columns')
})

test('the till sells during an import', async () => {
  const { till } = await openTill()
  const { products } = await till.ask('searchGoods', { query: 'талх', category: null, limit: 1 })
  const { id } = await dryRun(till, 'a.csv', csvOf(20_000))
  await till.ask('runImport', { id, wrong: 'refuse' })
  await importAt(till, 'importing')
  await till.ask('addProduct', { code: products[0]?.code ?? '' })
  expect((await till.ask('getImport')).step).toBe('importing')
  await importAt(till, 'done')
})

/** A terminal in a process of its own, which the test kills. */
async function killableTill() {
  const folder = temporaryFolder()
  const { address } = await openPractice()
  const listeners = new Set<() => void>()
  const start = async () => {
    const client = await forkTerminal({
      env: { TUGRIK_DATA: folder, TUGRIK_PRACTICE: JSON.stringify(address) },
      onView: () => {
        for (const look of listeners) look()
      },
      onLost: () => {},
    })
    onTestFinished(() => client.kill())
    const ask: Till['ask'] = async (command, request) => {
      const reply = await client.answer(command, request)
      if (!reply.ok) throw new Error(reply.error.name)
      return reply.value as never
    }
    const onNews = (look: () => void) => {
      listeners.add(look)
      return () => listeners.delete(look)
    }
    return { ask, onNews, kill: client.kill }
  }
  return { folder, start }
}

test('a terminal that is killed as soon as an import is stored has its new prices, and all its old ones in the audit trail', async () => {
  const { folder, start } = await killableTill()
  const first = await start()
  await importAll(first, 'a.csv', csvOf(5_000))
  const owner = await first.ask('saveStaff', { id: null, name: 'Сарнай', role: 'owner', pin: PINS.owner })
  const dearer = csvOf(5_000, (at) => `Г-${at},Бараа ${at} Өү,${at + 10_000}`)
  const { id } = await dryRun(first, 'b.csv', dearer)
  const stored = storedIn(folder)
  await first.ask('runImport', { id, wrong: 'refuse' })
  await stored
  await first.kill()

  const second = await start()
  await second.ask('signIn', { staffId: owner.id, pin: PINS.owner })
  const { rows } = await second.ask('listGoods', { query: 'Г-7', only: 'all', offset: 0, limit: 1 })
  expect(rows[0]?.product.price).toBeGreaterThanOrEqual(1_000_000)
  const [row, ...others] = (await second.ask('listAudit', { before: null, limit: 50 })).filter(
    ({ action, about }) => action === 'goodsImported' && about.file === 'b.csv',
  )
  expect(others).toEqual([])
  expect(row).toMatchObject({ who: { id: owner.id }, about: { file: 'b.csv', changesInAll: 5_000 } })
  const bytes = readFileSync(join(folder, 'price-changes', String(row?.about.report)))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(row?.about.reportHash)
})

/** Resolves right after the next commit of the register: its file has changed, and its rollback journal is empty. */
async function storedIn(folder: string): Promise<void> {
  const file = join(folder, 'register.sqlite')
  const changedAt = () => statSync(file, { bigint: true }).mtimeNs
  const before = changedAt()
  // SQLite empties it, or fills its head with zeros, because the till keeps it for the next commit.
  const isWritten = () => existsSync(`${file}-journal`) && (readFileSync(`${file}-journal`)[0] ?? 0) !== 0
  while (changedAt() === before || isWritten()) await wait(1)
}

test.each([
  ['a picture', 'IMPORT_UNREADABLE', Buffer.from('\x89PNG\0\0\0')],
  ['an incomplete workbook', 'IMPORT_UNREADABLE', zipOf(workbookFiles('')).subarray(0, 400)],
  ['a workbook without a sheet', 'IMPORT_UNREADABLE', zipOf({ 'a.xml': '<a/>' })],
  [
    'a workbook that decompresses to hundreds of megabytes',
    'IMPORT_UNREADABLE',
    zipOfEntries([{ name: 'a.xml', content: Buffer.alloc(1_000_000), times: 600 }]),
  ],
  ['a workbook with an empty sheet', 'IMPORT_EMPTY', zipOf(workbookFiles(''))],
  ['a file with column names only', 'IMPORT_EMPTY', Buffer.from('Код,Нэр,Үнэ\n')],
  ['a file of spaces', 'IMPORT_EMPTY', Buffer.from('  \n \n')],
])('%s is refused by name (%s), and the till keeps its goods', async (_, failure, bytes) => {
  const { till } = await openTill()
  await sendFile(till, 'x', bytes)
  await expect(importAt(till, 'columns')).rejects.toThrow(failure)
  expect(await goodsOf(till)).toEqual({ own: false, count: 0 })
  expect((await till.ask('searchGoods', { query: 'талх', category: null, limit: 1 })).total).toBeGreaterThan(
    0,
  )
})

test('an import of another file replaces one that was left, but not one that is being written', async () => {
  const { till } = await openTill()
  const old = await sendFile(till, 'a.csv', csvOf(10))
  await importAt(till, 'columns')
  const { id } = await dryRun(till, 'b.csv', csvOf(5_000, goodsRow))
  await expect(till.ask('runImport', { id: old, wrong: 'refuse' })).rejects.toThrow('IMPORT_GONE')
  await till.ask('runImport', { id, wrong: 'refuse' })
  await expect(till.ask('beginImport', { name: 'c.csv', bytes: 10 })).rejects.toThrow('BUSY')
  await importAt(till, 'done')
})

test('a file that is larger than announced, or larger than allowed, is refused', async () => {
  const { till } = await openTill()
  await expect(till.ask('beginImport', { name: 'a', bytes: 31 * 1024 * 1024 })).rejects.toThrow(
    'IMPORT_TOO_LARGE',
  )
  const { id } = await till.ask('beginImport', { name: 'a', bytes: 3 })
  await till.ask('addImportPiece', { id, piece: Buffer.from('abcd').toString('base64') })
  await expect(importAt(till, 'columns')).rejects.toThrow('IMPORT_UNREADABLE')
})

/** The audit rows of an action, without the first import (a.csv) that each of these tests begins with. */
const auditRows = async (till: Till, action: string) =>
  (await till.ask('listAudit', { before: null, limit: 20 })).filter(
    (row) => row.action === action && row.about.file !== 'a.csv',
  )

test('an import before the first person is registered is in the activity log, with nobody as the person', async () => {
  const { till } = await openTill()
  await importAll(till, 'first.csv', csvOf(5))
  expect(await auditRows(till, 'goodsImported')).toMatchObject([{ who: null, about: { added: 5 } }])
})

test('the audit trail has each price that an import changed, with code, old and new value, and who imported', async () => {
  const { till } = await openTill()
  await importAll(till, 'a.csv', csvOf(5))
  const { owner } = await hire(till)
  const rows = [
    'Код,Нэр,Үнэ',
    'Г-0,Бараа 0 Өү,1000',
    'Г-1,Бараа 1 Өү,1200',
    'Г-2,Өөр нэр,1020',
    'Ш-1,Шинэ,500',
    'Ш-2,Шинэ,х',
  ]
  await importAll(till, 'b.csv', Buffer.from(rows.join('\n')))
  const [row, ...others] = await auditRows(till, 'goodsImported')
  expect(others).toEqual([])
  expect(row).toMatchObject({
    who: { id: owner.id },
    about: {
      ...{ file: 'b.csv', added: 1, changedGoods: 2, leftOut: 1 },
      changes: [{ code: 'Г-1', field: 'price', from: 101_000, to: 120_000 }],
      ...{ changesInAll: 1, report: null, reportHash: null },
    },
  })
})

test('an import that changes 5,000 prices has a small audit row, and a report with all of them whose hash it names', async () => {
  const { till, folder } = await openTill()
  await importAll(till, 'a.csv', csvOf(5_000))
  await hire(till)
  await importAll(
    till,
    'b.csv',
    csvOf(5_000, (at) => `Г-${at},Бараа ${at} Өү,${at + 10}`),
  )
  const [row] = await auditRows(till, 'goodsImported')
  expect(JSON.stringify(row).length).toBeLessThan(4_000)
  const { changes, changesInAll, report, reportHash } = (row?.about ?? {}) as Imported
  expect(changes).toHaveLength(20)
  const bytes = readFileSync(join(folder, 'price-changes', report ?? ''))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(reportHash)
  const lines = bytes.toString('utf8').trim().split('\r\n')
  expect(lines.length - 1).toBe(changesInAll)
  expect(lines.at(-1)).toBe('Г-4999,Үнэ,5990,5009')
})

test('an import whose report cannot be written is done, and its audit row has the number of all changes', async () => {
  const { till, folder } = await openTill()
  await importAll(till, 'a.csv', csvOf(50))
  await hire(till)
  writeFileSync(join(folder, 'price-changes'), 'no folder')
  await importAll(
    till,
    'b.csv',
    csvOf(50, (at) => `Г-${at},Бараа ${at} Өү,500`),
  )
  const [row] = await auditRows(till, 'goodsImported')
  expect(row?.about).toMatchObject({ changesInAll: 50, report: null, reportHash: null })
})

test('a price and a tax that are changed by hand are in the audit trail with old and new value, a new name alone is no change but is named', async () => {
  const { till } = await openTill()
  await importAll(till, 'a.csv', csvOf(2))
  await hire(till)
  const goods = {
    ...{ code: 'Г-1', name: 'Бараа 1 Өү', category: 'Бусад', price: '1,500', unit: 'ш' },
    ...{ taxProductCode: '', classificationCode: '', taxKind: 'exempt', cityTax: 'no' },
  }
  await till.ask('saveGoods', { was: 'Г-1', goods })
  await till.ask('saveGoods', { was: 'Г-1', goods: { ...goods, name: 'Нэр' } })
  await till.ask('saveGoods', {
    was: 'Г-1',
    goods: { ...goods, price: '1600' },
    over: { ...goods, price: '1500' },
  })
  await till.ask('saveGoods', { was: null, goods: { ...goods, code: 'Ш' } })
  const rows = await auditRows(till, 'saveGoods')
  const [first, second, typedOver, third] = rows.map(({ about }) => about).toReversed()
  expect(first).toEqual({
    ...{ was: 'Г-1', code: 'Г-1', name: 'Бараа 1 Өү' },
    changes: [
      { field: 'price', from: 101_000, to: 150_000 },
      { field: 'taxKind', from: 'vat', to: 'exempt' },
    ],
  })
  expect(second).toEqual({ was: 'Г-1', code: 'Г-1', name: 'Нэр', changes: [] })
  expect(typedOver).toMatchObject({ name: 'Нэр', changes: [{ field: 'price', to: 160_000 }] })
  expect(third?.changes).toContainEqual({ field: 'price', from: null, to: 150_000 })
})

test('goods of a file need no tax codes', async () => {
  const { till } = await openTill()
  const file = 'Код;Нэр;Үнэ;Татварын код\n1;Сүү;2000;\n2;Тараг;3000;301\n'
  const id = await sendFile(till, 'a.csv', Buffer.from(file))
  const { columns, defaults } = await importAt(till, 'columns')
  await till.ask('checkImport', { id, columns, defaults })
  expect((await importAt(till, 'checked')).counts).toEqual({ added: 2, changed: 0, same: 0, wrong: 0 })
  await till.ask('runImport', { id, wrong: 'refuse' })
  await importAt(till, 'done')
  expect((await list(till)).map((one) => [one.taxProductCode, one.classificationCode])).toEqual([
    ['', ''],
    ['301', ''],
  ])
})

test('the dry run of an import warns of letters that were replaced by "?", but not of a question mark', async () => {
  const { till } = await openTill()
  const file = 'Код;Нэр;Үнэ\n1;Т?лх;2000\n2;???;3000\n3;Юу вэ? тоглоом;4000\n'
  const { counts, lostLetters } = await dryRun(till, 'a.csv', Buffer.from(file))
  expect(counts.wrong).toBe(0)
  expect(lostLetters).toEqual({ rows: 2, example: 'Т?лх' })
})

test('the dry run of an import says how many goods lose the age or the ban of their category', async () => {
  const { till } = await openTill()
  const head = 'Код;Нэр;Үнэ;Ангилал\n'
  const goods = '1;Сархад;20000;Архи\n2;Архи;30000;Архи\n3;Дарс;40000;Дарс\n4;Шар айраг;4000;Архи\n'
  await importAll(till, 'a.csv', Buffer.from(head + goods))
  const rule = { age: 21, hours: null, weekdays: [], monthDays: [], dates: [] }
  await till.ask('saveSettings', { saleRules: ['Архи', 'Дарс'].map((category) => ({ ...rule, category })) })
  const moved = '1;Сархад;20000;Ундаа\n2;Архи;30000;Ундаа\n3;Дарс;41000;архи\n4;Шар айраг;4500;Архи\n'
  const { counts, unruled } = await dryRun(till, 'b.csv', Buffer.from(head + moved))
  expect(counts.changed).toBe(4)
  expect(unruled).toEqual([{ category: 'Архи', rows: 2 }])
})

test('the dry run of an import names the product whose code looks like a new one, and the person may go on', async () => {
  const { till } = await openTill()
  const head = 'Код;Нэр;Үнэ;Нэмэлт код\n'
  await importAll(till, 'a.csv', Buffer.from(`${head}АВ12;Талх;2000;\n77;Сүү;3000;\n`))
  const rows = 'AB12;Боов;2500;\nav12;Ус;900;\n77;Сүү;3100;ВОХ*6\n78;Тараг;500;BOX*6\nАВ12;Талх;2100;\n'
  const { id, counts, alike } = await dryRun(till, 'b.csv', Buffer.from(head + rows))
  expect(counts).toMatchObject({ added: 3, changed: 2, wrong: 0 })
  expect(alike).toEqual({
    rows: 2,
    first: [
      { row: 2, code: 'AB12', other: 'АВ12', name: 'Талх' },
      { row: 5, code: 'BOX', other: 'ВОХ', name: 'Сүү' },
    ],
  })
  await till.ask('runImport', { id, wrong: 'refuse' })
  await importAt(till, 'done')
  const again = await dryRun(till, 'c.csv', Buffer.from(`${head}AB12;Боов;2600;\n`))
  expect(again.alike).toEqual({ rows: 0, first: [] })
})

test('a checked import stays open for the person who chose its file, also after a lock, and ends when another person signs in', async () => {
  const { till } = await openTill()
  const { owner, manager } = await hire(till)
  const { id } = await dryRun(till, 'b.csv', csvOf(2))
  await till.ask('lock')
  await putAtTill(till, owner)
  expect(await till.ask('getImport')).toMatchObject({ step: 'checked', id })
  await till.ask('lock')
  await putAtTill(till, manager)
  expect(await till.ask('getImport')).toEqual({ step: 'none' })
  await expect(till.ask('runImport', { id, wrong: 'refuse' })).rejects.toThrow('IMPORT_GONE')
  expect((await goodsOf(till)).own).toBe(false)
})

test('an import that is being written goes on when another person signs in', async () => {
  const { till } = await openTill()
  const { manager } = await hire(till)
  const { id } = await dryRun(till, 'b.csv', csvOf(8_000))
  await till.ask('runImport', { id, wrong: 'refuse' })
  await till.ask('lock')
  await putAtTill(till, manager)
  await importAt(till, 'done')
  expect(await goodsOf(till)).toEqual({ own: true, count: 8_000 })
})
