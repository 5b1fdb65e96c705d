import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPinAttempts } from '../../../../main/shop/people/pin-attempts.ts'
import { CommandRefused } from '../../../../shared/failure.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const attempts = (folder = temporaryFolder()) => {
  const clock = handClock()
  return { clock, folder, kept: openPinAttempts(folder, clock) }
}

const MINUTE = 60_000
const YEAR = 365 * 24 * 60 * MINUTE

/** A quarter of an hour has begun for "a". */
function held() {
  const { kept, clock, folder } = attempts()
  for (let made = 0; made < 10; made += 1) clock.advance(made < 9 ? kept.begin('a') : 0)
  expect(kept.begin('a')).toBe(15 * MINUTE)
  return { kept, clock, folder }
}

/** The program starts again: its monotonic clock begins anew, and the wall clock may show anything. */
function restarted(folder: string, wallClock?: number) {
  const clock = handClock(wallClock)
  return { clock, kept: openPinAttempts(folder, clock) }
}

const secondsLeft = ({ begin }: ReturnType<typeof openPinAttempts>): number => {
  try {
    begin('a')
    return 0
  } catch (error) {
    return error instanceof CommandRefused ? Number(error.failure.detail) : Number.NaN
  }
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
  const { folder } = held()
  const { kept, clock } = restarted(folder)
  expect(secondsLeft(kept)).toBe(15 * 60)
  clock.advance(15 * MINUTE)
  expect(kept.begin('a')).toBe(15 * MINUTE)
})

test.each([
  ['forward', YEAR],
  ['back', -YEAR],
])('a wall clock that is set %s neither ends a wait nor lengthens it', (_way, jump) => {
  const { kept, clock, folder } = held()
  clock.jump(jump)
  clock.advance(5 * MINUTE)
  expect(secondsLeft(kept)).toBe(10 * 60)
  kept.stop()
  const later = restarted(folder, clock.now())
  later.clock.jump(-2 * jump)
  expect(secondsLeft(later.kept)).toBe(10 * 60)
})

test('a program that is stopped and started goes on with the rest of the wait', () => {
  const { kept, clock, folder } = held()
  clock.advance(5 * MINUTE)
  kept.stop()
  const second = restarted(folder)
  second.clock.advance(9 * MINUTE)
  second.kept.stop()
  const third = restarted(folder)
  expect(secondsLeft(third.kept)).toBe(60)
  third.clock.advance(MINUTE)
  expect(secondsLeft(third.kept)).toBe(0)
})

test('a program that is killed and started loses at most ten seconds of the time it waited', () => {
  const { clock, folder } = held()
  clock.advance(5 * MINUTE)
  clock.advance(9_999)
  const left = secondsLeft(restarted(folder).kept)
  expect(left).toBeGreaterThanOrEqual(10 * 60 - 10)
  expect(left).toBeLessThanOrEqual(10 * 60)
})

test('a program that is killed again and again does not wait for ever', () => {
  const { folder } = held()
  let starts = 0
  for (let left = 15 * 60; left > 0; starts += 1) {
    const { kept, clock } = restarted(folder)
    left = secondsLeft(kept)
    clock.advance(10_000)
    clock.advance(5_000)
  }
  expect(starts).toBeLessThanOrEqual(91 + 1)
})

test('nothing is written for a wait that is over', () => {
  const { clock, folder } = held()
  clock.advance(15 * MINUTE)
  const file = join(folder, 'pin-attempts.json')
  rmSync(file)
  clock.advance(60 * MINUTE)
  expect(existsSync(file)).toBe(false)
})

test('a full disk during a wait ends neither the wait nor the program', () => {
  const { kept, clock, folder } = held()
  rmSync(folder, { recursive: true })
  clock.advance(5 * MINUTE)
  expect(secondsLeft(kept)).toBe(10 * 60)
  kept.stop()
})

test('one person’s wrong PINs do not delay others, and the right PIN clears them', () => {
  const { kept } = attempts()
  for (const _ of [1, 2, 3]) kept.begin('a')
  expect(kept.begin('b')).toBe(0)
  kept.clear('a')
  expect(kept.begin('a')).toBe(0)
})

test('wrong PINs are forgotten a day after the last one', () => {
  const { kept, clock } = attempts()
  for (const _ of [1, 2, 3]) kept.begin('a')
  clock.advance(24 * 3_600_000 + 1)
  expect(kept.begin('a')).toBe(0)
})
