import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyWhole, fillDraft } from '../../../../main/shop/files/whole-file.ts'
import { needs, systemLacks } from '../../../support/needs.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a copy has the bytes of its original', async () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'from'), join(folder, 'to')]
  writeFileSync(from, Buffer.alloc(3_000_000, 'a'))
  await copyWhole(from, to)
  expect(readFileSync(to).equals(readFileSync(from))).toBe(true)
})

test('a copy is not written through a link that somebody put in its place', async ({ skip }) => {
  needs(skip, systemLacks('posix', 'Windows has no flag that refuses links'))
  const folder = temporaryFolder()
  const [elsewhere, draft] = [join(folder, 'elsewhere'), join(folder, 'draft')]
  writeFileSync(elsewhere, 'mine')
  symlinkSync(elsewhere, draft)
  await expect(fillDraft(draft, 'sales')).rejects.toThrow('ELOOP')
  expect(readFileSync(elsewhere, 'utf8')).toBe('mine')
})
