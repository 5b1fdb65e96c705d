import { copyFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookOutside } from '../../../main/backup/index.ts'
import { oldJournal } from '../../support/old-journal-file.ts'

test('a whole journal of an older version is no failure, although it lacks columns of today', () => {
  const file = oldJournal('v15/every-state')
  const copy = `${file}.copy`
  copyFileSync(file, copy)
  expect(lookOutside(copy)).toMatchObject({ failure: null, counts: {} })
})
