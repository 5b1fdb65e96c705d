import { expect, test } from 'vitest'
import { createCurrentSession } from '../../../../main/till/session/current-session.ts'
import type { Session } from '../../../../main/till/session/index.ts'

/** Sessions of which only the opening and the closing are real. `closes` runs when one is closed. */
function sessions(closes: () => void = () => {}) {
  const open = new Set<number>()
  let opened = 0
  const current = createCurrentSession<string>()
  const begin = () =>
    current.begin('first', {
      open: async () => {
        opened += 1
        const id = opened
        open.add(id)
        const close = async () => {
          open.delete(id)
          closes()
        }
        return { onChange: () => () => {}, close } as unknown as Session
      },
      probe: () => {},
    })
  return { current, begin, open }
}

test('a session that is asked to open again after the till was closed stays closed', async () => {
  const { current, begin, open } = sessions()
  await begin()
  const reopening = current.reopen()
  const closing = current.close()
  await expect(current.reopen()).rejects.toThrow('BUSY')
  await reopening.catch(() => {})
  await closing
  await expect(current.reopen()).rejects.toThrow('BUSY')
  expect([open.size, current.opened()]).toEqual([0, null])
})

test('a move whose former session does not close goes back to it, and says why', async () => {
  let fails = true
  const { current, begin, open } = sessions(() => {
    if (fails) throw new Error('the disk is gone')
  })
  await begin()
  await expect(current.moveTo('second', () => {})).rejects.toThrow('the disk is gone')
  fails = false
  expect([open.size, current.opened() === null]).toEqual([1, false])
})

test('a move that cannot be stored tells that reason, also where its session does not close', async () => {
  let fails = false
  const { current, begin, open } = sessions(() => {
    if (fails) throw new Error('the disk is gone')
  })
  await begin()
  const moving = current.moveTo('second', () => {
    fails = true
    throw new Error('not stored')
  })
  await expect(moving).rejects.toThrow('not stored')
  fails = false
  expect([open.size, current.opened() === null]).toEqual([1, false])
})
