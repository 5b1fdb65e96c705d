import { expect, test } from 'vitest'
import { receiptText } from '../../../../main/till/display/receipt-text.ts'
import { drawQr } from '../../../../renderer/qr/index.ts'
import { money, tugriks } from '../../../../shared/money/money.ts'
import { quantity } from '../../../../shared/money/quantity.ts'
import type { Sale, SaleLine } from '../../../../shared/sale/sale.ts'
import { ratesOf } from '../../../../shared/sale/taxes.ts'
import { totalsOf } from '../../../../shared/sale/totals.ts'
import { FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { shopMoment } from '../../../../shared/shop/shop-day.ts'
import { bread, lineOf } from '../../../support/sample-sale.ts'

const SOLD = shopMoment('2026-11-20') + 45_296_000

function textOf(lines: readonly SaleLine[], testMode = false, tenders: Sale['tenders'] = []): string {
  const sale = { lines, tenders, terms: null, soldAt: SOLD, sequence: 147, terminal: 'K01' }
  const totals = totalsOf(lines, ratesOf(null, FIRST_SETTINGS))
  return receiptText(sale, totals, { shop: FIRST_SETTINGS.shop, testMode }) ?? ''
}

test('a short receipt is told whole, with its taxes', () => {
  expect(textOf([{ ...lineOf(bread), note: 'хатуу' }]).split('\n')).toEqual([
    'Өглөө дэлгүүр',
    'ХУУЛБАР № K01 0147',
    '2026-11-20 12:34',
    '',
    'Талх Атар 700 гр 1ш 2,500',
    'Нийт дүн 2,500',
    'НӨАТ 227.27',
  ])
})

test('packs are counted as packs, with their pieces', () => {
  const packs = { ...lineOf(bread), quantity: quantity(24_000), pack: { code: '5', pieces: 12 } }
  expect(textOf([packs])).toContain('Талх Атар 700 гр 2×12ш ')
})

test('the rounding of cash is told, so that the total and what was paid agree', () => {
  const cash = { id: 't', kind: 'cash', reference: '', at: SOLD, returnedAt: null } as const
  const paid = {
    ...cash,
    amount: tugriks(2503),
    rounding: money(-300),
    received: tugriks(3000),
    change: tugriks(500),
  }
  const text = textOf([lineOf({ ...bread, price: tugriks(2503) })], false, [paid])
  expect(text.split('\n').slice(4)).toEqual([
    'Талх Атар 700 гр 1ш 2,503',
    'Нийт дүн 2,503',
    'НӨАТ 227.55',
    'Бөөрөнхийлөлт −3',
  ])
})

test('in test mode it says so first', () => {
  expect(textOf([lineOf(bread)], true)).toMatch(/^СУРГАЛТ\n/)
})

test.each([1, 12, 80, 300])(
  'a receipt of %d lines fits a QR that a phone reads, and tells what is left out',
  (count) => {
    const product = { ...bread, name: 'Чихэр Мишка косолапый 250 гр, шинэ савлагаатай' }
    const lines = Array.from({ length: count }, () => ({ ...lineOf(product), quantity: quantity(1000) }))
    const text = textOf(lines)
    // 97 modules and four of the quiet zone on each side.
    expect(drawQr(text)?.size).toBeLessThanOrEqual(105)
    const told = text.split('\n').filter((line) => line.startsWith('Чихэр')).length
    const [, rest = 0, amount = 0] = /ба өөр (\d+) бараа ([\d,]+)/.exec(text) ?? []
    expect(told + Number(rest)).toBe(count)
    expect(Number(String(amount).replaceAll(',', ''))).toBe(Number(rest) * 2500)
    expect(text).toContain(`Нийт дүн ${(count * 2500).toLocaleString('en-US')}`)
  },
)
