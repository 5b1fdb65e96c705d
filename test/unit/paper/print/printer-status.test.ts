import { expect, test } from 'vitest'
import { messageReader, type PrinterStatusChange } from '../../../../main/paper/print/printer-status.ts'

const heard = (...bytes: readonly number[]): readonly PrinterStatusChange[] => {
  const readByte = messageReader()
  return bytes.flatMap((byte) => readByte(byte) ?? [])
}
const automatic = (trouble: string | null, paperLow = false) => ({ kind: 'automatic', trouble, paperLow })

test.each([
  ['ready', [0x10, 0, 0, 0], automatic(null)],
  ['paper out', [0x18, 0, 0x0f, 0], automatic('PRINTER_PAPER_OUT', true)],
  ['paper nearly out', [0x10, 0, 0x03, 0], automatic(null, true)],
  ['cover open', [0x38, 0, 0, 0], automatic('PRINTER_COVER_OPEN')],
  ['cutter jammed', [0x18, 0x08, 0, 0], automatic('PRINTER_CUTTER_JAMMED')],
  ['another error', [0x18, 0x20, 0, 0], automatic('PRINTER_FAULT')],
  ['off line', [0x18, 0, 0, 0], automatic('PRINTER_OFFLINE')],
])('four automatic status bytes mean: %s', (_what, bytes, expected) => {
  expect(heard(...bytes)).toEqual([expected])
})

test('an answer to DLE EOT between automatic status bytes is recognized, and so are they', () => {
  expect(heard(0x38, 0, 0x12, 0, 0)).toEqual([
    { kind: 'real time', byte: 0x12 },
    automatic('PRINTER_COVER_OPEN'),
  ])
})

test('interrupted automatic status bytes do not spoil the next ones', () => {
  expect(heard(0x18, 0, 0x10, 0, 0, 0, 0x00)).toEqual([automatic(null), { kind: 'in turn', byte: 0 }])
})

test('flow control of a serial line is not a status', () => {
  expect(heard(0x11, 0x13)).toEqual([])
})
