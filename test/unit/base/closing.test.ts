import { expect, test } from 'vitest'
import { closedOnFailure, createClosing } from '../../../main/base/closing.ts'

/** A journal to close, and stop functions that note when they begin and when they end, a turn of the event loop later. */
function noting() {
  const seen: string[] = []
  const stop = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise((done) => setImmediate(done))
    seen.push(`${name} ends`)
  }
  const closing = createClosing()
  closing.add(stop('journal'))
  return { seen, stop, closing }
}

test('parts are closed in reverse order, each after the one opened after it has closed', async () => {
  const { seen, stop, closing } = noting()
  closing.add(stop('backups'))
  await closing.close()
  expect(seen).toEqual(['backups begins', 'backups ends', 'journal begins', 'journal ends'])
})

test('parts added with addBeside close at the same time, and parts opened before them wait until all have closed', async () => {
  const { seen, stop, closing } = noting()
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

test('a part that fails to close does not keep the others open, and close throws its error', async () => {
  const { seen, closing } = noting()
  closing.add(() => {
    throw new Error('the backup hangs')
  })
  closing.addBeside(() => Promise.reject(new Error('the line hangs')))
  await expect(closing.close()).rejects.toThrow('the line hangs')
  expect(seen).toEqual(['journal begins', 'journal ends'])
})

test('a second call closes nothing again', async () => {
  const { seen, closing } = noting()
  await closing.close()
  await closing.close()
  expect(seen).toHaveLength(2)
})

test('a second call waits for the first, so that nobody goes on while something is still open', async () => {
  const { seen, closing } = noting()
  void closing.close()
  await closing.close()
  expect(seen).toEqual(['journal begins', 'journal ends'])
})

test('work that fails tells its own reason, also where closing what it opened fails', async () => {
  const close = async () => {
    throw new Error('the disk is gone')
  }
  const work = () => {
    throw new Error('the journal is damaged')
  }
  await expect(closedOnFailure(close, work)).rejects.toThrow('the journal is damaged')
})
