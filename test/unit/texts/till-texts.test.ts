/** A page starts with the till's texts alone, and loads those of the rooms with the rooms (renderer/texts/speech.ts). */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { inProject } from '../../../scripts/setup/project.mjs'
import { mnRooms } from '../../../shared/texts/mn-rooms.ts'
import { mnTill } from '../../../shared/texts/mn-till.ts'

/** What the page's bundle begins with: the file, and what it imports by statements for more than types. */
function sourcesOf(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file) || !existsSync(file)) return found
  found.add(file)
  const code = readFileSync(file, 'utf8')
  for (const [, name = ''] of code.matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+\.tsx?)'/gm))
    sourcesOf(join(dirname(file), name), found)
  return found
}

/** The first parts of keys in a file's code: 'books' of say('books.title'). */
const groupsIn = (code: string): readonly string[] =>
  [...code.matchAll(/['"`]([a-zA-Z]+)\.[\w.${}-]*/g)].map(([, group = '']) => group)

const groupOf = (key: string): string => key.split('.')[0] ?? ''

test.each(['cashier', 'display'])('the %s’s page asks at its start for no text of the rooms', (page) => {
  const sources = [...sourcesOf(inProject(`renderer/${page}/main.tsx`))].filter((file) =>
    file.startsWith(inProject('renderer')),
  )
  expect(sources.length).toBeGreaterThan(10)
  const rooms = new Set(Object.keys(mnRooms).map(groupOf))
  const asked = sources.flatMap((file) =>
    groupsIn(readFileSync(file, 'utf8'))
      .filter((group) => rooms.has(group))
      .map((group) => `${file.slice(inProject('').length)}: ${group}`),
  )
  expect(asked).toEqual([])
})

test('a group of texts is either the till’s or the rooms’', () => {
  const till = new Set(Object.keys(mnTill).map(groupOf))
  expect(Object.keys(mnRooms).filter((key) => till.has(groupOf(key)))).toEqual([])
})
