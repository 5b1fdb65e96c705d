import { expect, test } from 'vitest'
import { inTime, sleep } from '../../../main/base/sleep.ts'
import { handClock } from '../../support/hand-clock.ts'

test('a sleep ends when its time is over, and not before', async () => {
  const clock = handClock()
  let over = false
  const slept = sleep(clock, 1000).then(() => {
    over = true
  })
  clock.advance(999)
  await Promise.resolve()
  expect(over).toBe(false)
  clock.advance(1)
  await slept
})

test('an aborted sleep ends at once with the reason and clears its timer', async () => {
  const clock = handClock()
  const stop = new AbortController()
  const why = new Error('the shop closes')
  const slept = sleep(clock, 1000, stop.signal)
  stop.abort(why)
  await expect(slept).rejects.toBe(why)
  await expect(sleep(clock, 1000, stop.signal)).rejects.toBe(why)
})

test('work returns its value, its failure, or null when it takes too long', async () => {
  const clock = handClock()
  expect(await inTime(clock, 1000, Promise.resolve('done'))).toBe('done')
  await expect(inTime(clock, 1000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const late = inTime(clock, 1000, new Promise(() => {}))
  clock.advance(1000)
  expect(await late).toBe(null)
})
