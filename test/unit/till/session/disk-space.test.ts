import { expect, test } from 'vitest'
import { freeBytes, watchDiskSpace } from '../../../../main/till/session/disk-space.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a disk with less than 500 MB is reported with what is left, until there is space again', async () => {
  const clock = handClock()
  let free = 800e6
  let changes = 0
  const space = watchDiskSpace({ free: async () => free, clock, changed: () => changes++ })
  space.start()
  const lowAfter = async (left: number) => {
    free = left
    clock.advance(60_000)
    await new Promise(setImmediate)
    return space.low()
  }
  expect(await lowAfter(800e6)).toBeNull()
  expect(await lowAfter(321.9e6)).toEqual({ name: 'DISK_LOW', detail: '321' })
  expect(changes).toBe(1)
  expect(await lowAfter(600e6)).toBeNull()
  expect(changes).toBe(2)
  await space.stop()
})

test('a disk whose space cannot be told is not reported', async () => {
  const clock = handClock()
  const free = () => Promise.reject(new Error('ENOSYS'))
  const space = watchDiskSpace({ free, clock, changed: () => {} })
  space.start()
  clock.advance(60_000)
  await space.stop()
  expect(space.low()).toBeNull()
})

test('the free space of a real folder is told in bytes', async () => {
  expect(await freeBytes(temporaryFolder())).toBeGreaterThan(1e6)
})
