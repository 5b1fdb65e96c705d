/** A real lock of Windows on the files that the till replaces. test/unit/base/held-files.test.ts has the same without a lock. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile, saveDocument, writeFileAtomically } from '../../../main/base/files/atomic-file.ts'
import { removeSync, replaceSync } from '../../../main/base/files/held-files.ts'
import { lockedFile } from '../../support/locked-file.ts'
import { needs } from '../../support/needs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const lacksLocks = process.platform === 'win32' ? null : 'only Windows refuses to replace a file that is open'

/** Every way in which the till replaces or removes a file, with a file of each. */
const WAYS: readonly [file: string, way: (path: string) => unknown][] = [
  ['pin-attempts.json', (path) => writeFileAtomically(path, 'new')],
  ['updates.json', (path) => writeFileAtomically(path, 'new')],
  ['receipt-seal.key', (path) => writeFileAtomically(path, 'new')],
  ['practice-service.jsonl', (path) => writeFileAtomically(path, 'new')],
  ['goods-0001.json', (path) => replaceFile(path, (draft) => writeFile(draft, 'new'))],
  ['Борлуулалт 2026.csv', (path) => saveDocument(path, (draft) => writeFile(draft, 'new'))],
  [
    'register.sqlite',
    (path) => {
      writeFileSync(`${path}.rescued`, 'new')
      replaceSync(`${path}.rescued`, path)
    },
  ],
  [
    'terminal.log',
    (path) => {
      removeSync(path)
      writeFileSync(path, 'new')
    },
  ],
]

for (const [file, way] of WAYS)
  test(`${file} is replaced once another program has let go of it`, async ({ skip }) => {
    needs(skip, lacksLocks, { expectedOn: ['win32'] })
    const path = join(temporaryFolder(), file)
    writeFileSync(path, 'old')
    const { letGo } = await lockedFile(path)
    letGo() // it takes a moment, in which the till tries
    await way(path)
    expect(readFileSync(path, 'utf8')).toBe('new')
  })

test('an export beside an open one gets the next name', async ({ skip }) => {
  needs(skip, lacksLocks, { expectedOn: ['win32'] })
  const folder = temporaryFolder()
  const path = join(folder, 'Бараа.csv')
  writeFileSync(path, 'old')
  await lockedFile(path)
  expect(await saveDocument(path, (draft) => writeFile(draft, 'new'))).toBe(join(folder, 'Бараа (2).csv'))
  expect(readdirSync(folder).sort()).toEqual(['Бараа (2).csv', 'Бараа.csv'])
})
