import { readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { loadProfiles, profileNamed } from '../../../../main/paper/print/index.ts'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('every profile is valid, and the generic one comes first', () => {
  const ids = loadProfiles().map(({ id }) => id)
  expect(ids[0]).toBe('escpos')
  expect(ids.toSorted()).toEqual(
    readdirSync(inProject('resources/printers'))
      .map((file) => basename(file, '.json'))
      .toSorted(),
  )
})

test('an unknown profile name gives the generic profile', () => {
  expect(profileNamed('of-a-later-version').id).toBe('escpos')
})

test('text mode is only in profiles with KZ-1048', () => {
  const text = loadProfiles().filter(({ mode }) => mode === 'text')
  expect(text.map(({ id, codePage }) => ({ id, codePage }))).toEqual([
    { id: 'epson-tm-t20-text', codePage: 53 },
  ])
})

test.each([
  ['is not JSON', 'mine.json', '{'],
  ['lacks fields of a profile', 'mine.json', '{"id":"mine"}'],
  ['has the id of another profile', 'mine.json', JSON.stringify(profileNamed('escpos'))],
  [
    'has text mode without a code page',
    'escpos.json',
    JSON.stringify({ ...profileNamed('escpos'), mode: 'text' }),
  ],
  [
    'has bands of more than 255 rows',
    'escpos.json',
    JSON.stringify({ ...profileNamed('escpos'), bandRows: 256 }),
  ],
])('a profile file that %s is refused by name', (_what, file, content) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, file), content)
  expect(() => loadProfiles(folder)).toThrow(`${file} is no printer profile`)
})
