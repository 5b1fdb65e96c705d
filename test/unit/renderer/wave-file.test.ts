import { expect, test } from 'vitest'
import { type Tone, waveFile } from '../../../renderer/cashier/page/sounds/wave-file.ts'

const RATE = 22_050

const bytesOf = (tones: readonly Tone[]) => Buffer.from(waveFile(tones).split(',')[1] ?? '', 'base64')
const samplesOf = (tones: readonly Tone[]) => [...bytesOf(tones).subarray(44)].map((sample) => sample - 128)

/** The waves that begin in these samples. */
const waves = (samples: readonly number[]) =>
  samples.filter((sample, at) => sample >= 0 && (samples[at - 1] ?? 0) < 0).length

test('a tone has its pitch, from its begin to its end', () => {
  const samples = samplesOf([
    { hertz: 220, at: 0, seconds: 0.1 },
    { hertz: 440, at: 0.2, seconds: 0.1 },
  ])
  const tenths = [0, 1, 2].map((tenth) => samples.slice((tenth * RATE) / 10, ((tenth + 1) * RATE) / 10))
  expect(tenths.map(waves)).toEqual([22, 0, 44])
})

test('the file tells its own length and how its samples are stored', () => {
  const bytes = bytesOf([{ hertz: 220, at: 0, seconds: 0.1 }])
  expect(String(bytes.subarray(0, 4)) + String(bytes.subarray(8, 16))).toBe('RIFFWAVEfmt ')
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8)
  expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44)
  expect([bytes.readUInt16LE(22), bytes.readUInt32LE(24), bytes.readUInt16LE(34)]).toEqual([1, RATE, 8])
})

test('a tone begins and ends without a jump', () => {
  const samples = samplesOf([{ hertz: 1320, at: 0, seconds: 0.05 }])
  const largest = (part: readonly number[]) => Math.max(...part.map(Math.abs))
  expect(largest(samples)).toBeGreaterThan(20)
  expect(largest([...samples.slice(0, 20), ...samples.slice(-20)])).toBeLessThan(4)
})
