import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { diagnoseCopy } from '../../../../main/storage/backup/index.ts'
import { journalAt, newFile } from './till-journal.ts'

test('a journal of another build is named, and nothing is counted in it', () => {
  const file = newFile()
  journalAt(file).close()
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA application_id = 1; UPDATE key_value SET value = '1' WHERE name = 'format'`)
  database.close()
  expect(diagnoseCopy(file)).toMatchObject({ failure: { name: 'DATA_OF_ANOTHER_BUILD' }, counts: {} })
})
