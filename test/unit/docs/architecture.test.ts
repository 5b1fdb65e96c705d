import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inProject } from '../../../scripts/run/setup/project.mjs'

const page = readFileSync(inProject('docs/architecture.md'), 'utf8')
const table = /\n## Where is it decided\?\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
const rows = [...table.matchAll(/^\| (.+?) \| \[(.+?)\]\((.+?)\) \| `(\w+)` \|/gm)].map(
  ([, question = '', file = '', link = '', name = '']) => ({ question, file, link, name }),
)

describe('the table "Where is it decided?" of docs/architecture.md', () => {
  test('has at least twenty questions, each in a row that this test can read', () => {
    expect(rows.length).toBeGreaterThanOrEqual(20)
    const lines = table.split('\n').filter((line) => line.startsWith('| '))
    expect(rows).toHaveLength(lines.length - 1)
  })

  test.each(rows)('$question $file declares $name', ({ file, link, name }) => {
    expect(link).toBe(`../${file}`)
    expect(existsSync(inProject(file))).toBe(true)
    const declared = new RegExp(`^(?:export )?(?:async )?(?:function\\*?|const|type|class) ${name}\\b`, 'm')
    expect(readFileSync(inProject(file), 'utf8')).toMatch(declared)
  })
})

test.each(readdirSync(inProject('docs/decisions')))('the decision %s has a date and a status', (name) => {
  const [, second] = readFileSync(inProject(`docs/decisions/${name}`), 'utf8').split('\n')
  expect(second).toMatch(/^20\d\d-\d\d-\d\d · (accepted|replaced by \S+)$/)
})
