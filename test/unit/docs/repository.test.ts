import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../../scripts/run/setup/project.mjs'
import { TEST_PACKAGES } from '../../../scripts/run/setup/system-packages.ts'
import { usageOf } from '../../../scripts/run/setup/usage.mjs'

const read = (path: string): string => readFileSync(inProject(path), 'utf8')
const json = (path: string) => JSON.parse(read(path))

test('.nvmrc names the Node that the scripts run on', () => {
  expect(read('.nvmrc').trim()).toBe(json('package.json').devDependencies.node)
})

test('every action of a workflow is pinned by its full commit', () => {
  const workflows = readdirSync(inProject('.github/workflows')).map((name) =>
    read(`.github/workflows/${name}`),
  )
  const used = workflows.flatMap((text) => [...text.matchAll(/uses: *(\S+)/g)].map(([, action]) => action))
  expect(used.length).toBeGreaterThan(0)
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/)
})

/** The packages of a line that installs them. */
const installedIn = (text: string): readonly string[] | undefined =>
  /apt-get install -y\s+([\w\s.-]+?)(?:\n\n|\n *[#-])/.exec(text)?.[1]?.split(/\s+/)

test('docs/operations.md and CI install the packages that the tests install', () => {
  expect(installedIn(read('docs/operations.md'))).toEqual(['chromium', ...TEST_PACKAGES])
  expect(installedIn(read('.github/workflows/ci.yml'))).toEqual(TEST_PACKAGES)
})

test('every script of package.json has a description that --help prints', () => {
  const scripts: [string, string][] = Object.entries(json('package.json').scripts)
  const launched = scripts.flatMap(([name, command]) => {
    const [, file] = /launch\.mjs ([\w/-]+)$/.exec(command) ?? []
    return file === undefined ? [] : [{ name, file }]
  })
  expect(launched.length).toBeGreaterThan(10)
  for (const { name, file } of launched)
    expect(usageOf(inProject(`scripts/${file}.ts`))).toMatch(new RegExp(`npm (run )?${name}\\b`))
})
