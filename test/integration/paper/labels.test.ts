/** Labels of goods, read back with zbarimg and pdftotext: from the strip of the receipt printer, and from the sheet. */
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { machineClock } from '../../../main/base/clock-and-log.ts'
import { shopMoment } from '../../../shared/shop/shop-day.ts'
import { importAll } from '../../support/import-actions.ts'
import { needs, programsMissing } from '../../support/needs.ts'
import { addsOwnGoods, COLA } from '../../support/own-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openPractice, startTill, type Till } from '../../support/terminal.ts'

const BOX = '8650000000030'

async function tillOn(day: string, folder = temporaryFolder()) {
  const { address } = await openPractice()
  const ahead = shopMoment(day, '10:00') - Date.now()
  const clock = { ...machineClock, now: () => Date.now() + ahead }
  const till = await startTill({ folder, practice: address, clock })
  return { till: { ...till, onNews: (look: () => void) => till.terminal.onView(look) }, folder }
}

const csv = (...lines: readonly string[]) => Buffer.from(['Код;Нэр;Үнэ', ...lines, ''].join('\n'))

async function tillWithCola() {
  const { till, folder } = await tillOn('2026-11-23')
  await till.ask('saveGoods', { was: null, goods: { ...COLA, codes: `${BOX}*12=24000\n86500001*1` } })
  return { till, folder }
}

const namesOf = async (till: Till, request: Parameters<typeof till.ask<'listLabels'>>[1]) =>
  (await till.ask('listLabels', request)).labels.map(({ name }) => name)

describe('labels are listed', () => {
  test('for a product and each of its packs, but not for another barcode of one piece', async () => {
    const { till } = await tillWithCola()
    expect(await till.ask('listLabels', { of: 'listed', query: '', category: 'Ундаа', only: 'all' })).toEqual(
      {
        labels: [
          { code: COLA.code, name: 'Кола 0.5 л', price: 220_000, barcode: true },
          { code: BOX, name: 'Кола 0.5 л (12\u00a0ш)', price: 2_400_000, barcode: true },
        ],
        total: 2,
      },
    )
  })

  test('for what a search finds, and for single codes, a pack by its own', async () => {
    const { till } = await tillWithCola()
    await addsOwnGoods(till)
    expect(await namesOf(till, { of: 'listed', query: 'талх', only: 'all' })).toEqual(['Хар талх'])
    expect(await namesOf(till, { of: 'codes', codes: [BOX, '12', 'unknown'] })).toEqual([
      'Кола 0.5 л (12\u00a0ш)',
      'Тараг',
    ])
  })

  test('not for hidden goods', async () => {
    const { till } = await tillWithCola()
    await till.ask('hideGoods', { code: COLA.code, hidden: true })
    expect(await namesOf(till, { of: 'listed', query: '', category: 'Ундаа', only: 'all' })).toEqual([])
  })

  test('for what changed its price since a day: by hand, in a pack, by an import, or new', async () => {
    const { till, folder } = await tillOn('2026-11-20')
    await addsOwnGoods(till)
    await till.ask('saveGoods', { was: null, goods: { ...COLA, codes: `${BOX}*12=24000` } })
    await importAll(till, 'a.csv', csv('A1;Цай;900', 'A2;Кофе;1900'))
    await till.stop()
    const { till: later } = await tillOn('2026-11-23', folder)
    const since = async (day: string) => namesOf(later, { of: 'repriced', since: day })
    expect(await since('2026-11-21')).toEqual([])
    const [bread] = (await later.ask('listGoods', { query: '11', only: 'all', offset: 0, limit: 1 })).rows
    await later.ask('saveGoods', { was: '11', goods: { ...typed(bread), price: '2600' } })
    await later.ask('saveGoods', {
      was: '12',
      goods: { ...typed(await rowOf(later, '12')), name: 'Тараг 1 л' },
    })
    await later.ask('saveGoods', { was: COLA.code, goods: { ...COLA, codes: `${BOX}*12=23000` } })
    await importAll(later, 'b.csv', csv('A1;Цай;900', 'A2;Кофе;2000', 'A3;Какао;2500'))
    const repriced = ['Какао', 'Кола 0.5 л', 'Кола 0.5 л (12\u00a0ш)', 'Кофе', 'Хар талх']
    expect(await since('2026-11-21')).toEqual(repriced)
    expect(await since('2026-11-20')).toEqual([...repriced, 'Тараг 1 л', 'Цай'].sort(byLetter))
    await later.stop()
    const { till: again } = await tillOn('2026-11-24', folder)
    expect(await namesOf(again, { of: 'repriced', since: '2026-11-21' })).toEqual(repriced)
    expect(await namesOf(again, { of: 'repriced', since: '2026-11-24' })).toEqual([])
  })
})

const byLetter = new Intl.Collator('mn').compare

const rowOf = async (till: Till, code: string) =>
  (await till.ask('listGoods', { query: code, only: 'all', offset: 0, limit: 1 })).rows[0]

function typed(row: Awaited<ReturnType<typeof rowOf>>) {
  if (row === undefined) throw new Error('no such product')
  const { price, cityTax, ...rest } = row.product
  return { ...rest, price: String(price / 100), cityTax: cityTax ? 'yes' : 'no' }
}

const run = (program: string, ...words: string[]): string =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

describe('read back', () => {
  beforeEach(({ skip }) => needs(skip, programsMissing('zbarimg', 'pdftotext', 'pdftoppm')))

  /** The barcodes that zbarimg finds in a picture, sorted: "EAN-13:8650000000016". */
  const scanned = (picture: string): readonly string[] =>
    run('zbarimg', '--quiet', '-Sdisable', '-Sean13.enable', '-Sean8.enable', '-Scode128.enable', picture)
      .trim()
      .split('\n')
      .sort()

  const GOODS = [COLA.code, '96385074', 'ABC-77']

  async function tillWithCodes() {
    const { till, folder } = await tillWithCola()
    for (const code of ['96385074', 'ABC-77', 'Г-1'])
      await till.ask('saveGoods', { was: null, goods: { ...COLA, code, name: `Бараа ${code}`, codes: '' } })
    return { till, folder }
  }

  test.each(['shelf', 'barcode'] as const)('a strip of %s labels has the bars of each code', async (kind) => {
    const { till, folder } = await tillWithCodes()
    for (const paperWidth of [58, 80] as const) {
      await till.ask('saveSettings', { paperWidth })
      await till.ask('printLabels', { kind, codes: GOODS })
    }
    const papers = join(folder, 'test-receipts')
    const pictures = readdirSync(papers).filter((name) => name.endsWith('.png'))
    expect(pictures).toHaveLength(2)
    for (const picture of pictures)
      expect(scanned(join(papers, picture))).toEqual([
        'CODE-128:ABC-77',
        `EAN-13:${COLA.code}`,
        'EAN-8:96385074',
      ])
  })

  test('sheets of A4 have 24 labels each, with name, price, unit and bars', async () => {
    const { till } = await tillWithCodes()
    const codes = [...GOODS, BOX, 'Г-1', ...Array.from({ length: 20 }, () => COLA.code)]
    const { path } = await till.ask('saveLabels', { kind: 'shelf', codes })
    expect(path).toMatch(/shoshgo-shelf-2026-11-23-\d{6}\.pdf$/)
    const text = run('pdftotext', '-layout', path, '-')
    const [first = '', second = ''] = text.split('\f')
    expect(first.match(/2,200\s₮/g)).toHaveLength(23)
    expect(first).toMatch(/24,000\s₮/)
    expect(first).toMatch(/12\sш/)
    expect(first).toMatch(/Бараа Г.1/)
    expect(first.match(/СУРГАЛТ/g)).toHaveLength(24)
    expect(second.match(/2,200\s₮/g)).toHaveLength(1)
    run('pdftoppm', '-r', '200', '-png', '-f', '1', '-l', '1', '-singlefile', path, `${path}-1`)
    const codesOnPaper = new Set(scanned(`${path}-1.png`))
    expect([...codesOnPaper].sort()).toEqual(
      ['CODE-128:ABC-77', `EAN-13:${BOX}`, `EAN-13:${COLA.code}`, 'EAN-8:96385074'].sort(),
    )
  })
})

test('a label of a product that is gone is refused by its code, and nothing is printed', async () => {
  const { till, folder } = await tillWithCola()
  const reply = await till.reply('printLabels', { kind: 'shelf', codes: [COLA.code, 'gone'] })
  expect(reply).toMatchObject({ ok: false, error: { name: 'PRODUCT_UNKNOWN', detail: 'gone' } })
  expect(readdirSync(folder)).not.toContain('test-receipts')
})

test('labels that no printer takes are refused with its failure, and leave no job', async () => {
  const { till } = await tillWithCola()
  await till.ask('saveSettings', { printer: { kind: 'none' } })
  expect(await till.reply('printLabels', { kind: 'shelf', codes: [COLA.code] })).toMatchObject({ ok: false })
  expect(await till.ask('listPrints')).toEqual([])
})
