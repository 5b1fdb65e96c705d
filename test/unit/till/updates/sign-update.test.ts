/** `npm run sign-update`, as whoever publishes a version calls it. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const PROGRAM = inProject('scripts/run/sign-update.ts')

test('a wrong call ends with one line that says what is wrong', () => {
  const folder = temporaryFolder()
  const key = join(folder, 'key.pem')
  writeFileSync(key, 'a key')
  const said = (privateKey: string, ...args: readonly string[]) => {
    const env = { ...process.env, NODE_NO_WARNINGS: '1', TUGRIK_UPDATE_PRIVATE_KEY: privateKey }
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { env, encoding: 'utf8' })
    return [status, stderr]
  }
  expect(said(key, '--new-key', key)).toEqual([1, `${key} exists, and a key is never overwritten\n`])
  expect(said(`${key}.other`, folder)).toEqual([1, 'TUGRIK_UPDATE_PRIVATE_KEY names no file\n'])
  expect(said(key, join(folder, 'none'))).toEqual([1, `there is no folder ${join(folder, 'none')}\n`])
  expect(said(key, folder, '--percent', '500')).toEqual([1, '--percent is a number from 0 to 100\n'])
})
