/** exFAT, the file system of most USB sticks: no hard links, no rights, names without `: * ? " < > |`. */
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../../main/base/clock-and-log.ts'
import { writeDocument } from '../../../main/base/files/write-document.ts'
import { filesBelow } from '../../../main/shop/files/copy-folder.ts'
import { createShopCopies, filedSettings } from '../../../main/shop/files/index.ts'
import { createBackups } from '../../../main/storage/backup/index.ts'
import { openRegister } from '../../../main/storage/register/index.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { exfatDisk } from '../../support/exfat-disk.ts'
import { handClock } from '../../support/hand-clock.ts'
import { journalAt, numbered, OPTIONS } from './journal/till-journal.ts'

test('the data, its backups, a copy of the shop and an export work on exFAT, in a folder of a Cyrillic name', async (context) => {
  const disk = exfatDisk(context)
  writeFileSync(join(disk, 'a'), '')
  expect(() => linkSync(join(disk, 'a'), join(disk, 'b'))).toThrow() // the disk is what it should be
  expect(() => writeFileSync(join(disk, 'a:b'), '')).toThrow()
  const folder = join(disk, 'Бат-Эрдэнэ Ганбаатар', 'Tugrik POS')
  mkdirSync(folder, { recursive: true })

  const register = await openRegister({ folder, log: silentLog, now: Date.now })
  register.write('person', [{ key: 'one', body: '{}' }])
  await register.copy()
  register.close()

  const journal = journalAt(join(folder, 'journal-test.sqlite'), { ...OPTIONS, mode: 'test' })
  journal.sales.commit(numbered(1))
  const parts = { folder, mode: 'test', clock: handClock(), log: silentLog } as const
  const copies = createShopCopies({
    ...parts,
    tag: 'ABCD',
    terminal: () => 'K01',
    plan: () => ({ folder: disk, everyHours: 4, keep: 2 }),
    backups: createBackups({ ...parts, journal: journal.file }),
    contents: { settings: () => filedSettings(FIRST_SETTINGS, null, 0), people: () => [], goods: () => null },
  })
  await copies.begin(disk)
  for (const _ of [1, 2, 3]) await copies.now()
  const shop = readdirSync(join(disk, 'tugrik-pos', 'K01-ABCD')).filter((name) => name.startsWith('shop-'))
  expect(shop).toHaveLength(2)
  expect(await filesBelow(disk)).toHaveLength(2)

  const { path } = await writeDocument(folder, 'Тайлан.csv', (draft) => writeFile(draft, '1'))
  expect(readFileSync(path, 'utf8')).toBe('1')
  expect(statSync(join(folder, 'backups', 'register.sqlite')).size).toBeGreaterThan(0)
})
