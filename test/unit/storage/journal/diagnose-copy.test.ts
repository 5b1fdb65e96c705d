import { expect, test } from 'vitest'
import { diagnoseCopy } from '../../../../main/storage/backup/index.ts'
import { changeFile } from '../../../support/sql-on-file.ts'
import { journalAt, newFile } from './till-journal.ts'

test('a journal of another build is named, and nothing is counted in it', () => {
  const file = newFile()
  journalAt(file).close()
  changeFile(file, `PRAGMA application_id = 1; UPDATE key_value SET value = '1' WHERE name = 'format'`)
  expect(diagnoseCopy(file)).toMatchObject({ failure: { name: 'DATA_OF_ANOTHER_BUILD' }, counts: {} })
})
