/** What the journal and the register do alike when they are damaged, lost, or of another program. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { heldFiles } from '../../../main/base/files/held-files.ts'
import { someOf } from '../../support/full-runs.ts'
import { heldFile } from '../../support/held-file.ts'
import { fill, remount, smallDisk } from '../../support/small-disk.ts'
import { changeFile } from '../../support/sql-on-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import {
  filled,
  mark,
  PAGE,
  pagesBehindRoots,
  setAsideBeside,
  spoilPages,
  TILL_FILES,
} from '../../support/till-files.ts'

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'opened',
    (error) => error.failure.name,
  )

/** Runs SQL on a closed file, without the program. Returns the bytes of the file afterwards. */
function sql(file: string, text: string): Buffer {
  changeFile(file, `PRAGMA journal_mode = DELETE; ${text}`)
  return readFileSync(file)
}

const garbage = (bytes: number): Buffer => Buffer.alloc(bytes, 'garbage')

describe.each(TILL_FILES)('a damaged $name', (kind) => {
  test.each<[string, (whole: Buffer) => Buffer]>([
    ['is garbage', (whole) => garbage(whole.length)],
    ['is empty', () => Buffer.alloc(0)],
    ['is all zeros', (whole) => Buffer.alloc(whole.length)],
    ['lost its first page', (whole) => Buffer.concat([garbage(PAGE), whole.subarray(PAGE)])],
  ])(
    'that %s is rescued from its backup, is kept, and is reported until a person acknowledges it',
    async (_, spoil) => {
      const folder = temporaryFolder()
      const file = await filled(kind, folder, 60)
      const damaged = spoil(readFileSync(file))
      writeFileSync(file, damaged)
      const rescued = await kind.open(folder)
      const report = rescued.report()
      expect(rescued.count()).toBe(60)
      expect(report).toMatchObject({ lost: null, fromCopy: 60 })
      expect(readFileSync(report?.setAside ?? '').equals(damaged)).toBe(true)
      rescued.add(61, 1)
      rescued.acknowledge()
      rescued.close()
      const again = await kind.open(folder)
      expect([again.report(), again.count()]).toEqual([null, 61])
      expect(setAsideBeside(file)).toHaveLength(1)
    },
  )

  test('that was cut short has every row of its backup', async () => {
    const folder = temporaryFolder()
    const file = await filled(kind, folder, 200)
    const whole = readFileSync(file)
    const sizes = [1, 99, PAGE, PAGE + 1, 5 * PAGE, whole.length / 2, whole.length - PAGE, whole.length - 1]
    for (const size of sizes) {
      writeFileSync(file, whole.subarray(0, size))
      mark(file) // the start does not read every page of a journal
      const opened = await kind.open(folder)
      expect([size, opened.count()]).toEqual([size, 200])
      opened.close()
    }
  })

  test.each(someOf([1, 2, 3, 4, 5, 6, 7, 8], (seed) => String(seed > 6)))(
    'keeps the rows on all other pages, reports the loss, and has all rows with a backup (seed %i)',
    async (seed) => {
      for (const backup of [false, true]) {
        const folder = temporaryFolder()
        const file = await filled(kind, folder, 300, { backup })
        const pages = pagesBehindRoots(file)
        const spoiled = [1, 2, 3].map((step) => pages[(seed * 13 + step * 29) % pages.length] ?? 0)
        const damaged = spoilPages(file, spoiled)
        mark(file) // the start may not read the damaged pages of a journal
        const rescued = await kind.open(folder)
        const report = rescued.report()
        expect(rescued.count()).toBeGreaterThan(backup ? 299 : 200)
        expect(rescued.count() + (report?.lost ?? 300)).toBeGreaterThanOrEqual(300)
        expect(readFileSync(report?.setAside ?? '').equals(damaged)).toBe(true)
        rescued.add(301, 1)
        rescued.close()
      }
    },
  )

  test('that is rescued again adds the new losses to a report that nobody has read yet', async () => {
    const folder = temporaryFolder()
    const file = await filled(kind, folder, 40, { backup: false })
    const damage = (numbers: string): void => {
      const lost =
        kind.name === 'register'
          ? `UPDATE register SET body = 'damaged' WHERE key IN (${numbers.replace(/\d+/g, "'k$&'")})`
          : `DROP TRIGGER event_is_kept; DROP TRIGGER sale_is_kept; PRAGMA foreign_keys = OFF;
             DELETE FROM event WHERE subject IN (${numbers.replace(/\d+/g, "'sale-$&'")});
             DELETE FROM sale WHERE id IN (${numbers.replace(/\d+/g, "'sale-$&'")})`
      sql(file, lost)
      mark(file)
    }
    damage('1, 2')
    const first = await kind.open(folder)
    expect(first.report()).toMatchObject({ lost: 2 })
    first.close()
    damage('3')
    const second = await kind.open(folder)
    expect(second.report()).toMatchObject({ lost: 3 })
    second.acknowledge()
    second.close()
    damage('4')
    expect((await kind.open(folder)).report()).toMatchObject({ lost: 1 })
  })

  test('is kept each time, although all are damaged within one second', async () => {
    const folder = temporaryFolder()
    const file = await filled(kind, folder, 3)
    const was: Buffer[] = []
    for (let round = 1; round <= 3; round += 1) {
      was.push(spoilPages(file, [0]))
      ;(await kind.open(folder)).close()
    }
    const kept = setAsideBeside(file).map((name) => readFileSync(join(folder, name)))
    expect(kept).toHaveLength(3)
    for (const damaged of was) expect(kept.some((one) => one.equals(damaged))).toBe(true)
  })

  test('is kept under its other name when the folder cannot be flushed after the rescued file has replaced it', async () => {
    const folder = temporaryFolder()
    const file = await filled(kind, folder, 30)
    const damaged = spoilPages(file, [0])
    let placed = false
    heldFiles.longestMs = 50
    heldFiles.before = (work, path) => {
      if (work === 'replace' && path === file) placed = true
      if (placed && path === folder) throw Object.assign(new Error('EBUSY'), { code: 'EBUSY' })
    }
    onTestFinished(() => {
      Object.assign(heldFiles, { before: null, longestMs: 3_000 })
    })
    expect(await refusal(kind.open(folder))).toBe('FILE_HELD')
    heldFiles.before = null
    expect((await kind.open(folder)).count()).toBe(30)
    const [aside = ''] = setAsideBeside(file)
    expect(readFileSync(join(folder, aside)).equals(damaged)).toBe(true)
  })

  test('is rescued under a half-made new file that an earlier start left', async () => {
    const folder = temporaryFolder()
    const file = await filled(kind, folder, 30)
    spoilPages(file, [0])
    writeFileSync(`${file}.part`, 'half')
    writeFileSync(`${file}.part-wal`, 'half')
    expect((await kind.open(folder)).count()).toBe(30)
    expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([])
  })

  test('is readable by the owner only, and so are its rescued file and its backups', async () => {
    const folder = temporaryFolder()
    const umask = process.umask(0o022)
    onTestFinished(() => void process.umask(umask))
    const file = await filled(kind, folder, 30)
    spoilPages(file, [0])
    ;(await kind.open(folder)).close()
    const others = readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => (statSync(path).mode & 0o077) !== 0)
    expect(others).toEqual([])
  })

  test('without room on the disk is refused at each start and leaves one damaged file, and is rescued with room', async (context) => {
    const disk = smallDisk(context, 20_000)
    const folder = join(disk, 'till')
    mkdirSync(folder)
    const file = await filled(kind, folder, 600)
    const { length } = spoilPages(file, [0])
    const free = fill(disk, Math.round((length / 1024) * 0.6))
    for (let start = 1; start <= 3; start += 1)
      expect(await refusal(kind.open(folder, { now: start * 60_000 }))).toBe('DISK_FULL')
    const left = readdirSync(folder).filter((name) => /\.(part|reading|made)/.test(name))
    const damaged = readdirSync(folder).filter((name) => /^(journal|register).*\.sqlite$/.test(name))
    expect([left, damaged.length]).toEqual([[], 1])
    free()
    expect((await kind.open(folder)).count()).toBe(600)
    expect(setAsideBeside(file)).toHaveLength(1)
  })

  test('on a read-only disk is refused by name, and so is one without damage', async (context) => {
    const disk = smallDisk(context, 8_000)
    const [sound, damaged] = [join(disk, 'sound'), join(disk, 'damaged')]
    for (const folder of [sound, damaged]) {
      mkdirSync(folder)
      await filled(kind, folder, 3)
    }
    spoilPages(kind.path(damaged), [0])
    const before = readdirSync(damaged)
    remount(disk, 'ro')
    const refused = [await refusal(kind.open(sound)), await refusal(kind.open(damaged))]
    remount(disk, 'rw')
    expect(refused).toEqual(['JOURNAL_READ_ONLY', 'JOURNAL_READ_ONLY'])
    expect(readdirSync(damaged)).toEqual(before)
  })
})

describe.each(TILL_FILES)('a $name', (kind) => {
  test('that is not damaged is opened as it is, also beside a damaged one of an earlier rescue', async () => {
    const folder = temporaryFolder()
    const file = await filled(kind, folder, 3)
    copyFileSync(file, file.replace('.sqlite', '.damaged-20261120-101500-1.sqlite'))
    const opened = await kind.open(folder)
    expect([opened.report(), opened.count()]).toEqual([null, 3])
    expect(setAsideBeside(file)).toHaveLength(1)
  })

  test('that is new gets its name when it is complete, and leaves no other file', async () => {
    const folder = temporaryFolder()
    writeFileSync(`${kind.path(folder)}.part`, 'half')
    const opened = await kind.open(folder)
    opened.add(1, 1)
    opened.close()
    expect(readdirSync(folder)).toEqual([kind.path('')])
  })

  test('that another program has open is refused by name, is not rescued, and loses nothing', async () => {
    const folder = temporaryFolder()
    const first = await kind.open(folder)
    first.add(1, 1)
    expect(await refusal(kind.open(folder))).toBe('JOURNAL_LOCKED')
    first.add(2, 1)
    first.close()
    const again = await kind.open(folder)
    expect([again.count(), again.report()]).toEqual([2, null])
  })

  test('that stays held is told as held, and nothing is set aside or made anew', async () => {
    const folder = temporaryFolder()
    const file = await filled(kind, folder, 3, { backup: false })
    const was = readFileSync(file)
    const { tried } = heldFile({ work: ['open'], path: (path) => path === file })
    expect(await refusal(kind.open(folder))).toBe('FILE_HELD')
    expect(tried()).toBeGreaterThan(1)
    expect(readdirSync(folder)).toEqual([kind.path('')])
    expect(readFileSync(file).equals(was)).toBe(true)
  })

  test('that was rescued is in the log with the name of the damaged file', async () => {
    const folder = temporaryFolder()
    const file = await filled(kind, folder, 3)
    spoilPages(file, [0])
    const said: string[] = []
    const log = { ...silentLog, warn: (line: string) => void said.push(line) }
    await kind.open(folder, { log })
    const [aside = ''] = setAsideBeside(file)
    expect(said.join()).toContain(`the ${kind.name} was rescued`)
    expect(said.join()).toContain(aside)
  })
})

describe.each(TILL_FILES)('a missing $name', (kind) => {
  const end = kind.name === 'journal' ? '-wal' : '-journal'
  const asides = (folder: string) => readdirSync(folder).filter((name) => name.includes('.damaged-'))

  test('that has a backup is rescued from it, and is reported until a person acknowledges it', async () => {
    const folder = temporaryFolder()
    rmSync(await filled(kind, folder, 60))
    const rescued = await kind.open(folder)
    expect([rescued.count(), rescued.report()]).toMatchObject([60, { lost: null, fromCopy: 60 }])
    rescued.acknowledge()
    rescued.close()
    expect((await kind.open(folder)).report()).toBeNull()
    expect(asides(folder)).toEqual([])
  })

  test(`of which only the ${end} is left is reported, and that is kept under another name each time`, async () => {
    const folder = temporaryFolder()
    for (const content of ['first', 'second']) {
      writeFileSync(`${kind.path(folder)}${end}`, content)
      const opened = await kind.open(folder)
      expect(opened.report()).toMatchObject({ lost: null })
      opened.close()
      rmSync(kind.path(folder))
    }
    const kept = asides(folder).map((name) => [
      name.slice(-end.length),
      readFileSync(join(folder, name), 'utf8'),
    ])
    expect(kept).toEqual([
      [end, 'first'],
      [end, 'second'],
    ])
  })
})

/** Changes that make a file look like that of another program. */
const OTHERS: readonly (readonly ['journal' | 'register', string, string, string])[] = [
  ['journal', 'a newer program', 'PRAGMA user_version = 99', 'FROM_FUTURE'],
  [
    'journal',
    'another build',
    `UPDATE key_value SET value = value + 1 WHERE name = 'format'; PRAGMA application_id = 7`,
    'DATA_OF_ANOTHER_BUILD',
  ],
  [
    'register',
    'another build',
    'PRAGMA application_id = 7; ALTER TABLE register ADD COLUMN shop TEXT',
    'DATA_OF_ANOTHER_BUILD',
  ],
  [
    'register',
    'a build without a fingerprint',
    'PRAGMA application_id = 0; ALTER TABLE register DROP COLUMN body',
    'DATA_OF_ANOTHER_BUILD',
  ],
  [
    'register',
    'a build with the same columns and other forms of their bodies',
    `PRAGMA application_id = 7; PRAGMA writable_schema = ON;
     UPDATE sqlite_schema SET sql = replace(sql, 'bodies: ', 'bodies: 9') WHERE name = 'register'`,
    'DATA_OF_ANOTHER_BUILD',
  ],
]

describe.each(OTHERS)('a %s of %s', (name, _whose, change, failure) => {
  test.each([false, true])(
    'is refused untouched, and never rescued (marked as damaged: %s)',
    async (isMarked) => {
      const kind = TILL_FILES.find((one) => one.name === name) ?? expect.fail()
      const folder = temporaryFolder()
      const file = await filled(kind, folder, 3)
      const before = sql(file, change)
      if (isMarked) mark(file)
      const names = readdirSync(folder)
      const detail = failure === 'DATA_OF_ANOTHER_BUILD' ? file : expect.anything()
      for (let tries = 1; tries <= 2; tries += 1)
        await expect(kind.open(folder)).rejects.toMatchObject({ failure: { name: failure, detail } })
      expect(readFileSync(file).equals(before)).toBe(true)
      expect(readdirSync(folder)).toEqual(names)
    },
  )
})

/** One sign of another build alone is damage of a byte. */
test.each([
  ['journal', 'the format', `UPDATE key_value SET value = 'x' WHERE name = 'format'`],
  ['journal', 'the fingerprint', 'PRAGMA application_id = 7'],
  ['register', 'the fingerprint', 'PRAGMA application_id = 7'],
  ['register', 'the version', 'PRAGMA user_version = 2'],
  ['register', 'the header', 'PRAGMA user_version = 9; PRAGMA application_id = 0'],
  ['register', 'the text of the table', 'ALTER TABLE register ADD COLUMN shop TEXT'],
])('a %s in which only %s is another one is our own, with all rows', async (name, _what, change) => {
  const kind = TILL_FILES.find((one) => one.name === name) ?? expect.fail()
  const folder = temporaryFolder()
  sql(await filled(kind, folder, 10), change)
  const opened = await kind.open(folder)
  expect([opened.count(), opened.report()?.lost ?? 0]).toEqual([10, 0])
})
