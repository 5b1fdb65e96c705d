import { expect, onTestFinished, test, vi } from 'vitest'
import { atMultiplesOf } from '../../../renderer/cashier/parts/moment.ts'

function fakeTime(at: number): void {
  vi.useFakeTimers({ now: at })
  onTestFinished(() => void vi.useRealTimers())
}

test('clocks that were started at different times tick together, at full multiples of their interval', () => {
  fakeTime(10_130)
  const halves: number[] = []
  const wholes: number[] = []
  const endHalves = atMultiplesOf(500, (now) => halves.push(now))
  vi.advanceTimersByTime(200)
  const endWholes = atMultiplesOf(1_000, (now) => wholes.push(now))
  vi.advanceTimersByTime(1_700)
  expect(halves).toEqual([10_500, 11_000, 11_500, 12_000])
  expect(wholes).toEqual([11_000, 12_000])
  endHalves()
  endWholes()
  expect(vi.getTimerCount()).toBe(0)
})

test('a clock that is set back or forward ticks on', () => {
  fakeTime(10_000)
  const told: number[] = []
  const end = atMultiplesOf(1_000, (now) => told.push(now))
  vi.advanceTimersByTime(1_000)
  vi.setSystemTime(5_400)
  vi.advanceTimersByTime(2_000)
  vi.setSystemTime(90_700)
  vi.advanceTimersByTime(2_000)
  end()
  expect(told).toEqual([11_000, 6_400, 7_000, 91_300, 92_000])
})
