import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inProject } from '../../../scripts/run/setup/project.mjs'

const PAGE = 'docs/architecture.md'
const READMES = globSync('{main/*,renderer,shared,scripts,test}/README.md', { cwd: inProject('.') })

const read = (file: string): string => readFileSync(inProject(file), 'utf8')
const linesUnder = (page: string, heading: string): readonly string[] => {
  const [, after = ''] = read(page).split(`\n## ${heading}\n`)
  const [section = ''] = after.split('\n## ')
  return section.split('\n').filter((line) => /^(- |\| \[)/.test(line))
}

/** The file that a line links to, and the name in backticks behind it. */
const placeIn = (page: string, line: string) => {
  const [, link = '', name = ''] = /\]\(([^)]+)\) (?:\| )?`(\w+)`/.exec(line) ?? []
  return { line, file: join(dirname(page), link), name }
}

const placesUnder = (page: string, heading: string) =>
  linesUnder(page, heading).map((line) => placeIn(page, line))

const questions = [PAGE, ...READMES].flatMap((page) => placesUnder(page, 'Where is it decided?'))
const wayOfAnAmount = placesUnder(PAGE, 'The way of an amount')

function expectDeclared({ file, name }: { readonly file: string; readonly name: string }): void {
  expect(name).not.toBe('')
  expect(existsSync(inProject(file)), file).toBe(true)
  const declared = new RegExp(
    `^(?:export )?(?:async )?(?:function\\*? |const |type |class |CREATE FUNCTION shop\\.)${name}\\b`,
    'm',
  )
  expect(read(file)).toMatch(declared)
}

describe('where is it decided', () => {
  test('the page of the architecture answers ten questions, and the wings a hundred more', () => {
    expect(linesUnder(PAGE, 'Where is it decided?')).toHaveLength(10)
    expect(questions.length).toBeGreaterThan(110)
  })

  test('each question stands in one place', () => {
    const places = questions.map(({ file, name }) => `${file} ${name}`)
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([])
  })

  test.each(questions)('$line', expectDeclared)
})

describe('the way of an amount', () => {
  test('is at most fifteen files long', () => {
    expect(wayOfAnAmount.length).toBeGreaterThan(10)
    expect(wayOfAnAmount.length).toBeLessThanOrEqual(15)
  })

  test.each(wayOfAnAmount)('passes $file', expectDeclared)
})

test('every wing of the main process has a page of its own', () => {
  const wings = readdirSync(inProject('main'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of wings) expect(READMES).toContain(`main/${name}/README.md`)
})

test('a document or a comment leads to every decision', () => {
  const pages = globSync(
    '{*.md,docs/*.md,main/*/README.md,renderer/README.md,shared/README.md,scripts/README.md,test/README.md}',
    { cwd: inProject('.') },
  )
  const sources = globSync('{main,preload,renderer,shared,scripts}/**/*.{ts,tsx}', { cwd: inProject('.') })
  const all = [...pages, ...sources].map(read).join('\n')
  expect(readdirSync(inProject('docs/decisions')).filter((name) => !all.includes(name))).toEqual([])
})

test.each(readdirSync(inProject('docs/decisions')))('the decision %s has a date and a status', (name) => {
  const [, second] = read(`docs/decisions/${name}`).split('\n')
  expect(second).toMatch(/^20\d\d-\d\d-\d\d · (accepted|replaced by \S+)$/)
})
