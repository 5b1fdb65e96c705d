/** The two files of a till that are rescued when they are damaged, for tests of what both do. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { type Log, silentLog } from '../../main/base/clock-and-log.ts'
import { createBackups } from '../../main/storage/backup/index.ts'
import { damageNotice, openRegister } from '../../main/storage/register/index.ts'
import { openJournal } from '../../main/storage/store/index.ts'
import { numbered } from '../unit/storage/journal/till-journal.ts'
import { handClock } from './hand-clock.ts'
import { countsOf } from './journal-counts.ts'

type Report = { readonly setAside: string | null; readonly lost: number | null; readonly fromCopy: number }

export type OpenTillFile = {
  /** Adds the rows from this number on. */
  readonly add: (from: number, count: number) => void
  readonly count: () => number
  readonly report: () => Report | null
  readonly acknowledge: () => void
  readonly backUp: () => Promise<void>
  readonly close: () => void
}

export type TillFile = {
  readonly name: 'journal' | 'register'
  readonly path: (folder: string) => string
  readonly open: (folder: string, opening?: { log?: Log; now?: number }) => Promise<OpenTillFile>
  /** The module that exports how it is opened, and the source that opens it in FOLDER, for a process of its own. */
  readonly module: string
  readonly opens: string
}

const NOW = Date.UTC(2026, 10, 22, 1, 2, 3)

const journal: TillFile = {
  name: 'journal',
  path: (folder) => join(folder, 'journal-test.sqlite'),
  open: async (folder, { log = silentLog, now = NOW } = {}) => {
    const opened = openJournal(journal.path(folder), { mode: 'test', now: () => now, log })
    onTestFinished(opened.close)
    const backups = createBackups({ journal: opened.file, folder, mode: 'test', clock: handClock(), log })
    return {
      add: (from, count) =>
        opened.inOneCommit(() => {
          for (let at = from; at < from + count; at += 1) opened.sales.commit(numbered(at))
        }),
      count: () => countsOf(opened).sales,
      report: () => {
        const report = opened.rescue.report()
        return report && { setAside: report.setAside, lost: report.sales.lost, fromCopy: report.fromBackup }
      },
      acknowledge: opened.rescue.acknowledge,
      backUp: async () => void (await backups.now()),
      close: opened.close,
    }
  },
  module: 'storage/store',
  opens: "openJournal(process.env.FOLDER + '/journal-test.sqlite', { mode: 'test', now: Date.now })",
}

const register: TillFile = {
  name: 'register',
  path: (folder) => join(folder, 'register.sqlite'),
  open: async (folder, { log = silentLog, now = NOW } = {}) => {
    const opened = await openRegister({ folder, log, now: () => now })
    onTestFinished(opened.close)
    const notice = damageNotice(opened)
    return {
      add: (from, count) =>
        opened.write(
          'product',
          Array.from({ length: count }, (_, at) => ({
            key: `k${from + at}`,
            body: JSON.stringify({ number: from + at, pad: 'x'.repeat(500) }),
          })),
        ),
      count: () => opened.rows('product').length,
      report: () => {
        const report = notice.report()
        const { product, setAside } = report ?? {}
        return product && setAside ? { setAside, lost: product.lost, fromCopy: product.old } : null
      },
      acknowledge: () => notice.acknowledge(),
      backUp: opened.copy,
      close: opened.close,
    }
  },
  module: 'storage/register',
  opens:
    'await openRegister({ folder: process.env.FOLDER, log: { info() {}, warn() {}, error() {} }, now: Date.now })',
}

export const TILL_FILES: readonly TillFile[] = [journal, register]

/** Closes a file with this many rows after a backup of it, if one is wanted, and returns its path. */
export async function filled(
  kind: TillFile,
  folder: string,
  rows: number,
  { backup = true } = {},
): Promise<string> {
  const opened = await kind.open(folder)
  opened.add(1, rows)
  if (backup) await opened.backUp()
  opened.close()
  return kind.path(folder)
}

export const PAGE = 4096

export function spoilPages(file: string, pages: readonly number[]): Buffer {
  const content = readFileSync(file)
  for (const page of pages) content.fill(0x5a, page * PAGE, (page + 1) * PAGE)
  writeFileSync(file, content)
  return content
}

/** The pages behind the descriptions and roots of all tables. Without those only a backup is left. */
export function pagesBehindRoots(file: string): readonly number[] {
  const database = new DatabaseSync(file, { readOnly: true })
  const first = Number(database.prepare('SELECT max(rootpage) AS last FROM sqlite_schema').get()?.last)
  database.close()
  const count = Math.floor(statSync(file).size / PAGE)
  return Array.from({ length: count - first }, (_, at) => first + at)
}

/** The next start rescues the file. */
export const mark = (file: string): void => writeFileSync(`${file}.suspect`, '')

export const setAsideBeside = (file: string): readonly string[] =>
  readdirSync(dirname(file)).filter((name) => name.includes('.damaged-') && name.endsWith('.sqlite'))
