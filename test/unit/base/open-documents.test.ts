import { expect, test } from 'vitest'
import { documentsOpener } from '../../../main/base/files/write-document.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

function opener(open: ((path: string) => Promise<boolean>) | null) {
  const time = { now: 0 }
  const folder = temporaryFolder()
  return { folder, time, press: documentsOpener(folder, open, { monotonic: () => time.now }) }
}

test('a page that asks again and again opens one window in three seconds', async () => {
  const opened: string[] = []
  const { folder, time, press } = opener((path) => Promise.resolve(opened.push(path) > 0))
  for (const now of [0, 10, 2_999, 3_000]) {
    time.now = now
    await press()
  }
  expect(opened).toEqual([folder, folder])
})

test.each([
  ['outside Electron', null],
  ['a system without a file manager', () => Promise.resolve(false)],
])('%s is told by name', async (_, open) => {
  await expect(opener(open).press()).rejects.toThrow('FOLDER_NOT_OPENED')
})
