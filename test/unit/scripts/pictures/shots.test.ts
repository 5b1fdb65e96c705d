import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('pictures of an unknown view are refused before anything is prepared, with the names that there are', async () => {
  const args = [
    inProject('scripts/pictures/shots.ts'),
    '--only',
    'till-goods,till-gods',
    '--out',
    temporaryFolder(),
  ]
  const refused = await promisify(execFile)(process.execPath, args).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  const { stderr } = refused as { readonly stderr: string }
  expect(stderr).toMatch(/^No view has the name till-gods\. The names are: .*till-goods, /m)
})
