/** What `npm run bench` makes of the values that it measured. */
import { expect, test } from 'vitest'
import {
  inTurns,
  isReached,
  type Reach,
  ratioOf,
  spreadOf,
} from '../../../../scripts/measure/bench/figure.ts'
import { asTable, type MeasuredFigure, merged } from '../../../../scripts/measure/bench/results.ts'

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
  const reached = (reach: Reach) => isReached({ ...parts, reach })
  expect([reached({ at: 'p50', atMost: 20 }), reached({ at: 'max', atMost: 29 })]).toEqual([true, false])
  expect(reached({ at: 'p50', peer: 'bare', times: 2 })).toBe(true)
  expect(reached({ at: 'p50', peer: 'bare', times: 1.5 })).toBe(false)
  expect(reached({ at: 'p50', peer: 'bare', times: 1.5, plus: 5 })).toBe(true)
  expect(() => reached({ at: 'p50', peer: 'another', times: 2 })).toThrow('no such control')
})

test('the ratio is by the peer that is to be reached, at the same quantile', () => {
  const against = { first: spreadOf([5]), second: spreadOf([10, 10, 60]) }
  const of = (reach?: Reach) =>
    ratioOf({ name: 'a scan', unit: 'ms', ours: slower, against, ...(reach && { reach }) })
  expect([of(), of({ at: 'max', peer: 'second' })]).toEqual([4, 0.5])
})

test('the ways to do the same take turns, and the first turns are not counted', async () => {
  const did: string[] = []
  const way = (name: string) => () => void did.push(name)
  const { one, other } = await inTurns({ one: way('1'), other: way('2') }, { rounds: 2, warmUp: 1 })
  expect([did.join(''), one.n, other.n]).toEqual(['121212', 2, 2])
})

const measured = (measure: string, commit: string): MeasuredFigure => ({
  ...{ name: 'a scan', unit: 'ms', ours: slower, against: {} },
  ...{ measure, commit, machine: 'two cores', measured_at: '', seconds: 1 },
})

test('a figure of another commit is called stale', () => {
  const one: MeasuredFigure = { ...measured('scan', 'abc'), reach: { at: 'p50', atMost: 5 } }
  expect(asTable([one], 'abc')).toBe('✗ a scan · ours 20 / 30 / 30 (3) ms · wanted p50 ≤ 5 ms')
  expect(asTable([one], 'def')).toContain('stale: measured at abc')
})

test('a new figure replaces the earlier one', () => {
  const earlier = [measured('receipt', 'abc'), measured('scan', 'abc')]
  expect(merged(earlier, [measured('scan', 'def')])).toEqual([earlier[0], measured('scan', 'def')])
})
