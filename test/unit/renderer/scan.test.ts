import { expect, test } from 'vitest'
import {
  createScanReader,
  isCutCode,
  isReceiptNumber,
  isScannedCode,
  receiptCharacter,
} from '../../../renderer/cashier/scan.ts'
import { digitOf } from '../../../renderer/kit/index.ts'

const stroke = (code: string, key: string, timeStamp: number, shiftKey = false) => ({
  code,
  key,
  timeStamp,
  shiftKey,
})

const scanOf = (digits: string, gap: number, from = 1000) => [
  ...[...digits].map((digit, at) => stroke(`Digit${digit}`, digit, from + at * gap)),
  stroke('Enter', 'Enter', from + digits.length * gap),
]

const read = (strokes: readonly ReturnType<typeof stroke>[]) => {
  const reader = createScanReader()
  return strokes.map(reader).find((code) => code !== null) ?? null
}

test('eight to fourteen digits are a barcode', () => {
  expect(['12345678', '8656001234565', '12345678901234'].every(isScannedCode)).toBe(true)
  expect(['1234567', '123456789012345', '8656o01234565', ''].some(isScannedCode)).toBe(false)
})

test('a digit is read by its key’s position under a Cyrillic layout', () => {
  expect(digitOf(stroke('Digit1', '№', 0))).toBe('1')
  expect(digitOf(stroke('Digit8', '8', 0))).toBe('8')
  expect(digitOf(stroke('Numpad5', '5', 0))).toBe('5')
})

test('a digit key with Shift writes its sign, unless the layout has the digits there', () => {
  expect(digitOf(stroke('Digit8', '*', 0, true))).toBe(null)
  expect(digitOf(stroke('Digit8', '8', 0, true))).toBe('8')
})

test('a numeric pad without Num Lock writes no digit', () => {
  expect(digitOf(stroke('Numpad1', 'End', 0))).toBe(null)
})

test('a scanner is recognized by the speed of its keys', () => {
  expect(read(scanOf('8656001234565', 4))).toBe('8656001234565')
})

test('the number of a receipt is read by position, with letters and shift', () => {
  const reader = createScanReader(isReceiptNumber, receiptCharacter)
  const keys = [...'K01-261120-0147-X7F3'].map((sign) =>
    /\d/.test(sign) ? [`Digit${sign}`, '№'] : sign === '-' ? ['Minus', 'е'] : [`Key${sign}`, 'Ж'],
  )
  const strokes = keys.flatMap(([code = '', key = ''], at) => [
    ...(key === 'Ж' ? [stroke('ShiftLeft', 'Shift', 1000 + at * 4, true)] : []),
    stroke(code, key, 1001 + at * 4, key === 'Ж'),
  ])
  const read = [...strokes, stroke('Enter', 'Enter', 1090)].map(reader)
  expect(read.at(-1)).toBe('K01-261120-0147-X7F3')
  expect(['K01-261120-0147', 'K01-2611-0147-X7F3', '8656001234565'].some(isReceiptNumber)).toBe(false)
})

test('a person who types digits slowly is not a scanner', () => {
  expect(read(scanOf('8656001234565', 120))).toBe(null)
})

test('what a person typed before a scan is not part of the code', () => {
  const typed = [stroke('Digit9', '9', 100), stroke('KeyA', 'а', 300)]
  expect(read([...typed, ...scanOf('8656001234565', 4)])).toBe('8656001234565')
})

test('the quantity sign just before a scan is not part of the code under a layout that writes a digit for it', () => {
  const sign = stroke('Digit8', '8', 990, true)
  expect(read([sign, ...scanOf('8656001234565', 4)])).toBe('8656001234565')
})

test('a scanner that types every digit with shift is read', () => {
  const keys = scanOf('8656001234565', 4).map((one) => ({ ...one, shiftKey: one.code !== 'Enter' }))
  expect(read(keys)).toBe('8656001234565')
})

test('a scan right after a slow digit is read by itself', () => {
  expect(read([stroke('Digit9', '9', 100), ...scanOf('8656001234565', 4, 900)])).toBe('8656001234565')
})

test('a scan with a pause of the machine in the middle is read in full', () => {
  const halves = [...scanOf('8656001', 4).slice(0, -1), ...scanOf('234565', 4, 1220)]
  expect(read(halves)).toBe('8656001234565')
})

test('the quantity sign is not a digit, in any layout', () => {
  expect(digitOf(stroke('Digit8', '*', 0))).toBe(null)
})

test('too few digits are not a scan', () => {
  expect(read(scanOf('1234567', 4))).toBe(null)
})

test('the end of a scan whose beginning was lost is recognized by its speed, and a person’s digits are not', () => {
  const cut = (gap: number) => {
    const reader = createScanReader(isCutCode)
    return (
      scanOf('4098', gap)
        .map(reader)
        .find((code) => code !== null) ?? null
    )
  }
  expect(cut(4)).toBe('4098')
  expect(cut(120)).toBe(null)
})

test('two successive scans are two codes', () => {
  const reader = createScanReader()
  const codes = [...scanOf('12345678', 4), ...scanOf('87654321', 4, 2000)]
    .map(reader)
    .filter((code) => code !== null)
  expect(codes).toEqual(['12345678', '87654321'])
})

test('a scanner may end its code with Tab, but not with Shift+Tab', () => {
  const digits = scanOf('8656001234565', 4).slice(0, -1)
  expect(read([...digits, stroke('Tab', 'Tab', 1052)])).toBe('8656001234565')
  expect(read([...digits, stroke('Tab', 'Tab', 1052, true)])).toBe(null)
})

test('a key that is held down is not a scanner', () => {
  const held = Array.from({ length: 9 }, (_, at) => ({
    ...stroke('Digit1', '1', 1000 + at * 30),
    repeat: at > 0,
  }))
  expect(read([...held, stroke('Enter', 'Enter', 1280)])).toBe(null)
})

test('two scans without a pause are two codes', () => {
  const reader = createScanReader()
  const codes = [...scanOf('8656001234565', 2), ...scanOf('48627480', 2, 1027)].map(reader)
  expect(codes.filter((code) => code !== null)).toEqual(['8656001234565', '48627480'])
})

test('a scan under the mn layout is read by its keys, whatever they wrote', () => {
  const written = '?№-"₮:._,%'
  const strokes = scanOf('8656001234565', 3).map((one) =>
    one.code === 'Enter' ? one : { ...one, key: written[Number(one.key)] ?? '' },
  )
  expect(read(strokes)).toBe('8656001234565')
})

test('a register number that is typed quickly is not a barcode', () => {
  const letters = [stroke('KeyE', 'У', 988), stroke('KeyB', 'Х', 994)]
  expect(read([...letters, ...scanOf('90010112', 4)])).toBe(null)
  expect(read([...letters, ...scanOf('90010112', 4, 1200)])).toBe('90010112')
})
