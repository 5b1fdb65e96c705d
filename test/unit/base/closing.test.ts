import { expect, test } from 'vitest'
import { createClosing } from '../../../main/base/closing.ts'

/** Notes when a stop begins and when it ends; it ends with the next turn of the event loop. */
function noting() {
  const seen: string[] = []
  const stop = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise((done) => setImmediate(done))
    seen.push(`${name} ends`)
  }
  return { seen, stop }
}

test('what was opened last is closed first, and each waits for the one before it', async () => {
  const { seen, stop } = noting()
  const closing = createClosing()
  closing.add(stop('journal'))
  closing.add(stop('backups'))
  await closing.close()
  expect(seen).toEqual(['backups begins', 'backups ends', 'journal begins', 'journal ends'])
})

test('those beside each other begin at once, and what was opened before waits for all of them', async () => {
  const { seen, stop } = noting()
  const closing = createClosing()
  closing.add(stop('journal'))
  closing.addBeside(stop('service'))
  closing.addBeside(stop('runner'))
  await closing.close()
  expect(seen).toEqual([
    'runner begins',
    'service begins',
    'runner ends',
    'service ends',
    'journal begins',
    'journal ends',
  ])
})

test('one that cannot be closed does not keep the others open, and its failure is told', async () => {
  const { seen, stop } = noting()
  const closing = createClosing()
  closing.add(stop('journal'))
  closing.add(() => {
    throw new Error('the backup hangs')
  })
  closing.addBeside(() => Promise.reject(new Error('the line hangs')))
  await expect(closing.close()).rejects.toThrow('the line hangs')
  expect(seen).toEqual(['journal begins', 'journal ends'])
})

test('a second call closes nothing again', async () => {
  const { seen, stop } = noting()
  const closing = createClosing()
  closing.add(stop('journal'))
  await closing.close()
  await closing.close()
  expect(seen).toHaveLength(2)
})

test('a second call waits for the first, so that nobody goes on while something is still open', async () => {
  const { seen, stop } = noting()
  const closing = createClosing()
  closing.add(stop('journal'))
  void closing.close()
  await closing.close()
  expect(seen).toEqual(['journal begins', 'journal ends'])
})
