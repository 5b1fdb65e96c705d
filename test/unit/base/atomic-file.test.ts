import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceFile, writeFileAtomically } from '../../../main/base/files/atomic-file.ts'
import { needs, PERMISSIONS_MISSING } from '../../support/needs.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const someFile = (): string => {
  const path = join(temporaryFolder(), 'list.json')
  writeFileSync(path, 'old')
  return path
}
const contentOf = (path: string): string => readFileSync(path, 'utf8')
const namesBeside = (path: string): readonly string[] => readdirSync(dirname(path))

test('a file is replaced and no temporary file stays', async () => {
  const path = someFile()
  writeFileSync(`${path}.tugrik-new`, 'half written by a process that was killed')
  expect(await replaceFile(path, (draft) => writeFile(draft, 'new'))).toBe(true)
  expect(contentOf(path)).toBe('new')
  expect(namesBeside(path)).toEqual([basename(path)])
})

test('the file gets its name only after it was checked', async () => {
  const path = join(temporaryFolder(), 'list.json')
  await replaceFile(
    path,
    (draft) => writeFile(draft, 'new'),
    (draft) => {
      expect(contentOf(draft)).toBe('new')
      expect(existsSync(path)).toBe(false)
    },
  )
  expect(contentOf(path)).toBe('new')
})

test('when the check returns false, the earlier file stays and no temporary file stays', async () => {
  const path = someFile()
  const write = (draft: string) => writeFile(draft, 'new')
  expect(await replaceFile(path, write, () => false)).toBe(false)
  expect(contentOf(path)).toBe('old')
  expect(namesBeside(path)).toEqual([basename(path)])
})

test('when writing or checking fails, the earlier file stays and no temporary file stays', async () => {
  const path = someFile()
  const fail = () => {
    throw new Error('the disk is full')
  }
  await expect(replaceFile(path, (draft) => writeFile(draft, 'ha').then(fail))).rejects.toThrow('full')
  await expect(replaceFile(path, (draft) => writeFile(draft, 'new'), fail)).rejects.toThrow('full')
  expect(contentOf(path)).toBe('old')
  expect(namesBeside(path)).toEqual([basename(path)])
})

test('only the owner of the till’s own files can read them', ({ skip }) => {
  needs(skip, PERMISSIONS_MISSING)
  const path = someFile()
  writeFileAtomically(path, 'new')
  expect(contentOf(path)).toBe('new')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})
