/** The connection status under random histories of requests and hints. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyConnectionEvent,
  type ConnectionEvent,
  type LineMemory,
  NEW_LINE,
} from '../../../../main/payment-service/client/connection-state.ts'
import { failure } from '../../../../shared/failure.ts'

const REACHED: ConnectionEvent = { kind: 'reached' }
const FAILED: ConnectionEvent = { kind: 'failed', why: failure('TIMEOUT'), certain: false }

/** Usually the pace of a busy till, sometimes a long silence. */
const pause = fc.oneof(fc.integer({ min: 0, max: 1_500 }), fc.integer({ min: 0, max: 90_000 }))
const history = fc.array(
  fc.record({
    after: pause,
    event: fc.oneof(
      { weight: 4, arbitrary: fc.constant(REACHED) },
      { weight: 6, arbitrary: fc.constant(FAILED) },
      { weight: 1, arbitrary: fc.boolean().map((online): ConnectionEvent => ({ kind: 'system', online })) },
    ),
  }),
  { maxLength: 120 },
)

/** A wall clock that runs backwards, because it has nothing to do with the monotonic clock. */
const moment = (at: number) => ({ wall: 1_000_000_000 - at, monotonic: at })

type Step = { readonly at: number; readonly before: LineMemory; readonly line: LineMemory }

function steps(of: readonly { readonly after: number; readonly event: ConnectionEvent }[]): Step[] {
  let at = 0
  let line = NEW_LINE
  return of.map(({ after, event }) => {
    at += after
    const before = line
    line = applyConnectionEvent(line, event, moment(at))
    return { at, before, line }
  })
}

const changes = (of: readonly Step[]) => of.filter(({ before, line }) => before.shown !== line.shown)

test('the shown status never changes to the same status, nor back to "not tried yet"', () => {
  fc.assert(
    fc.property(history, (of) => {
      for (const { before, line } of changes(steps(of))) {
        expect(line.shown.state).not.toBe(before.shown.state)
        expect(line.shown.state).not.toBe('untried')
      }
    }),
  )
})

test('"since" is the wall clock’s time of the first failure after the last success', () => {
  fc.assert(
    fc.property(history, (of) => {
      let first: number | null = null
      for (const [index, { at, before, line }] of steps(of).entries()) {
        const { kind } = of[index]?.event ?? REACHED
        if (kind === 'reached') first = null
        if (kind === 'failed') first ??= moment(at).wall
        const fell = before.shown !== line.shown && line.shown.state === 'disconnected'
        if (fell) expect(line.shown).toMatchObject({ since: first })
      }
    }),
  )
})

test('a hint alone does not change the shown status', () => {
  fc.assert(
    fc.property(history, fc.boolean(), (of, online) => {
      const { at, line } = steps(of).at(-1) ?? { at: 0, line: NEW_LINE }
      expect(applyConnectionEvent(line, { kind: 'system', online }, moment(at + 1)).shown).toBe(line.shown)
    }),
  )
})

test.each([
  ['successes', REACHED, 'connected', 3_000],
  ['failures', FAILED, 'disconnected', 500],
] as const)('after any history, %s for long enough end %s, at any pace', (_, event, state, enoughMs) => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 20_000 }), (of, pace) => {
      const before = steps(of).at(-1)
      let at = before?.at ?? 0
      let line = before?.line ?? NEW_LINE
      const until = at + pace + enoughMs
      for (let told = 0; told < 3 || at < until; told += 1) {
        at += pace
        line = applyConnectionEvent(line, event, moment(at))
      }
      expect(line.shown.state).toBe(state)
    }),
    { numRuns: 60 },
  )
})

test('one success reconnects a good connection, and one failure does not end a working one', () => {
  fc.assert(
    fc.property(history, (of) => {
      for (const { before, line } of changes(steps(of))) {
        if (line.shown.state === 'disconnected' && before.shown.state === 'connected')
          expect(line.failures?.count === 2 || before.systemOffline).toBe(true)
        if (line.shown.state === 'connected' && before.drops.length < 3) expect(line.successes?.count).toBe(1)
      }
    }),
  )
})

test('after three changes to "down" within a minute the status stays so for at least three seconds', () => {
  fc.assert(
    fc.property(history, (of) => {
      const drops: number[] = []
      for (const { at, line } of changes(steps(of))) {
        if (line.shown.state === 'disconnected') drops.push(at)
        const [third, , last] = drops.slice(-3)
        if (line.shown.state !== 'connected' || third === undefined || last === undefined) continue
        if (last - third < 60_000) expect(at - last).toBeGreaterThanOrEqual(3_000)
      }
    }),
  )
})
