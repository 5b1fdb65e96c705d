import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replaceAppImage } from '../../../main/updates/index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

function installed() {
  const folder = temporaryFolder()
  const [appImage, file] = [join(folder, 'tugrik.AppImage'), join(temporaryFolder(), 'next.AppImage')]
  writeFileSync(appImage, 'old', { mode: 0o755 })
  writeFileSync(file, 'new')
  return { folder, appImage, file }
}

test('an AppImage is replaced by one that may run, and the version before stays beside it', async () => {
  const { appImage, file } = installed()
  await replaceAppImage(appImage, file, async () => true)
  expect(readFileSync(appImage, 'utf8')).toBe('new')
  expect(statSync(appImage).mode & 0o111).toBe(0o111)
  expect(readFileSync(`${appImage}.previous`, 'utf8')).toBe('old')
})

test('where the copy is not the signed file, the old AppImage stays and nothing is left', async () => {
  const { folder, appImage, file } = installed()
  await expect(replaceAppImage(appImage, file, async () => false)).rejects.toThrow('UPDATE_TAMPERED')
  expect(readFileSync(appImage, 'utf8')).toBe('old')
  expect(readdirSync(folder)).toEqual(['tugrik.AppImage'])
})
