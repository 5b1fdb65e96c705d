import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPinAttempts } from '../../../main/staff/pin-attempts.ts'
import { handClock } from '../../support/hand-clock.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const attempts = (folder = temporaryFolder()) => {
  const clock = handClock()
  return { clock, folder, kept: openPinAttempts(folder, clock.monotonic) }
}

test('two wrong PINs cause no wait, and from the third on each wait is twice as long', () => {
  const { kept, clock } = attempts()
  const waits = Array.from({ length: 6 }, () => {
    const wait = kept.begin('a')
    clock.advance(wait)
    return wait / 1000
  })
  expect(waits).toEqual([0, 0, 2, 4, 8, 16])
})

test('a PIN during a wait is refused with the remaining time, and does not count', () => {
  const { kept, clock } = attempts()
  for (const _ of [1, 2, 3]) kept.begin('a')
  clock.advance(500)
  expect(() => kept.begin('a')).toThrow('PIN_HELD')
  clock.advance(1500)
  expect(kept.begin('a')).toBe(4000)
})

test('ten wrong PINs cause a wait of a quarter of an hour, also after a restart', () => {
  const { kept, clock, folder } = attempts()
  for (let made = 0; made < 10; made += 1) clock.advance(made < 9 ? kept.begin('a') : 0)
  expect(kept.begin('a')).toBe(15 * 60_000)
  const restarted = openPinAttempts(folder, clock.monotonic)
  expect(() => restarted.begin('a')).toThrow('PIN_HELD')
  clock.advance(15 * 60_000)
  expect(restarted.begin('a')).toBe(15 * 60_000)
})

test('one person’s wrong PINs do not delay others, and the right PIN clears them', () => {
  const { kept } = attempts()
  for (const _ of [1, 2, 3]) kept.begin('a')
  expect(kept.begin('b')).toBe(0)
  kept.clear('a')
  expect(kept.begin('a')).toBe(0)
})

test('the wall clock does not matter: a wait that an older version stored by it starts again in full', () => {
  const folder = temporaryFolder()
  const nextYear = Date.UTC(2027, 10, 20)
  writeFileSync(join(folder, 'staff-guesses.json'), JSON.stringify({ a: { wrong: 3, until: nextYear } }))
  const { kept, clock } = attempts(folder)
  expect(() => kept.begin('a')).toThrow('PIN_HELD')
  clock.advance(2_000)
  expect(kept.begin('a')).toBe(4_000)
})

test('wrong PINs are forgotten a day after the last one', () => {
  const { kept, clock } = attempts()
  for (const _ of [1, 2, 3]) kept.begin('a')
  clock.advance(24 * 3_600_000 + 1)
  expect(kept.begin('a')).toBe(0)
})
