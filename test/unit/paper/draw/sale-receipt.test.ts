import { expect, test } from 'vitest'
import {
  coverSecrets,
  type ReceiptFacts,
  saleReceipt,
  secretStandIns,
} from '../../../../main/paper/draw/index.ts'
import { money, NO_MONEY, tugriks } from '../../../../shared/money/money.ts'
import { blockText, paperText } from '../../../support/paper-text.ts'
import { paperEReceipt, paperLine, receiptFacts, TAX_QR } from '../../../support/receipt-facts.ts'

const blocksOf = (changes: Partial<ReceiptFacts> = {}) => saleReceipt(receiptFacts(changes)).blocks
const linesOf = (changes: Partial<ReceiptFacts> = {}) => paperText(saleReceipt(receiptFacts(changes)))

test('an individual’s receipt shows seller, goods, amounts, payments, lottery and QR', () => {
  expect(linesOf()).toEqual([
    'Өглөө дэлгүүр',
    'ТТД 37900846788 · РД 6234567',
    'БЗД, 6-р хороо · Касс K01 · Худалдагч Болормаа',
    '2026-11-20 14:32:41 | № 0147',
    'Талх Атар',
    '2 ш × 2,500 | 5,000',
    'Сүү АПУ',
    '1 ш × 4,350 | 4,350',
    'Алим, ногоон',
    '0.842 кг × 8,900 | 7,494',
    'Нийт дүн | 16,844 ₮',
    'НӨАТ | 1,531.27',
    'QR · Хаан банк | 16,844',
    'ДДТД',
    '000000037900846788112026000014701',
    'СУГАЛАА AB 12345678',
    `qr ${TAX_QR}`,
    'Нэхэмжлэх',
    'bars K01-261120-0147-X7F3',
  ])
})

test('a branch without a name leaves no separator', () => {
  const { shop } = receiptFacts()
  expect(linesOf({ shop: { ...shop, branch: ' ' }, cashier: null })).toContain('Касс K01')
})

test("an organisation's receipt has its register number and no lottery", () => {
  const lines = linesOf({
    receiver: { kind: 'organisation', register: '1234567' },
    ereceipts: [paperEReceipt({ lottery: '' })],
  })
  expect(lines).toContain('Байгууллага: РД 1234567')
  expect(lines.join()).not.toContain('СУГАЛАА')
  expect(lines).toContain(`qr ${TAX_QR}`)
})

test('taxes are the sums of those on the e-receipts', () => {
  const part = { vat: money(100_05), cityTax: money(20_02) }
  const lines = linesOf({ ereceipts: [paperEReceipt(part), paperEReceipt(part)] })
  expect(lines).toContain('НӨАТ | 200.10')
  expect(lines).toContain('НХАТ | 40.04')
})

test.each<[string, Partial<ReceiptFacts>]>([
  ['where no e-receipt is issued', { ereceipts: [] }],
  ['while one of the e-receipts is owed', { ereceipts: [paperEReceipt()], ereceiptOwed: true }],
])("taxes are the terminal's own figures %s", (_when, changes) => {
  const totals = { total: tugriks(1100), vat: tugriks(100), cityTax: tugriks(20), byKind: [], lineCount: 1 }
  const lines = linesOf({ ...changes, totals })
  expect(lines).toContain('НӨАТ | 100')
  expect(lines).toContain('НХАТ | 20')
})

test('taxes finer than a hundredth are printed as the service told them, and added up exactly', () => {
  const fine = paperEReceipt({ vat: '1454.5454', cityTax: '0.001' })
  expect(linesOf({ ereceipts: [fine] })).toEqual(
    expect.arrayContaining(['НӨАТ | 1,454.5454', 'НХАТ | 0.001']),
  )
  expect(linesOf({ ereceipts: [fine, fine, paperEReceipt()] })).toContain('НӨАТ | 5,864.4508')
})

test('taxes of zero are not printed', () => {
  const lines = linesOf({ ereceipts: [paperEReceipt({ vat: NO_MONEY })] }).join()
  expect(lines).not.toContain('НӨАТ')
  expect(lines).not.toContain('НХАТ')
})

test('a surplus has a row, and without a surplus there is none', () => {
  expect(linesOf({ surplus: tugriks(500) })).toContain('Илүү төлсөн | 500')
  expect(linesOf().join()).not.toContain('Илүү')
})

test('with several e-receipts each shows its amount', () => {
  const ereceipts = [paperEReceipt({ amount: tugriks(9000) }), paperEReceipt({ amount: tugriks(7844) })]
  const lines = linesOf({ ereceipts })
  expect(lines).toContain('Цахим баримт 1/2 | 9,000')
  expect(lines).toContain('Цахим баримт 2/2 | 7,844')
  expect(lines.filter((line) => line.startsWith('qr '))).toHaveLength(2)
})

test('a missing e-receipt is announced in a frame', () => {
  const notice = blocksOf({ ereceipts: [], ereceiptOwed: true }).find(({ kind }) => kind === 'notice')
  expect(notice && blockText(notice)).toMatch(/^Цахим баримт хараахан гараагүй\./)
  expect(blocksOf({ ereceipts: [] }).some(({ kind }) => kind === 'notice')).toBe(false)
})

test('a receipt in test mode is stamped at both ends', () => {
  const stamps = blocksOf({ testMode: true }).flatMap((block, index) =>
    block.kind === 'stamp' ? [index] : [],
  )
  expect(stamps).toEqual([0, blocksOf({ testMode: true }).length - 2])
  expect(blocksOf().some(({ kind }) => kind === 'stamp')).toBe(false)
})

test('a line’s discount is below the line, and the sale’s discount before the total', () => {
  const lines = linesOf({
    lines: [{ ...paperLine('Хиам', 2000, 12_500), discount: tugriks(2500) }, paperLine('Талх', 1000, 2500)],
    discounts: [{ words: 'Хөнгөлөлт 5 %', amount: tugriks(1250) }],
  })
  expect(lines.slice(lines.indexOf('Хиам'), lines.indexOf('Нийт дүн | 23,750 ₮') + 1)).toEqual([
    'Хиам',
    '2 ш × 12,500 | 25,000',
    'Хөнгөлөлт | −2,500',
    'Талх',
    '1 ш × 2,500 | 2,500',
    'Дүн | 25,000',
    'Хөнгөлөлт 5 % | −1,250',
    'Нийт дүн | 23,750 ₮',
  ])
})

test('without a discount there is no discount row', () => {
  expect(linesOf().join()).not.toContain('Хөнгөлөлт')
  expect(linesOf().join()).not.toContain('Дүн |')
})

test('a cash payment shows the cash received and the change', () => {
  const lines = linesOf({ payments: [{ how: 'Бэлнээр', amount: tugriks(20_000) }], change: tugriks(3156) })
  expect(lines).toContain('Бэлнээр | 20,000')
  expect(lines).toContain('Хариулт | 3,156')
})

test('a copy is marked, keeps the ДДТД, and has neither lottery nor QR', () => {
  const blocks = blocksOf({ copy: true })
  expect(blocks.filter(({ kind }) => kind === 'stamp').map(blockText)).toEqual(['ХУУЛБАР', 'ХУУЛБАР'])
  expect(linesOf({ copy: true })).toContain('000000037900846788112026000014701')
  expect(JSON.stringify(blocks)).not.toContain(TAX_QR)
  expect(JSON.stringify(blocks)).not.toContain('12345678')
})

test('a copy in test mode shows both marks', () => {
  expect(linesOf({ copy: true, testMode: true })[0]).toBe('СУРГАЛТ · ХУУЛБАР')
})

test('the logo is above the name, and the cut comes last', () => {
  const logo = { width: 8, height: 1, bits: Uint8Array.of(0xff) }
  const blocks = blocksOf({ logo })
  expect(blocks[0]).toEqual({ kind: 'image', raster: logo })
  expect(blocks.at(-1)).toEqual({ kind: 'cut' })
})

test('a name is never cut', () => {
  const name = 'Ө'.repeat(200)
  expect(linesOf({ lines: [paperLine(name, 1000, 100)] })).toContain(name)
})

test('a covered receipt has neither lottery nor QR, nor the length of the lottery number', () => {
  const covered = (lottery: string) =>
    JSON.stringify(coverSecrets(saleReceipt(receiptFacts({ ereceipts: [paperEReceipt({ lottery })] }))))
  expect(covered('AB 12345678')).not.toContain('12345678')
  expect(covered('AB 12345678')).not.toContain(TAX_QR)
  expect(covered('A')).toBe(covered('AB 1234567890123'))
})

test('a covered preview looks the same with stand-ins as with the real lottery number and QR data', () => {
  const real = receiptFacts()
  const ereceipts = real.ereceipts.map((one) => ({ ...one, ...secretStandIns({ hasLottery: true }) }))
  expect(coverSecrets(saleReceipt({ ...real, ereceipts }))).toEqual(coverSecrets(saleReceipt(real)))
  const none = [{ ...paperEReceipt(), ...secretStandIns({ hasLottery: false }) }]
  expect(saleReceipt({ ...real, ereceipts: none }).blocks.some(({ kind }) => kind === 'lottery')).toBe(false)
})

test('the shop’s own texts are below the seller and at the end', () => {
  const lines = linesOf({ texts: { header: 'Утас 7000-1234', footer: 'Баярлалаа\n7 хоногт буцаана' } })
  expect(lines.slice(2, 4)).toEqual(['БЗД, 6-р хороо · Касс K01 · Худалдагч Болормаа', 'Утас 7000-1234'])
  expect(lines.slice(-2)).toEqual(['Баярлалаа', '7 хоногт буцаана'])
  expect(linesOf({ texts: { header: '', footer: '' } })).toEqual(linesOf())
})
