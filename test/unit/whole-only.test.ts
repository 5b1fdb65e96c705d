import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../scripts/setup/project.mjs'
import { WHOLE_ONLY } from '../whole-only.ts'

test('each entry of the tests that only the whole run has names a file', () => {
  const lost = Object.keys(WHOLE_ONLY).filter((pattern) => globSync(inProject(pattern)).length === 0)
  expect(lost).toEqual([])
})
