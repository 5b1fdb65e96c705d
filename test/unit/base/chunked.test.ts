import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { type Chunked, chunked, ownTurn } from '../../../main/base/chunked.ts'

afterEach(() => vi.restoreAllMocks())

test('only one slice or step runs in each turn of the event loop, also with several works at a time', async () => {
  // Each time the clock is read, a whole slice has passed.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 4))
  let turn = 0
  let ended = false
  const count = async () => {
    while (!ended) {
      await nextTurn()
      turn += 1
    }
  }
  const turns: number[] = []
  const work = function* (): Chunked<void> {
    for (let slice = 0; slice < 3; slice += 1) {
      if (slice > 0) turns.push(turn)
      yield
    }
  }
  const step = async () => {
    await ownTurn()
    turns.push(turn)
  }
  const counting = count()
  await Promise.all([chunked(work()), chunked(work()), step(), step()])
  ended = true
  await counting
  expect(turns).toHaveLength(6)
  expect(new Set(turns).size).toBe(6)
})

test('stopped work returns null', async () => {
  const endless = function* (): Chunked<void> {
    for (;;) yield
  }
  expect(await chunked(endless(), () => true)).toBeNull()
})
