import { expect, test, vi } from 'vitest'
import { createSession } from '../../../../main/shop/people/session.ts'
import { handClock } from '../../../support/hand-clock.ts'

const MINUTE = 60_000

function session(idleMs = 10 * MINUTE) {
  const clock = handClock()
  const ended = vi.fn()
  return { clock, ended, session: createSession({ clock, idleMs: () => idleMs, ended }) }
}

test('nobody is signed in at the start', () => {
  expect(session().session.who()).toBeNull()
})

test('the till locks after the idle time, and reports who was signed in', () => {
  const { session: till, clock, ended } = session()
  till.begin('a')
  clock.advance(10 * MINUTE - 1)
  expect(till.who()).toBe('a')
  clock.advance(1)
  expect(till.who()).toBeNull()
  expect(ended).toHaveBeenCalledExactlyOnceWith('a')
})

test('activity postpones the lock', () => {
  const { session: till, clock, ended } = session()
  till.begin('a')
  for (let times = 0; times < 5; times += 1) {
    clock.advance(9 * MINUTE)
    till.touch()
  }
  expect(till.who()).toBe('a')
  clock.advance(10 * MINUTE)
  expect(till.who()).toBeNull()
  expect(ended).toHaveBeenCalledTimes(1)
})

test('a machine that wakes from sleep is locked, whatever its timers say', () => {
  const clock = handClock()
  const till = createSession({
    clock: { ...clock, after: () => () => {} },
    idleMs: () => MINUTE,
    ended: () => {},
  })
  till.begin('a')
  clock.advance(8 * 60 * MINUTE)
  expect(till.who()).toBeNull()
})

test('a machine whose monotonic clock stood still while it slept is locked when it wakes', () => {
  const { session: till, clock, ended } = session()
  till.begin('a')
  clock.jump(8 * 60 * MINUTE)
  expect(till.who()).toBeNull()
  expect(ended).toHaveBeenCalledExactlyOnceWith('a')
})

test('a wall clock that is set back does not postpone the lock', () => {
  const { session: till, clock } = session()
  till.begin('a')
  clock.jump(-8 * 60 * MINUTE)
  clock.advance(10 * MINUTE)
  expect(till.who()).toBeNull()
})
