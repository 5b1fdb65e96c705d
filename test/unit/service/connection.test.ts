import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { afterNews, type LineNews, NEW_LINE } from '../../../main/service/connection-state.ts'
import { createConnection, PASSWORD_NEEDED, type ServiceFailure } from '../../../main/service/index.ts'
import { failure } from '../../../shared/failure.ts'
import { handClock } from '../../support/hand-clock.ts'

const NO_LINE: ServiceFailure = {
  operation: 'check payment',
  name: 'NO_CONNECTION',
  status: null,
  code: null,
  serviceMessage: null,
  outcomeUnknown: false,
  repeatable: true,
  retryAfterMs: null,
}

function lineUnderTest() {
  const clock = handClock()
  const probe = vi.fn(async () => {})
  const changed = vi.fn()
  const restored = vi.fn()
  const connection = createConnection({ clock, changed, probe, random: () => 0.5 })
  connection.onRestored(restored)
  const fails = (times: number, apart = 1_000) => {
    for (let time = 0; time < times; time += 1) {
      clock.advance(apart)
      connection.reached(NO_LINE)
    }
  }
  return { clock, probe, changed, restored, connection, fails }
}

test('a line that was never reached is down at the first failure', () => {
  const { connection, clock } = lineUnderTest()
  connection.reached(NO_LINE)
  expect(connection.state()).toMatchObject({ state: 'disconnected', since: clock.now() })
})

test('one failure of a line that worked changes nothing; a second one does, and tells when the first was', () => {
  const { connection, clock, fails, restored } = lineUnderTest()
  connection.reached(null)
  clock.advance(5_000)
  connection.reached(NO_LINE)
  const first = clock.now()
  expect(connection.state()).toEqual({ state: 'connected' })
  fails(1)
  expect(connection.state()).toMatchObject({ state: 'disconnected', since: first })
  connection.reached(null)
  expect(connection.state()).toEqual({ state: 'connected' })
  expect(restored).toHaveBeenCalledTimes(1)
})

test('requests that were out together and failed together are one failure', () => {
  const { connection, fails } = lineUnderTest()
  connection.reached(null)
  fails(4, 100)
  expect(connection.state()).toEqual({ state: 'connected' })
})

test('where the system says that it is offline one failure is enough, and its word alone is not', () => {
  const { connection } = lineUnderTest()
  connection.reached(null)
  connection.hint(false)
  expect(connection.state()).toEqual({ state: 'connected' })
  connection.reached(NO_LINE)
  expect(connection.state().state).toBe('disconnected')
})

test('a bad line is called back only once it holds', () => {
  const { connection, clock, fails, changed } = lineUnderTest()
  connection.reached(null)
  for (let drop = 0; drop < 3; drop += 1) {
    fails(2)
    clock.advance(1_000)
    connection.reached(null)
  }
  expect(connection.state().state).toBe('disconnected')
  const before = changed.mock.calls.length
  for (let success = 0; success < 2; success += 1) {
    clock.advance(1_000)
    connection.reached(null)
  }
  expect(changed.mock.calls.length).toBe(before)
  clock.advance(2_000)
  connection.reached(null)
  expect(connection.state().state).toBe('connected')
})

test('while it is down and nobody asks, it knocks by itself, ever more rarely', () => {
  const { connection, clock, probe } = lineUnderTest()
  connection.reached(NO_LINE)
  clock.advance(1_900)
  expect(probe).not.toHaveBeenCalled()
  clock.advance(200)
  expect(probe).toHaveBeenCalledTimes(1)
})

test('a line that is up is never knocked at', () => {
  const { connection, clock, probe } = lineUnderTest()
  connection.reached(null)
  clock.advance(3_600_000)
  expect(probe).not.toHaveBeenCalled()
})

test('the system’s word that it is online knocks at once, and not twice in a second', () => {
  const { connection, probe } = lineUnderTest()
  connection.reached(NO_LINE)
  connection.hint(true)
  connection.hint(true)
  expect(probe).toHaveBeenCalledTimes(1)
})

test('a merchant without a password is down at once', () => {
  const { connection } = lineUnderTest()
  connection.reached(null)
  connection.reached(PASSWORD_NEEDED)
  expect(connection.state()).toMatchObject({ failure: { name: 'PASSWORD_NEEDED' } })
})

const news = fc.record({
  after: fc.integer({ min: 0, max: 20_000 }),
  news: fc.oneof(
    fc.constant<LineNews>({ kind: 'reached' }),
    fc.constant<LineNews>({ kind: 'failed', why: failure('TIMEOUT'), certain: false }),
    fc.boolean().map((online): LineNews => ({ kind: 'system', online })),
  ),
})

test('whatever came before, a long run of failures ends disconnected and a long run of successes connected', () => {
  fc.assert(
    fc.property(fc.array(news), fc.boolean(), (history, good) => {
      let at = 0
      let line = NEW_LINE
      for (const one of history) {
        at += one.after
        line = afterNews(line, one.news, at)
        if (line.shown.state === 'disconnected') expect(line.shown.since).toBeLessThanOrEqual(at)
      }
      const run: LineNews = good
        ? { kind: 'reached' }
        : { kind: 'failed', why: failure('TIMEOUT'), certain: false }
      for (let time = 0; time < 10; time += 1) {
        at += 1_000
        line = afterNews(line, run, at)
      }
      expect(line.shown.state).toBe(good ? 'connected' : 'disconnected')
    }),
  )
})
