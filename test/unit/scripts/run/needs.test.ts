import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'

/** What a process prints whose tests call `needs`, and its exit code; a skip prints its reason too. */
function runNeeds(calls: string, environment: Record<string, string> = {}) {
  const { CI: _, ...env } = process.env
  const source = `
    import { needs, programsMissing, systemLacks } from './test/support/needs.ts'
    const skip = (reason) => console.log('told the runner: ' + reason)
    ${calls}`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    cwd: inProject('.'),
    encoding: 'utf8',
    env: { ...env, ...environment },
  })
  return { lines: stdout.split('\n').filter((line) => line !== ''), stderr, status }
}

const LACKS_SOCAT = `needs(skip, 'no socat', { platform: 'linux' })`
const CI = { CI: '1' }

test('a test that lacks something is skipped, and the reason is printed once', () => {
  expect(runNeeds(`${LACKS_SOCAT}; ${LACKS_SOCAT}`).lines).toEqual([
    'skipped: no socat',
    'told the runner: no socat',
    'told the runner: no socat',
  ])
})

test('in CI a test that lacks something fails with the reason', () => {
  const { lines, stderr, status } = runNeeds(LACKS_SOCAT, CI)
  expect(lines).toEqual([])
  expect(stderr).toContain('Error: no socat')
  expect(status).toBe(1)
})

test('in CI a test is skipped with the reason on a platform where nobody expects the missing part', () => {
  const { lines, status } = runNeeds(`needs(skip, 'no socat', { platform: 'win32' })`, CI)
  expect(lines).toEqual(['skipped: no socat', 'told the runner: no socat'])
  expect(status).toBe(0)
})
