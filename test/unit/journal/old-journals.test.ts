/**
 * Journals that earlier versions wrote (test/fixtures/journals): each opens with the same sums as then.
 * `NAME.today.json` lists each figure that this version reads differently, under a sentence that says why.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { differences, flat } from '../../support/flat-figures.ts'
import {
  type JournalFigures,
  journalFigures,
  sumsByName,
  withJournal,
} from '../../support/journal-figures.ts'
import { OLD_JOURNALS, oldJournal } from '../../support/old-journal-file.ts'
import { rebuildAll } from '../../support/rebuild-all.ts'

const NAMES = readdirSync(OLD_JOURNALS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.sqlite.gz'))
  .map((path) => path.slice(0, -'.sqlite.gz'.length).replaceAll('\\', '/'))
  .sort()

/** The figures that the version which wrote the journal read from it. `about` describes each sale for readers. */
type Expected = Omit<JournalFigures, 'daySums' | 'soldWithoutShift'> & {
  readonly daySums: Parameters<typeof sumsByName>[0]
  readonly soldWithoutShift: readonly { readonly total: number }[]
  readonly about?: Readonly<Record<string, string>>
  readonly acts: readonly { readonly act: string; readonly answer: unknown }[]
}

function expectedOf(name: string) {
  const text = readFileSync(join(OLD_JOURNALS, `${name}.expected.json`), 'utf8')
  const { about: _about, acts, daySums, soldWithoutShift, ...figures } = JSON.parse(text) as Expected
  const without = {
    times: soldWithoutShift.length,
    amount: soldWithoutShift.reduce((sum, { total }) => sum + total, 0),
  }
  return { acts, figures: { ...figures, daySums: sumsByName(daySums), soldWithoutShift: without } }
}

/** For each reason the figures that differ, by path: what a figure was and is; a side that lacks it is left out. */
type Today = Readonly<
  Record<string, Readonly<Record<string, { readonly was?: unknown; readonly is?: unknown }>>>
>

/** The agreed differences from the figures of the earlier version. */
function agreedOf(name: string) {
  const today = JSON.parse(readFileSync(join(OLD_JOURNALS, `${name}.today.json`), 'utf8')) as Today
  return Object.values(today)
    .flatMap((figures) => Object.entries(figures))
    .map(([path, { was, is }]) => ({ path, was, is }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Expects exactly the agreed differences. */
function expectFigures(file: string, name: string): void {
  const { figures } = expectedOf(name)
  const read = journalFigures(file)
  expect(Object.keys(read).sort()).toEqual(Object.keys(figures).sort())
  expect(differences(flat(figures), flat(read))).toEqual(agreedOf(name))
}

test('the journals of version 15 are there', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['v15/every-state', 'v15/history', 'v15/torture']))
})

test.each(NAMES)('the journal %s has the version that its folder names', (name) => {
  const database = new DatabaseSync(oldJournal(name), { readOnly: true })
  const version = database.prepare('PRAGMA user_version').get()?.user_version
  database.close()
  expect(name.split('/')[0]).toBe(`v${version}`)
})

test.each(NAMES)('the journal %s opens with the same figures, except for the agreed differences', (name) => {
  expectFigures(oldJournal(name), name)
})

test.each(NAMES)(
  'the journal %s gives the same figures when every sale is replayed from its events',
  (name) => {
    const file = oldJournal(name)
    withJournal(file, () => {}) // upgrades the journal to this version first
    const database = new DatabaseSync(file)
    database.exec('BEGIN')
    rebuildAll(database)
    database.exec('COMMIT')
    database.close()
    expectFigures(file, name)
  },
)

test.each(NAMES)('a command that was carried out in the journal %s is not repeated', (name) => {
  const { acts } = expectedOf(name)
  const again = (act: string): never => {
    throw new Error(`${act} was done again`)
  }
  const answers = withJournal(oldJournal(name), (journal) =>
    acts.map(({ act }) => {
      // Version 15 did not store the person and the request of a command.
      const command = { id: act, at: 0, actor: { id: 'p1', name: 'Сарнай' }, request: 'any' }
      return { act, answer: journal.command<unknown>(command, () => again(act)) ?? null }
    }),
  )
  expect(answers).toEqual(acts)
})
