/** The folders are those of Windows; the files, and the kills of the process that moves them, are real. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { dataFolder, dataFolderNow, foldersLeftBehind } from '../../main/data-move.ts'
import { type DataPlaces, dataPlaces } from '../../main/data-place.ts'
import { heldFile } from '../support/held-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const OLD = new Date('2026-01-02T03:04:05Z')

/** A computer with the folder that the installer makes, and the places of a user of it. */
function computer() {
  const disk = temporaryFolder()
  mkdirSync(join(disk, 'ProgramData', 'Tugrik POS'), { recursive: true })
  const placesOf = (user: string): DataPlaces & { readonly windows: NonNullable<DataPlaces['windows']> } => {
    const profile = join(disk, 'Users', user, 'AppData')
    const environment = { ProgramData: join(disk, 'ProgramData'), LOCALAPPDATA: join(profile, 'Local') }
    const appData = join(profile, 'Roaming')
    const places = dataPlaces({ platform: 'win32', isInstalled: true, environment, appData })
    mkdirSync(places.own, { recursive: true })
    mkdirSync(appData, { recursive: true })
    if (places.windows === null) throw new Error('no places of Windows')
    return { ...places, windows: places.windows }
  }
  return { placesOf }
}

/** What an older version left: a journal whose last sale is in its -wal, files in folders, secrets, and Chromium's own. */
function fillOlder(
  { windows: { older } }: ReturnType<ReturnType<typeof computer>['placesOf']>,
  sale: string,
): void {
  mkdirSync(join(older, 'backups'), { recursive: true })
  mkdirSync(join(older, 'Cache'))
  const open = join(temporaryFolder(), 'open.sqlite')
  const journal = new DatabaseSync(open)
  journal.exec('PRAGMA journal_mode = WAL; CREATE TABLE sales (id TEXT) STRICT')
  journal.prepare('INSERT INTO sales VALUES (?)').run(sale)
  for (const end of ['', '-wal']) cpSync(`${open}${end}`, join(older, `journal.sqlite${end}`))
  journal.close()
  writeFileSync(join(older, 'backups', 'journal-1.sqlite'), `${sale} backup`)
  writeFileSync(join(older, 'Бараа.csv'), sale)
  utimesSync(join(older, 'Бараа.csv'), OLD, OLD)
  writeFileSync(join(older, 'vault.json'), `{"merchant-password":"${sale}"}`)
  writeFileSync(join(older, 'Local State'), `{"key":"${sale}"}`)
  writeFileSync(join(older, 'Cache', 'page'), 'of Chromium')
}

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((name) => name !== 'copied-from.json')
    .sort()

const DATA = ['backups/journal-1.sqlite', 'journal.sqlite', 'journal.sqlite-wal', 'Бараа.csv'].sort()

function expectAllOf(sale: string, folder: string): void {
  expect(filesIn(folder)).toEqual(DATA)
  expect(readFileSync(join(folder, 'Бараа.csv'), 'utf8')).toBe(sale)
  expect(readFileSync(join(folder, 'backups', 'journal-1.sqlite'), 'utf8')).toBe(`${sale} backup`)
  const copy = join(temporaryFolder(), 'journal.sqlite')
  for (const end of ['', '-wal']) cpSync(join(folder, `journal.sqlite${end}`), `${copy}${end}`)
  const journal = new DatabaseSync(copy)
  expect(journal.prepare('SELECT id FROM sales').all()).toEqual([{ id: sale }])
  journal.close()
}

const silent = (): void => {}

test('the data of the first user come to the shared place with their dates, the secrets stay with the user, and the older folder is set aside', () => {
  const places = computer().placesOf('Б.Дорж')
  fillOlder(places, 'sale of Dorj')
  expect(dataFolder(places, silent)).toBe(places.shared)
  expectAllOf('sale of Dorj', places.shared)
  expect(statSync(join(places.shared, 'Бараа.csv')).mtime).toEqual(OLD)
  expect(readFileSync(join(places.own, 'vault.json'), 'utf8')).toContain('sale of Dorj')
  expect(readFileSync(join(places.own, 'Local State'), 'utf8')).toContain('sale of Dorj')
  expect(existsSync(places.windows.older)).toBe(false)
  expect(filesIn(join(places.own, 'before-the-move'))).toEqual(expect.arrayContaining(DATA))
  expect(dataFolder(places, silent)).toBe(places.shared)
})

test('two users’ data are never mixed, whoever starts first, and a third user shares those of the first', () => {
  const { placesOf } = computer()
  const [dorj, saraa, bat] = [placesOf('Дорж'), placesOf('Сараа'), placesOf('Бат')]
  fillOlder(dorj, 'sale of Dorj')
  fillOlder(saraa, 'sale of Saraa')
  expect(dataFolder(saraa, silent)).toBe(saraa.shared)
  expect(dataFolder(dorj, silent)).toBe(dorj.windows.alone)
  expect(dataFolder(bat, silent)).toBe(bat.shared)
  for (const again of [1, 2]) {
    expect([again, dataFolder(saraa, silent)]).toEqual([again, saraa.shared])
    expect([again, dataFolder(dorj, silent)]).toEqual([again, dorj.windows.alone])
  }
  expectAllOf('sale of Saraa', saraa.shared)
  expectAllOf('sale of Dorj', dorj.windows.alone)
  expect(readFileSync(join(dorj.own, 'vault.json'), 'utf8')).toContain('sale of Dorj')
  expect(existsSync(join(bat.own, 'vault.json'))).toBe(false)
})

/** Returns whether it was killed. */
async function moveKilledAt(work: number, places: DataPlaces): Promise<boolean> {
  const script = join(import.meta.dirname, '../support/move-data.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(places), String(work)], { stdio: 'ignore' })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0 && signal === null) throw new Error(`the move ended with ${code}`)
  return signal !== null
}

test('a kill before any work on any file loses nothing, and the next start completes the move', async () => {
  let ended = false
  const killOnce = async (work: number): Promise<void> => {
    const { placesOf } = computer()
    const [dorj, saraa] = [placesOf('Дорж'), placesOf('Сараа')]
    fillOlder(dorj, 'sale of Dorj')
    if (!(await moveKilledAt(work, dorj))) ended = true
    // What a look finds then has everything, and so has the next start.
    const now = dataFolderNow(dorj)
    if (now === dorj.windows.older) expect(filesIn(now)).toEqual(expect.arrayContaining(DATA))
    else expectAllOf('sale of Dorj', now)
    fillOlder(saraa, 'sale of Saraa')
    expect(dataFolder(dorj, silent), `killed at ${work}`).toBe(dorj.shared)
    expectAllOf('sale of Dorj', dorj.shared)
    expect(dataFolder(saraa, silent)).toBe(saraa.windows.alone)
    expectAllOf('sale of Saraa', saraa.windows.alone)
    expect(readFileSync(join(dorj.own, 'vault.json'), 'utf8')).toContain('sale of Dorj')
    expect(readdirSync(dirname(dorj.shared))).toEqual(['data'])
  }
  let work = 1
  while (!ended) {
    await Promise.all([work, work + 1, work + 2, work + 3].map(killOnce))
    work += 4
  }
  expect(work, 'the works on files').toBeGreaterThan(40)
})

test('an older till that still runs keeps its folder, and its data are used there', () => {
  const places = computer().placesOf('Дорж')
  fillOlder(places, 'sale of Dorj')
  writeFileSync(join(places.windows.older, 'lockfile'), '')
  heldFile({ work: ['open'], path: (path) => path.endsWith('lockfile'), longestMs: 50 })
  const warned: string[] = []
  expect(dataFolder(places, (text) => void warned.push(text))).toBe(places.windows.older)
  expect(warned).toEqual(['the data stay in the folder of an older version'])
  expect(existsSync(places.shared)).toBe(false)
})

test('where a file of the data cannot be read, the older folder is used as it is, and the next start tries again', () => {
  const places = computer().placesOf('Дорж')
  fillOlder(places, 'sale of Dorj')
  const journal = { work: ['copy'], path: (path: string) => path.endsWith('journal-1.sqlite') } as const
  heldFile({ ...journal, longestMs: 50 })
  expect(dataFolder(places, silent)).toBe(places.windows.older)
  expect(readdirSync(dirname(places.shared))).toEqual([])
  heldFile({ ...journal, times: 0 })
  expect(dataFolder(places, silent)).toBe(places.shared)
  expectAllOf('sale of Dorj', places.shared)
})

test('an older folder that cannot be set aside is left, and the till goes on with the copy', () => {
  const places = computer().placesOf('Дорж')
  fillOlder(places, 'sale of Dorj')
  const isAside = (path: string) => path.includes('before-the-move') || path.endsWith('.moved')
  heldFile({ work: ['replace'], path: isAside, longestMs: 50 })
  expect(dataFolder(places, silent)).toBe(places.shared)
  expect(existsSync(places.windows.older)).toBe(true)
  expect(dataFolder(places, silent)).toBe(places.shared)
})

test('without the installer’s folder nobody makes one that everybody may read', () => {
  const { placesOf } = computer()
  const places = { ...placesOf('Дорж'), shared: join(temporaryFolder(), 'missing', 'data') }
  expect(() => dataFolder(places, silent)).toThrow('DATA_PLACE_MISSING')
  fillOlder(places, 'sale of Dorj')
  expect(dataFolder(places, silent)).toBe(places.windows.older)
})

test('sales that an older version made after the move are named, and stay in the folder of their own', () => {
  const places = computer().placesOf('Дорж')
  fillOlder(places, 'sale of Dorj')
  dataFolder(places, silent)
  fillOlder(places, 'sale after the move')
  const told: string[] = []
  expect(dataFolder(places, (text) => void told.push(text))).toBe(places.shared)
  expectAllOf('sale of Dorj', places.shared)
  expect(filesIn(join(places.own, 'before-the-move-2'))).toEqual(expect.arrayContaining(DATA))
  expect(told.join()).toContain('before-the-move-2')
  expect(foldersLeftBehind(places)).toEqual([join(places.own, 'before-the-move-2')])
})

test.each([
  ['on time', 60_000],
  ['years behind', -200_000_000_000],
])(
  'what an older version sold between the copy and the setting aside, by a clock that is %s, is not taken for what was copied',
  (_clock, ms) => {
    const places = computer().placesOf('Дорж')
    fillOlder(places, 'sale of Dorj')
    let isHeld = true
    const isAside = (path: string) => isHeld && (path.includes('before-the-move') || path.endsWith('.moved'))
    heldFile({ work: ['replace'], path: isAside, longestMs: 50 })
    dataFolder(places, silent)
    isHeld = false
    const later = new Date(Date.now() + ms)
    utimesSync(join(places.windows.older, 'journal.sqlite-wal'), later, later)
    expect(foldersLeftBehind(places)).toEqual([])
    expect(dataFolder(places, silent)).toBe(places.shared)
    expect(foldersLeftBehind(places)).toEqual([join(places.own, 'before-the-move-2')])
  },
)

test('a till whose older folder is gone starts although its note of the move is damaged', () => {
  const places = computer().placesOf('Дорж')
  fillOlder(places, 'sale of Dorj')
  dataFolder(places, silent)
  writeFileSync(join(places.shared, 'copied-from.json'), '')
  expect(dataFolder(places, silent)).toBe(places.shared)
  expect(dataFolderNow(places)).toBe(places.shared)
  fillOlder(places, 'sale after the move')
  expect(() => dataFolder(places, silent)).toThrow('copied-from.json')
})
