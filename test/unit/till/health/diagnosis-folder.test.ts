import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { diagnosisFolder, removeLeftDiagnoses } from '../../../../main/till/health/index.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

afterEach(() => vi.unstubAllEnvs())

test('the copies that a killed diagnosis left are removed, those of one that runs are not', () => {
  vi.stubEnv('TMPDIR', temporaryFolder())
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  const left = mkdtempSync(join(tmpdir(), `tugrik-diagnose-${pid}-`))
  writeFileSync(join(left, 'journal.sqlite'), 'sales')
  const own = diagnosisFolder()
  expect([left, own].map((folder) => existsSync(folder))).toEqual([false, true])
  removeLeftDiagnoses()
  expect(existsSync(own)).toBe(true)
})
