/** What `npm run bench` makes of the values that it measured. */
import { expect, test } from 'vitest'
import { figure, inTurns, isReached, type Reach, spreadOf } from '../../../../scripts/measure/bench/figure.ts'
import { plotOf } from '../../../../scripts/measure/bench/plot.ts'
import { asTable, merged } from '../../../../scripts/measure/bench/results.ts'

const hundred = spreadOf(Array.from({ length: 100 }, (_, index) => 100 - index))
const slower = spreadOf([10, 20, 30])

test('a spread has the middle, the 95th of a hundred, the largest and the number of values', () => {
  expect(hundred).toEqual({ p50: 51, p95: 96, max: 100, n: 100 })
})

test('a figure is reached up to a number, or up to so many times a peer and so much more', () => {
  const parts = {
    name: 'a scan',
    unit: 'ms',
    ours: slower,
    against: { bare: spreadOf([8, 10, 20]) },
  } as const
  const reached = (reach: Reach | null) => isReached(figure({ ...parts, reach }))
  expect([reached({ at: 'p50', atMost: 20 }), reached({ at: 'max', atMost: 29 })]).toEqual([true, false])
  expect(reached({ at: 'p50', peer: 'bare', times: 2 })).toBe(true)
  expect(reached({ at: 'p50', peer: 'bare', times: 1.5 })).toBe(false)
  expect(reached({ at: 'p50', peer: 'bare', times: 1.5, plus: 5 })).toBe(true)
  expect(() => reached({ at: 'p50', peer: 'another', times: 2 })).toThrow('no such peer')
})

test('the ratio is by the peer that is to be reached, at the same quantile', () => {
  const against = { first: spreadOf([5]), second: spreadOf([10, 10, 60]) }
  const of = (reach: Reach | null) =>
    figure({ name: 'a scan', unit: 'ms', ours: slower, against, reach }).ratio
  expect([of(null), of({ at: 'max', peer: 'second' })]).toEqual([4, 0.5])
})

test('the ways to do the same take turns, and the first turns are not counted', async () => {
  const did: string[] = []
  const way = (name: string) => () => void did.push(name)
  const { one, other } = await inTurns({ one: way('1'), other: way('2') }, { rounds: 2, warmUp: 1 })
  expect([did.join(''), one.n, other.n]).toEqual(['121212', 2, 2])
})

test('a figure of another commit is called stale', () => {
  const one = {
    ...figure({ name: 'a scan', unit: 'ms', ours: slower, reach: { at: 'p50', atMost: 5 } }),
    ...{ measure: 'scan', commit: 'abc', machine: 'two cores', measured_at: '', seconds: 1 },
  }
  expect(asTable([one], 'abc')).toBe('✗ a scan · ours 20 / 30 / 30 (3) ms · wanted p50 ≤ 5 ms')
  expect(asTable([one], 'def')).toContain('stale: measured at abc')
})

test('a new figure replaces the earlier one, and the plot that was not made again stays with its commit', () => {
  const made = (measure: string, commit: string) => ({
    ...figure({ name: 'a scan', unit: 'ms', ours: slower }),
    ...{ measure, commit, machine: 'two cores', measured_at: '', seconds: 1 },
  })
  const curve = { of: 'sales', points: [] }
  const earlier = [made('pin', 'abc'), { ...made('scan', 'abc'), curve }]
  const once = merged(earlier, [made('scan', 'def')])
  expect(once).toEqual([earlier[0], { ...made('scan', 'def'), curve: { commit: 'abc', ...curve } }])
  expect(merged(once, [made('scan', 'ghi')])[1]?.curve?.commit).toBe('abc')
})

test('a plot has a line for each side, with a point for each size', () => {
  const points = [1000, 10_000, 100_000].map((size) => ({
    size,
    ours: slower,
    against: { 'bare <SQL>': slower },
  }))
  const plot = plotOf({
    ...figure({ name: 'a scan', unit: 'ms', ours: slower }),
    curve: { of: 'sales', points },
  })
  expect([plot.match(/<polyline/g)?.length, plot.match(/<circle/g)?.length]).toEqual([2, 6])
  expect(plot).toContain('bare &lt;SQL>')
})
