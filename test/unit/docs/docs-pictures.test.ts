import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../../../scripts/run/setup/project.mjs'

const FOLDER = 'docs/screens'
const LARGEST = 80_000

const held = readdirSync(inProject(FOLDER)).filter((name) => !name.endsWith('.md'))

test('the page of pictures shows each picture of the repository once, and no other', () => {
  const page = readFileSync(inProject(`${FOLDER}/README.md`), 'utf8')
  const shown = [...page.matchAll(/(?:\]\(|src=")([\w.-]+\.(?:webp|png))[)"]/g)].map(([, name]) => name)
  expect(shown.sort()).toEqual(held.sort())
})

test('each picture is small, so that a clone stays small', () => {
  for (const name of held) expect(statSync(inProject(`${FOLDER}/${name}`)).size, name).toBeLessThan(LARGEST)
})
