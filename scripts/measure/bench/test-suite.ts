/** How long `npm test` takes in a checkout that is set up. */
import { spawnSync } from 'node:child_process'
import { inProject } from '../../run/setup/project.mjs'
import { type Figure, figure, spreadOf } from './figure.ts'

export function measureTestSuite(): readonly Figure[] {
  const begun = performance.now()
  const { status } = spawnSync(process.execPath, [inProject('scripts/run/test.ts')], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the tests failed, so their time says nothing')
  const minutes = (performance.now() - begun) / 60_000
  return [
    figure({
      ...{ name: 'npm test', note: 'in a checkout that is set up', unit: 'min' },
      ours: spreadOf([minutes]),
      reach: { at: 'max', atMost: 5 },
    }),
  ]
}
