import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DOCS_PICTURES } from '../../../scripts/pictures/shots/docs-pictures.ts'
import { inProject } from '../../../scripts/run/setup/project.mjs'

const FOLDER = 'docs/screens'
const LARGEST = 80_000

test('the repository holds the listed pictures and no other', () => {
  const held = readdirSync(inProject(FOLDER)).filter((name) => !name.endsWith('.md'))
  expect(held.sort()).toEqual([...DOCS_PICTURES].sort())
})

test('the page of pictures shows each picture once', () => {
  const page = readFileSync(inProject(`${FOLDER}/README.md`), 'utf8')
  const shown = [...page.matchAll(/(?:\]\(|src=")([\w.-]+\.(?:webp|png))[)"]/g)].map(([, name]) => name)
  expect(shown.sort()).toEqual([...DOCS_PICTURES].sort())
})

test('each picture is small, so that a clone stays small', () => {
  for (const name of DOCS_PICTURES)
    expect(statSync(inProject(`${FOLDER}/${name}`)).size, name).toBeLessThan(LARGEST)
})
