import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { WHOLE_ONLY } from '../../../whole-only.ts'

test('each entry of the tests that only the whole run has names a file', () => {
  const lost = Object.keys(WHOLE_ONLY).filter((pattern) => globSync(inProject(pattern)).length === 0)
  expect(lost).toEqual([])
})

test('each file with tests lies where a runner finds it', () => {
  const found = [
    ...globSync('test/{unit,integration}/**/*.test.{ts,tsx}', { cwd: inProject('.') }),
    ...globSync('test/e2e/**/*.spec.ts', { cwd: inProject('.') }),
  ]
  const written = globSync('{test,scripts,main,preload,renderer,shared}/**/*.{test,spec}.*', {
    cwd: inProject('.'),
  })
  const own = written.filter((file) => !file.includes('node_modules'))
  expect(own.filter((file) => !found.includes(file))).toEqual([])
})
