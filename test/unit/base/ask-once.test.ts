import { expect, test } from 'vitest'
import { askOnce } from '../../../main/base/ask-once.ts'

test('an answer is asked for once, and again after a failure', async () => {
  const answers = [Promise.reject(new Error('not yet')), Promise.resolve('one'), Promise.resolve('two')]
  const kept = askOnce(() => answers.shift() ?? Promise.resolve('three'))
  await expect(kept.get()).rejects.toThrow('not yet')
  expect(kept.asked()).toBeNull()
  expect([await kept.get(), await kept.get(), await kept.asked()]).toEqual(['one', 'one', 'one'])
})
