import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { functionsIn } from '../../../../scripts/trials/planted/functions.ts'
import { MUTATIONS } from '../../../../scripts/trials/planted/mutations.ts'
import { plant } from '../../../../scripts/trials/planted/plant.ts'

/** The names of the functions whose own text differs, without those around them. */
function changedIn(file: string, before: string, after: string): readonly string[] {
  const had = functionsIn(file, before)
  const textOf = (code: string, { start, end }: { start: number; end: number }) => code.slice(start, end)
  const differ = functionsIn(file, after).filter(
    (one, at) => textOf(before, had[at] ?? one) !== textOf(after, one),
  )
  const isAround = (one: (typeof differ)[number]) =>
    differ.some((other) => other !== one && one.start <= other.start && other.end <= one.end)
  return differ.filter((one) => !isAround(one)).map(({ name }) => name)
}

/** The specs without the titles of their steps, which cannot be run alone. */
const withoutSteps = (specs: string): string => specs.replace(/test\.step\(.*/g, '')

for (const mutation of MUTATIONS)
  test(`the planted bug “${mutation.name}” changes one function, and its test is there`, () => {
    const { file, inFunction, catcher } = mutation
    const before = readFileSync(inProject(file), 'utf8')
    expect(changedIn(file, before, plant(before, mutation))).toEqual([inFunction])
    const tests = inProject(catcher.file)
    expect(existsSync(tests)).toBe(true)
    if (catcher.title) expect(withoutSteps(readFileSync(tests, 'utf8'))).toContain(catcher.title)
  })

test('nine planted bugs are in main, five in shared and six in the pages, and npm test catches sixteen', () => {
  const inFolder = (folder: string) => MUTATIONS.filter(({ file }) => file.startsWith(`${folder}/`)).length
  expect(['main', 'shared', 'renderer'].map(inFolder)).toEqual([9, 5, 6])
  expect(new Set(MUTATIONS.map(({ name }) => name)).size).toBe(20)
  expect(MUTATIONS.filter(({ catcher }) => catcher.suite === 'test').length).toBeGreaterThanOrEqual(16)
})

const CODE = `
const twice = (n: number): number => n * 2
function outer() {
  const same = () => 'a'
  return same
}
function other() {
  const same = () => 'b'
  return [same, same]
}
`

for (const [why, inFunction, text] of [
  ['a function that is not there', 'thrice', 'n'],
  ['a name of two functions', 'same', "'a'"],
  ['a text that is not in the function', 'twice', 'n * 3'],
  ['a text that is twice in the function', 'other', 'same'],
  ['a text of another function', 'outer', "'b'"],
] as const)
  test(`${why} is refused`, () => {
    expect(() => plant(CODE, { file: 'code.ts', inFunction, text, becomes: '' })).toThrow(/code\.ts/)
  })
