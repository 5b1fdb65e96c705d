import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a set-up that runs on the Node in node_modules outlives the deletion of node_modules', () => {
  const project = temporaryFolder()
  const [modules, place] = [join(project, 'node_modules'), join(project, 'out')]
  mkdirSync(join(modules, 'node'), { recursive: true })
  mkdirSync(place)
  writeFileSync(join(place, '1-node'), 'of an earlier set-up')
  const node = join(modules, 'node', basename(process.execPath))
  copyFileSync(process.execPath, node)
  const script = `
    import { keepRunningNode } from ${JSON.stringify(pathToFileURL(inProject('scripts/run/setup/running-node.mjs')))}
    import { spawnSync } from 'node:child_process'
    import { rmSync } from 'node:fs'
    const [modules, place] = ${JSON.stringify([modules, place])}
    keepRunningNode(modules, place)
    rmSync(modules, { recursive: true })
    console.log(spawnSync(process.execPath, ['-p', '"runs"'], { encoding: 'utf8' }).stdout.trim())
  `
  expect(execFileSync(node, ['--input-type=module', '--eval', script], { encoding: 'utf8' })).toBe('runs\n')
  expect(readdirSync(project)).toEqual(['out'])
  expect(readdirSync(place)).toHaveLength(1)
})
