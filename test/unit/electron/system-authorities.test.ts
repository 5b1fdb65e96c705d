import { expect, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { systemAuthorities } from '../../../main/electron/system-authorities.ts'

test('the certificates of the system are read once, when they are first needed', () => {
  const asked: string[] = []
  const read = systemAuthorities(silentLog, {
    getCACertificates: (of) => {
      asked.push(of)
      return ['one', 'two', 'one']
    },
  })
  expect(asked).toEqual([])
  expect([read(), read()]).toEqual([
    ['one', 'two'],
    ['one', 'two'],
  ])
  expect(asked).toEqual(['system'])
})

test('where the system’s certificates cannot be read, only the built-in ones count', () => {
  expect(systemAuthorities(silentLog, {})()).toEqual([])
  const broken = {
    getCACertificates: () => {
      throw new Error('no store')
    },
  }
  expect(systemAuthorities(silentLog, broken)()).toEqual([])
})

test('certificates that could not be read are read again for the next connection', () => {
  const failing = [true, false]
  const read = systemAuthorities(silentLog, {
    getCACertificates: () => {
      if (failing.shift()) throw new Error('no store')
      return ['one']
    },
  })
  expect([read(), read()]).toEqual([[], ['one']])
})
