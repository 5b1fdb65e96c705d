/** Nobody but the system user who runs the till can read its files. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { assertWritable, closeToOthers } from '../../../main/base/files/private-files.ts'
import { startFailure } from '../../../main/till/index.ts'
import { scriptOf } from '../../../scripts/run/hosts/till-programs.ts'
import { needs, PERMISSIONS_MISSING } from '../../support/needs.ts'
import { asOrdinaryUser } from '../../support/ordinary-user.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Runs a till of its own with that umask (test/support/till-with-umask.ts). */
async function tillWrites(umask: string, folder: string, copies = ''): Promise<void> {
  const script = await scriptOf('till-with-umask')
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--no-warnings', script, umask, folder, copies], (error, said, wrong) =>
      said === 'done' ? resolve() : reject(new Error(wrong, { cause: error })),
    )
  })
}

const rightsOf = (path: string): number => statSync(path).mode & 0o777

/** The rights of everything in a folder, by its path there. */
function rightsIn(folder: string): Readonly<Record<string, string>> {
  const all = readdirSync(folder, { recursive: true }).map(String).sort()
  return Object.fromEntries(all.map((name) => [name, rightsOf(join(folder, name)).toString(8)]))
}

const open = (rights: Readonly<Record<string, string>>) =>
  Object.entries(rights).filter(([, mode]) => mode !== '600' && mode !== '700')

test.each(['000', '022'])(
  'with umask %s every file and folder of the data folder is the owner’s alone',
  async (umask) => {
    const folder = join(temporaryFolder(), 'data')
    await tillWrites(umask, folder)
    const rights = rightsIn(folder)
    expect(Object.keys(rights).join(' ')).toMatch(/backups.*journal-test.*-wal.*register/)
    expect(Object.keys(rights).filter((name) => name.startsWith('documents/'))).toHaveLength(4)
    expect(rightsOf(folder)).toBe(0o700)
    expect(open(rights)).toEqual([])
  },
)

test('files and folders that had wider rights lose them at the next start', async ({ skip }) => {
  needs(skip, PERMISSIONS_MISSING)
  const folder = temporaryFolder()
  await tillWrites('022', folder)
  mkdirSync(join(folder, 'goods-pictures'), { recursive: true })
  writeFileSync(join(folder, 'goods-pictures/a.jpg'), '')
  for (const name of ['', ...readdirSync(folder, { recursive: true }).map(String)])
    chmodSync(join(folder, name), statSync(join(folder, name)).isDirectory() ? 0o755 : 0o644)
  await tillWrites('022', folder)
  expect(rightsOf(folder)).toBe(0o700)
  expect(open(rightsIn(folder))).toEqual([])
})

test('a start does not look at the files of a closed folder, which others cannot reach', ({ skip }) => {
  needs(skip, PERMISSIONS_MISSING)
  const folder = join(temporaryFolder(), 'data')
  assertWritable(folder)
  const picture = join(folder, 'a.jpg')
  writeFileSync(picture, '')
  chmodSync(picture, 0o644)
  closeToOthers(folder, silentLog)
  expect(rightsOf(picture)).toBe(0o644)
  expect(rightsOf(folder)).toBe(0o700)
  chmodSync(folder, 0o755)
  closeToOthers(folder, silentLog)
  expect([rightsOf(folder), rightsOf(picture)]).toEqual([0o700, 0o600])
})

test('a copy of the shop on another disk has the rights that the system gives, so that another till can read it', async ({
  skip,
}) => {
  needs(skip, PERMISSIONS_MISSING)
  const [folder, copies] = [temporaryFolder(), temporaryFolder()]
  await tillWrites('022', folder, copies)
  const rights = Object.entries(rightsIn(copies)).map(([name, mode]) => [/\w+$/.exec(name)?.[0], mode])
  expect(rights).toContainEqual(['sqlite', '644'])
  expect(rights).toContainEqual(['json', '644'])
  expect(rights).toContainEqual(['pos', '755'])
})

test('a data folder that belongs to another user is named when the till starts', ({ skip }) => {
  needs(skip, PERMISSIONS_MISSING)
  const folder = temporaryFolder()
  assertWritable(join(folder, 'data'))
  chmodSync(join(folder, 'data'), 0o500)
  const why = asOrdinaryUser(folder, () => {
    try {
      assertWritable(join(folder, 'data'))
      return null
    } catch (error) {
      return startFailure(error).name
    }
  })
  expect(why).toBe('JOURNAL_READ_ONLY')
})
