import { expect, test } from 'vitest'
import {
  drawerCount,
  ereceiptSlip,
  refundReceipt,
  shiftReport,
  testPage,
  voidSlip,
} from '../../../../main/paper/draw/index.ts'
import { NO_MONEY, tugriks } from '../../../../shared/money/money.ts'
import {
  DRAWER_COUNT,
  REFUND,
  SLIP,
  testPageFacts,
  VOID,
  X_REPORT,
  Z_REPORT,
} from '../../../fixtures/papers/facts.ts'
import { PAPERS } from '../../../fixtures/papers/index.ts'
import { paperText } from '../../../support/paper-text.ts'
import { TAX_QR } from '../../../support/receipt-facts.ts'

/** The text below the seller. */
const body = (document: Parameters<typeof paperText>[0]) => paperText(document).slice(3)

test('a refund slip shows what came back of which sale, how the money went back, why, and who approved it', () => {
  expect(body(refundReceipt(REFUND))).toEqual([
    'БУЦААЛТ',
    '2026-11-21 10:05:12',
    'Борлуулалт: № 0147 · 2026-11-20 14:32:41',
    'Талх Атар',
    '2 ш × 2,500 | 5,000',
    'Сүү АПУ',
    '1 ш × 4,350 | 4,350',
    'Алим, ногоон',
    '0.842 кг × 8,900 | 7,494',
    'Буцаасан дүн | 16,844 ₮',
    'НӨАТ | 1,531.27',
    'Карт | 10,000',
    'Бэлнээр | 6,844',
    'Хүчингүй болсон ДДТД',
    '000000037900846788112026000014701',
    '000000037900846788112026000014702',
    'Шалтгаан: Савлагаа нь гэмтсэн бараа буцаасан',
    'Зөвшөөрсөн: Менежер Батсайхан',
    'Гарын үсэг: ________________',
    'Борлуулалтын дугаар',
    'bars K01-261120-0147-X7F3',
  ])
})

test('a refund slip without e-receipts voids none, and one without approval names nobody', () => {
  const said = body(refundReceipt({ ...REFUND, voided: [], approvedBy: null })).join()
  expect(said).not.toContain('ДДТД')
  expect(said).not.toContain('Зөвшөөрсөн')
})

test('a void slip shows the e-receipt, its amount, and the reason', () => {
  expect(body(voidSlip(VOID))).toEqual([
    'ЦАХИМ БАРИМТ ХҮЧИНГҮЙ БОЛГОСОН',
    '2026-11-21 10:05:12',
    'Борлуулалт: № 0147 · 2026-11-20 14:32:41',
    'Хүчингүй болсон ДДТД',
    '000000037900846788112026000014701',
    'Дүн | 16,844 ₮',
    'Шалтгаан: Худалдан авагчийн регистрийн дугаар буруу байсан',
    'Зөвшөөрсөн: Менежер Батсайхан',
    'Гарын үсэг: ________________',
    'Борлуулалтын дугаар',
    'bars K01-261120-0147-X7F3',
  ])
})

test('the slip of a late e-receipt refers to the sale and has lottery and QR', () => {
  expect(body(ereceiptSlip(SLIP))).toEqual([
    'ЦАХИМ ТӨЛБӨРИЙН БАРИМТ',
    'Борлуулалт: № 0147 · 2026-11-20 14:32:41',
    'Нийт дүн | 165,000 ₮',
    'НӨАТ | 15,000',
    'ДДТД',
    '000000037900846788112026000014701',
    'СУГАЛАА AB 12345678',
    `qr ${TAX_QR}`,
    'Борлуулалтын дугаар',
    'bars K01-261120-0147-X7F3',
  ])
})

test('the slip of a late e-receipt shows its amount when a part was paid in cash', () => {
  const totals = { ...SLIP.totals, total: tugriks(200_000) }
  const said = body(ereceiptSlip({ ...SLIP, totals, counterWithoutEReceipt: 'cash' }))
  expect(said).toContain('Цахим баримт | 165,000')
  expect(said.join()).toContain('Бэлнээр төлсөн дүнгийн')
})

test('payments by counter card or transfer are not called cash', () => {
  const said = body(ereceiptSlip({ ...SLIP, counterWithoutEReceipt: 'tenders' })).join()
  expect(said).toContain('Кассад төлсөн дүнгийн')
  expect(said).not.toContain('Бэлнээр')
})

test('a slip that is printed again is a copy without lottery and QR', () => {
  const said = paperText(ereceiptSlip({ ...SLIP, copy: true }))
  expect(said[0]).toBe('ХУУЛБАР')
  expect(said.join()).not.toContain(TAX_QR)
  expect(said.join()).not.toContain('СУГАЛАА')
})

test('a Z report shows the stored totals of the shift', () => {
  expect(body(shiftReport(Z_REPORT))).toEqual([
    'Z ТАЙЛАН № 0042',
    'Нээсэн: 2026-11-20 08:00:12',
    'Хаасан: 2026-11-20 21:04:09',
    'Худалдагчид: Болормаа, Энхтуяа',
    'Борлуулалт (147) | 2,476,300',
    'Хөнгөлөлт (12) | 48,750',
    'Цуцалсан нэхэмжлэх (3) | 12,600',
    'Буцаалт (2) | 21,194',
    'Үйлчилгээнээс буцаасан (1) | 5,000',
    'Цэвэр дүн | 2,455,106 ₮',
    'Эхний борлуулалт | 11-20 08:05',
    'Сүүлийн борлуулалт | 11-20 20:58',
    'Төлбөрийн хэлбэр',
    'QR (88) | 1,402,150',
    'Карт (21) | 598,000',
    'Бэлнээр (41) | 476,150',
    'Цахим баримт',
    'Гарсан (107) | 1,983,400',
    'Хүчингүй болгосон (1) | 7,800',
    'Гараагүй (2) | 16,750',
    'НӨАТ | 222,450.91',
    'НХАТ | 8,124',
    'Өөр газар гаргах (41) | 476,150',
    'Өөр газар гаргах, дараа (1) | 5,000',
    'Өөр газар гаргасныг буцаах (2) | 8,150',
    'Өөр газрынхаас НӨАТ | 43,000',
    'Өөр газрынхаас НХАТ | 1,240',
    'Кассын шургуулга',
    'Эхний мөнгө | 100,000',
    'Бэлэн борлуулалт | 476,150',
    'Мөнгө нэмсэн (1) | 50,000',
    'Мөнгө гаргасан (2) | 300,000',
    'Бэлнээр буцаасан (1) | 6,844',
    'Байх ёстой | 319,306',
    'Тоолсон | 318,800',
    'Зөрүү · Дутуу | −506',
    'Шалтгаан: Хариулт илүү өгсөн',
    '20,000 × 15 | 300,000',
    '1,000 × 18 | 18,000',
    '100 × 8 | 800',
    'Мөнгө нэмсэн: Жижиглэх мөнгө | 50,000',
    'Мөнгө гаргасан: Банкинд тушаасан | 300,000',
    'Татварын төрлөөр',
    'НӨАТ 10% | 2,301,550',
    '  НӨАТ | 209,231.82',
    'Чөлөөлөгдсөн | 158,000',
    'Хяналт',
    'Борлуулалтын дугаар 2026-11-21 | 1–149',
    'Нийт хуримтлал | 184,230,700',
    'Борлуулсан: Болормаа (148) | 2,459,550',
  ])
})

test('an X report says that the shift is open, and shows no count', () => {
  const said = body(shiftReport(X_REPORT))
  expect(said[0]).toBe('X ТАЙЛАН')
  expect(said).toContain('Ээлж хаагдаагүй')
  expect(said.join()).not.toContain('Тоолсон')
})

test('a report that is printed again is marked as a copy', () => {
  expect(paperText(shiftReport({ ...Z_REPORT, copy: true }))[0]).toBe('ХУУЛБАР')
})

test('a drawer count has a row for each note', () => {
  expect(body(drawerCount(DRAWER_COUNT)).slice(2, 4)).toEqual([
    '20,000 × 11 | 220,000',
    '10,000 × 6 | 60,000',
  ])
})

test.each([
  [tugriks(494), 'Зөрүү · Илүү | +494'],
  [tugriks(-506), 'Зөрүү · Дутуу | −506'],
  [NO_MONEY, 'Зөрүү | 0'],
] as const)('a difference of %i is shown with its sign and in a word', (difference, words) => {
  expect(body(drawerCount({ ...DRAWER_COUNT, difference }))).toContain(words)
})

test('the test page has every letter of the alphabet, the printer, and the time', () => {
  const said = body(testPage(testPageFacts(58)))
  const letters = said.join('')
  for (const letter of 'абвгдеёжзийклмноөпрстуүфхцчшщъыьэюя') {
    expect(letters).toContain(` ${letter}`.trim())
    expect(letters).toContain(letter.toUpperCase())
  }
  expect(letters).toContain('₮')
  expect(said).toContain('2026-11-20 14:32:41')
  expect(said).toContain('Хэвлэгч: 192.168.1.87:9100')
  expect(said).toContain('Цаасны өргөн | 58 мм')
})

test.each([
  [58, 32],
  [80, 48],
] as const)('the ruler on paper of %i mm is %i columns long', (width, columns) => {
  const ruler = testPage(testPageFacts(width)).blocks.find(
    (block) => block.kind === 'text' && block.text.startsWith('1234567890'),
  )
  expect(ruler?.kind === 'text' && ruler.text.length).toBe(columns)
})

test('every paper names the seller and ends with a cut', () => {
  for (const { document } of PAPERS) {
    expect(paperText(document).slice(0, 4).join()).toContain('Өглөө дэлгүүр')
    expect(document.blocks.at(-1)).toEqual({ kind: 'cut' })
  }
})
