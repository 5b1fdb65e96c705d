/** A page starts with the till's texts alone, and loads those of the rooms with the rooms (renderer/texts/speech.ts). */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { inProject } from '../../../../scripts/run/setup/project.mjs'
import { mnRooms } from '../../../../shared/texts/mn-rooms.ts'
import { mnTill } from '../../../../shared/texts/mn-till.ts'

/** What the page's bundle begins with: the file, and what it imports by statements for more than types. */
function sourcesOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  const code = readFileSync(file, 'utf8')
  for (const [, name = ''] of code.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm))
    sourcesOf(join(dirname(file), name), found)
  return found
}

const VARIABLE = /\$\{(?:[^{}]|\{[^{}]*\})*\}/
const KEY = new RegExp(
  `['"\`]((?:[a-zA-Z]+|${VARIABLE.source}(?=\\.[a-z]))(?:[\\w.-]|${VARIABLE.source})*)['"\`]`,
  'g',
)

/** Patterns of the text keys in a file's code: 'park' and 'books.title' match themselves, `books.${what}` and `${what}.title` match many. */
const asksOf = (code: string): readonly RegExp[] =>
  [...code.matchAll(KEY)].map(([, key = '']) => {
    const parts = key.split(VARIABLE).map((part) => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('.+')}(_one|_other)?$`)
  })

test.each(['cashier', 'display'])('the %s’s page asks at its start for no text of the rooms', (page) => {
  const sources = [...sourcesOf(inProject(`renderer/${page}/main.tsx`))].filter((file) =>
    file.startsWith(inProject('renderer')),
  )
  expect(sources.length).toBeGreaterThan(10)
  const rooms = Object.keys(mnRooms)
  const asked = sources.flatMap((file) =>
    asksOf(readFileSync(file, 'utf8')).flatMap((ask) =>
      rooms.filter((key) => ask.test(key)).map((key) => `${file.slice(inProject('').length)}: ${key}`),
    ),
  )
  expect(asked).toEqual([])
})

test('a text is either the till’s or the rooms’', () => {
  expect(Object.keys(mnRooms).filter((key) => key in mnTill)).toEqual([])
})
