import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { MUTATIONS, plant } from '../../../../scripts/trials/planted/mutations.ts'

/** The specs without the titles of their steps, which cannot be run alone. */
const withoutSteps = (specs: string): string => specs.replace(/test\.step\(.*/g, '')

for (const mutation of MUTATIONS)
  test(`the planted bug “${mutation.name}” changes its file, and its test is there`, () => {
    const { file, catcher } = mutation
    const before = readFileSync(inProject(file), 'utf8')
    expect(plant(before, mutation)).not.toBe(before)
    const tests = inProject(catcher.file)
    expect(existsSync(tests)).toBe(true)
    if (catcher.title) expect(withoutSteps(readFileSync(tests, 'utf8'))).toContain(catcher.title)
  })

for (const [why, text] of [
  ['a text that is not there', 'n * 3'],
  ['a text that is there twice', 'n'],
] as const)
  test(`${why} is refused`, () => {
    expect(() => plant('const twice = (n) => n * 2', { file: 'code.ts', text, becomes: '' })).toThrow(
      /code\.ts/,
    )
  })
