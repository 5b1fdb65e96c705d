import { expect, test } from 'vitest'
import { type Tone, waveFile } from '../../../renderer/cashier/page/sounds/wave-file.ts'

const RATE = 22_050

const bytesOf = (tones: readonly Tone[]) => Buffer.from(waveFile(tones).split(',')[1] ?? '', 'base64')

test('the file tells its own length and how its samples are stored', () => {
  const bytes = bytesOf([{ hertz: 220, at: 0, seconds: 0.1 }])
  expect(String(bytes.subarray(0, 4)) + String(bytes.subarray(8, 16))).toBe('RIFFWAVEfmt ')
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
  expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([1, RATE, 8])
})
