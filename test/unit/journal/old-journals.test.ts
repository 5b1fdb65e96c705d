/**
 * Journals that earlier versions left behind (test/fixtures/journals): each opens, and comes to the sums that it always came
 * to. Where this version knows better, `NAME.today.json` lists each figure that differs, under a sentence that says why.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { silentLog } from '../../../main/environment.ts'
import { replaySales } from '../../../main/projections/index.ts'
import { saleModel } from '../../../main/sales/index.ts'
import { differences, flat } from '../../support/flat-figures.ts'
import {
  type JournalFigures,
  journalFigures,
  sumsByName,
  withJournal,
} from '../../support/journal-figures.ts'
import { OLD_JOURNALS, oldJournal } from '../../support/old-journal-file.ts'

const NAMES = readdirSync(OLD_JOURNALS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.sqlite.gz'))
  .map((path) => path.slice(0, -'.sqlite.gz'.length).replaceAll('\\', '/'))
  .sort()

/** What the version that wrote the journal read out of it. `about` says in words what each sale is: it is for readers. */
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

/** By its path, what a figure was and is; a side that does not have it is left out. Under each sentence that says why. */
type Today = Readonly<
  Record<string, Readonly<Record<string, { readonly was?: unknown; readonly is?: unknown }>>>
>

/** What differs from what the earlier version read, as it is agreed. */
function agreedOf(name: string) {
  const today = JSON.parse(readFileSync(join(OLD_JOURNALS, `${name}.today.json`), 'utf8')) as Today
  return Object.values(today)
    .flatMap((figures) => Object.entries(figures))
    .map(([path, { was, is }]) => ({ path, was, is }))
    .sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Exactly what is agreed differs. */
function expectFigures(file: string, name: string): void {
  const { figures } = expectedOf(name)
  const read = journalFigures(file)
  expect(Object.keys(read).sort()).toEqual(Object.keys(figures).sort())
  expect(differences(flat(figures), flat(read))).toEqual(agreedOf(name))
}

test('the journals of version 15 are there', () => {
  expect(NAMES).toEqual(expect.arrayContaining(['v15/every-state', 'v15/history', 'v15/torture']))
})

test.each(NAMES)('the journal %s is of the version that its folder names', (name) => {
  const database = new DatabaseSync(oldJournal(name), { readOnly: true })
  const version = database.prepare('PRAGMA user_version').get()?.user_version
  database.close()
  expect(name.split('/')[0]).toBe(`v${version}`)
})

test.each(NAMES)(
  'the journal %s opens and comes to the same sums, but for those that are known better now',
  (name) => {
    expectFigures(oldJournal(name), name)
  },
)

test.each(NAMES)('the journal %s, every sale made anew from its events, comes to the same sums', (name) => {
  const file = oldJournal(name)
  withJournal(file, () => {}) // a program with a newer version takes it there first
  const database = new DatabaseSync(file)
  database.exec('BEGIN')
  replaySales(database, saleModel, silentLog)
  database.exec('COMMIT')
  database.close()
  expectFigures(file, name)
})

test.each(NAMES)('an act that was done in the journal %s is not done again', (name) => {
  const { acts } = expectedOf(name)
  const again = (act: string): never => {
    throw new Error(`${act} was done again`)
  }
  const answers = withJournal(oldJournal(name), (journal) =>
    acts.map(({ act }) => {
      // Whose it was, and what was asked for, version 15 did not keep.
      const command = { id: act, at: 0, actor: { id: 'p1', name: 'Сарнай' }, request: 'any' }
      return { act, answer: journal.command<unknown>(command, () => again(act)) ?? null }
    }),
  )
  expect(answers).toEqual(acts)
})
