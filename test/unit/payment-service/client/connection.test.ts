import { expect, type Mock, test, vi } from 'vitest'
import {
  createConnection,
  PASSWORD_NEEDED,
  type ServiceFailure,
} from '../../../../main/payment-service/client/index.ts'
import { FAILURE_NAMES, NOTHING_SENT } from '../../../../shared/failure.ts'
import { handClock } from '../../../support/hand-clock.ts'

const NO_LINE: ServiceFailure = {
  operation: 'check payment',
  name: 'NO_CONNECTION',
  status: null,
  code: null,
  serviceMessage: null,
  outcomeUnknown: false,
  numberMayExist: false,
  repeatable: true,
  retryAfterMs: null,
}

const named = (name: ServiceFailure['name'], status: number | null = null): ServiceFailure => ({
  ...NO_LINE,
  name,
  status,
})

/** Lets everything run that waits for a settled promise. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function lineUnderTest(probe: () => Promise<void> = async () => {}) {
  return lineWith(handClock(), vi.fn(probe))
}

function lineWithHangingProbe() {
  let fail = (): void => {}
  const hanging = () => new Promise<void>((_, reject) => (fail = () => reject(new Error('no line'))))
  return { ...lineUnderTest(hanging), fail: () => fail() }
}

function lineWith(clock: ReturnType<typeof handClock>, probe: Mock<() => Promise<void>>) {
  const changed = vi.fn()
  const restored = vi.fn()
  const connection = createConnection({ clock, probe, random: () => 0.5 })
  connection.onChange(changed)
  connection.onRestored(restored)
  const fails = (times: number, apart = 1_000) => {
    for (let time = 0; time < times; time += 1) {
      clock.advance(apart)
      connection.reached(NO_LINE)
    }
  }
  return { clock, probe, changed, restored, connection, fails }
}

test('a connection that never worked is down at the first failure', () => {
  const { connection, clock } = lineUnderTest()
  connection.reached(NO_LINE)
  expect(connection.state()).toMatchObject({ state: 'disconnected', since: clock.now() })
})

test('a working connection is down at the second failure, and shows the time of the first', () => {
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

test('the failure of a lost connection is the last one, and its change is told', () => {
  const { connection, changed, fails, clock } = lineUnderTest()
  fails(2)
  changed.mockClear()
  clock.advance(1_000)
  connection.reached(named('TIMEOUT'))
  expect(connection.state()).toMatchObject({ state: 'disconnected', failure: { name: 'TIMEOUT' } })
  expect(changed).toHaveBeenCalledTimes(1)
})

test('requests that were out together and failed together count as one failure', () => {
  const { connection, fails } = lineUnderTest()
  connection.reached(null)
  fails(4, 100)
  expect(connection.state()).toEqual({ state: 'connected' })
})

test('after the system’s hint "offline" one failure is enough, and the hint alone is not', () => {
  const { connection } = lineUnderTest()
  connection.reached(null)
  connection.hint(false)
  expect(connection.state()).toEqual({ state: 'connected' })
  connection.reached(NO_LINE)
  expect(connection.state().state).toBe('disconnected')
})

test('an unstable connection is shown as connected only after it has been stable for a while', () => {
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

test('an unstable connection needs more than two successes, however long ago the first one was', () => {
  const { connection, clock, fails } = lineUnderTest()
  connection.reached(null)
  for (let drop = 0; drop < 3; drop += 1) {
    fails(2)
    connection.reached(null)
  }
  clock.advance(10_000)
  connection.reached(null)
  expect(connection.state().state).toBe('disconnected')
  connection.reached(null)
  expect(connection.state().state).toBe('connected')
})

test('the system’s hint "offline" is forgotten when a request succeeds', () => {
  const { connection } = lineUnderTest()
  connection.reached(null)
  connection.hint(false)
  connection.reached(null)
  connection.reached(NO_LINE)
  expect(connection.state()).toEqual({ state: 'connected' })
})

test('after an outage of a minute the first success reconnects, even an unstable connection', () => {
  const { connection, clock, fails } = lineUnderTest()
  connection.reached(null)
  for (let drop = 0; drop < 3; drop += 1) {
    fails(2)
    if (drop < 2) connection.reached(null)
  }
  clock.advance(60_000)
  expect(connection.state().state).toBe('disconnected')
  connection.reached(null)
  expect(connection.state().state).toBe('connected')
})

test('only missing and unreadable answers, and a missing password, count as disconnected', () => {
  const down = FAILURE_NAMES.filter((name) => {
    const { connection } = lineUnderTest()
    connection.reached(named(name))
    return connection.state().state === 'disconnected'
  })
  expect(down).toEqual([
    ...NOTHING_SENT,
    'CONNECTION_LOST',
    'TIMEOUT',
    'BAD_ANSWER',
    'PASSWORD_NEEDED',
    'PASSWORD_UNREADABLE',
  ])
})

test('after the clock was set back, "since" is not in the future, and the connection is not unstable', () => {
  const wall = { now: Date.UTC(2026, 10, 20, 6, 0, 0) }
  const clock = { ...handClock(), now: () => wall.now }
  const { connection } = lineWith(clock, vi.fn())
  connection.reached(NO_LINE)
  wall.now -= 3_600_000
  expect(connection.state()).toMatchObject({ state: 'disconnected', since: wall.now })
  clock.advance(1_000)
  connection.reached(null)
  expect(connection.state().state).toBe('connected')
})

test('a connection that is down and has no requests is probed at growing pauses of up to a minute', async () => {
  const { connection, clock, probe } = lineUnderTest()
  connection.reached(NO_LINE)
  for (const [knocks, pause] of [2, 4, 8, 16, 32, 60, 60].entries()) {
    clock.advance(pause * 1_000 - 1)
    expect(probe).toHaveBeenCalledTimes(knocks)
    clock.advance(1)
    expect(probe).toHaveBeenCalledTimes(knocks + 1)
    connection.reached(NO_LINE)
    await settled()
  }
})

test('the first probe of the next outage comes as early as in the outage before', async () => {
  const { connection, clock, probe, fails } = lineUnderTest()
  connection.reached(NO_LINE)
  for (const ms of [2_000, 4_000]) {
    clock.advance(ms)
    await settled()
  }
  connection.reached(null)
  fails(2)
  probe.mockClear()
  clock.advance(2_000)
  expect(probe).toHaveBeenCalledTimes(1)
})

test.each([
  [0, 1_700],
  [1, 2_300],
])('the pause has jitter: a random number of %d probes after %d ms', (chance, ms) => {
  const clock = handClock()
  const probe = vi.fn(async () => {})
  createConnection({ clock, probe, random: () => chance }).reached(NO_LINE)
  clock.advance(ms - 1)
  expect(probe).not.toHaveBeenCalled()
  clock.advance(1)
  expect(probe).toHaveBeenCalledTimes(1)
})

test('a connection over which the till sends requests is not probed', () => {
  const { fails, probe } = lineUnderTest()
  fails(100, 1_900)
  expect(probe).not.toHaveBeenCalled()
})

test('no second probe is sent while one hangs, and the next one waits for it', async () => {
  const { connection, clock, probe, fail } = lineWithHangingProbe()
  connection.reached(NO_LINE)
  clock.advance(2_000)
  connection.reached(NO_LINE)
  clock.advance(600_000)
  expect(probe).toHaveBeenCalledTimes(1)
  fail()
  await settled()
  clock.advance(3_999)
  expect(probe).toHaveBeenCalledTimes(1)
  clock.advance(1)
  expect(probe).toHaveBeenCalledTimes(2)
})

test('probing ends with a successful probe', async () => {
  const { connection, clock, probe, restored } = lineUnderTest()
  probe.mockImplementation(async () => connection.reached(null))
  connection.reached(NO_LINE)
  clock.advance(2_000)
  await settled()
  expect(restored).toHaveBeenCalledTimes(1)
  clock.advance(3_600_000)
  expect(probe).toHaveBeenCalledTimes(1)
})

test('a connection that is up or was never used is not probed', () => {
  const { connection, clock, probe } = lineUnderTest()
  connection.hint(true)
  clock.advance(3_600_000)
  connection.reached(null)
  connection.hint(true)
  clock.advance(3_600_000)
  expect(probe).not.toHaveBeenCalled()
})

test('the system’s hint "online" triggers a probe at once, at most once a second', async () => {
  const { connection, clock, probe } = lineUnderTest()
  connection.reached(NO_LINE)
  for (const knocks of [1, 2]) {
    connection.hint(true)
    await settled()
    connection.hint(true)
    await settled()
    expect(probe).toHaveBeenCalledTimes(knocks)
    clock.advance(1_000)
  }
})

test('the hint "online" during a hanging probe triggers another probe right after it', async () => {
  const { connection, clock, probe, fail } = lineWithHangingProbe()
  connection.reached(NO_LINE)
  clock.advance(2_000)
  connection.hint(true)
  expect(probe).toHaveBeenCalledTimes(1)
  fail()
  await settled()
  expect(probe).toHaveBeenCalledTimes(2)
})

test('a closed connection sends no probe and ignores hints', () => {
  const { connection, clock, probe, changed } = lineUnderTest()
  connection.reached(NO_LINE)
  connection.stop()
  changed.mockClear()
  clock.advance(3_600_000)
  connection.hint(true)
  connection.reached(null)
  expect(probe).not.toHaveBeenCalled()
  expect(changed).not.toHaveBeenCalled()
})

test('while the password is missing, the connection check sends no request', () => {
  const { connection, clock, probe } = lineUnderTest()
  connection.reached(PASSWORD_NEEDED)
  connection.hint(true)
  clock.advance(3_600_000)
  expect(probe).not.toHaveBeenCalled()
})

test('without a password a merchant is disconnected at once', () => {
  const { connection } = lineUnderTest()
  connection.reached(null)
  connection.reached(PASSWORD_NEEDED)
  expect(connection.state()).toMatchObject({ failure: { name: 'PASSWORD_NEEDED' } })
})
