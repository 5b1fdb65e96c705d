import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { heldFiles } from '../../../../main/base/files/held-files.ts'
import { createShopCopies, filedSettings } from '../../../../main/shop/files/index.ts'
import { createBackups } from '../../../../main/storage/backup/index.ts'
import { type CopyPlan, FIRST_SETTINGS } from '../../../../shared/shop/settings.ts'
import { eventually } from '../../../support/eventually.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { heldFile } from '../../../support/held-file.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { journalAt, newFile, numbered, OPTIONS } from '../../storage/journal/till-journal.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

async function copying(
  plan: Partial<CopyPlan> = {},
  sales = 1,
  stick: string = join(temporaryFolder(), 'usb'),
) {
  const file = newFile()
  const data = dirname(file)
  const journal = journalAt(file, { ...OPTIONS, mode: 'test' })
  for (let n = 1; n <= sales; n += 1) journal.sales.commit(numbered(n))
  const clock = handClock()
  let code = 'K01'
  mkdirSync(stick, { recursive: true })
  const goods = join(data, 'goods.jsonl')
  writeFileSync(goods, 'one')
  const parts = { folder: data, mode: 'test', clock, log: silentLog } as const
  const copies = createShopCopies({
    ...parts,
    tag: 'ABCD',
    terminal: () => code,
    plan: () => ({ folder: stick, everyHours: 4, keep: 2, ...plan }),
    backups: createBackups({ ...parts, journal: journal.file }),
    contents: {
      settings: () => filedSettings(FIRST_SETTINGS, null, 0),
      people: () => [],
      goods: () => ({ write: async (path) => copyFileSync(goods, path), count: 1, pictures: [] }),
    },
  })
  await copies.begin(stick)
  const home = join(stick, 'tugrik-pos/K01-ABCD')
  const inHome = (begin: string) => readdirSync(home).filter((name) => name.startsWith(begin))
  const recode = (next: string): void => {
    code = next
  }
  return { copies, journal, clock, stick, home, inHome, goods, recode }
}

test('copies are made by the plan, and a missed one soon after a start', async () => {
  const { copies, clock, inHome } = await copying()
  copies.start()
  clock.advance(MINUTE)
  expect(inHome('shop-')).toEqual([])
  clock.advance(MINUTE)
  await eventually(() => expect(copies.status().last).not.toBeNull())
  expect(inHome('shop-')).toHaveLength(1)
  clock.advance(3 * HOUR)
  expect(copies.status().making).toBe(false)
  clock.advance(HOUR)
  await eventually(() => expect(inHome('shop-')).toHaveLength(2))
  await copies.stop()
})

test('a missing folder is named, tried again every five minutes, and reported once a day', async () => {
  const { copies, clock, stick, inHome } = await copying()
  copies.start()
  renameSync(stick, `${stick}-away`)
  clock.advance(2 * MINUTE)
  await eventually(() => expect(copies.status().failed?.failure.name).toBe('FILE_MISSING'))
  expect(copies.status().nextAt).toBe(clock.now() + 5 * MINUTE)
  expect(copies.overdue()?.name).toBe('FILE_MISSING')
  renameSync(`${stick}-away`, stick)
  clock.advance(5 * MINUTE)
  await eventually(() => expect(copies.status()).toMatchObject({ failed: null, last: { folder: stick } }))
  expect(inHome('shop-')).toHaveLength(1)
  renameSync(stick, `${stick}-away`)
  await expect(copies.now()).rejects.toThrow('FILE_MISSING')
  expect(existsSync(stick)).toBe(false)
  expect(copies.overdue()).toBeNull()
  clock.advance(25 * HOUR)
  expect(copies.overdue()?.name).toBe('FILE_MISSING')
  await copies.stop()
})

test('beyond the number to keep, the oldest copy is deleted with its journal and goods, and nothing else in the folder', async () => {
  const { copies, clock, home, inHome, goods } = await copying()
  writeFileSync(join(home, 'letter.txt'), 'not ours')
  await copies.now()
  for (const content of ['two', 'three', 'three']) {
    clock.advance(HOUR)
    writeFileSync(goods, content)
    await copies.now()
  }
  expect(inHome('shop-')).toHaveLength(2)
  expect(inHome('journal-')).toHaveLength(2)
  expect(inHome('goods-').filter((name) => name.endsWith('.jsonl'))).toHaveLength(1)
  expect(inHome('letter')).toEqual(['letter.txt'])
  expect(readdirSync(home).filter((name) => name.endsWith('.tugrik-new'))).toEqual([])
})

test('while one of the copies that stay cannot be read, no journal and no goods are deleted', async () => {
  const { copies, clock, home, inHome, goods } = await copying()
  await copies.now()
  clock.advance(HOUR)
  await copies.now() // names the same goods
  const [, held = ''] = [...inHome('shop-')].sort()
  writeFileSync(goods, 'two')
  heldFile({ work: ['open'], path: (path) => path === join(home, held) })
  await copies.now()
  expect([inHome('shop-').length, inHome('journal-').length]).toEqual([3, 3])
  expect(inHome('goods-').filter((name) => name.endsWith('.jsonl'))).toHaveLength(2)
  heldFiles.before = null
  await copies.now()
  expect([inHome('shop-').length, inHome('journal-').length]).toEqual([2, 2])
  expect(inHome('goods-').filter((name) => name.endsWith('.jsonl'))).toHaveLength(1)
})

test('the copy with the most sales stays when the data of the till were set back', async () => {
  const before = await copying({}, 3)
  await before.copies.now()
  const [fullest] = before.inHome('shop-')
  const { copies, clock, inHome } = await copying({}, 2, before.stick)
  for (let made = 0; made < 4; made += 1) {
    clock.advance(HOUR)
    await copies.now()
  }
  expect(inHome('shop-')).toContain(fullest)
  expect(inHome('journal-').map((name) => name.replace(/.*-/, ''))).toEqual(
    expect.arrayContaining(['3.sqlite', '2.sqlite', '2.sqlite']),
  )
  expect([inHome('shop-').length, inHome('journal-').length]).toEqual([3, 3])
})

test.each(['-before-stocktaking.json', ' - Copy.json', '-тооллогын-өмнө.JSON'])(
  'what a person kept in the folder stays: a copy renamed to …%s with its files, and a journal put there by hand',
  async (name) => {
    const { copies, clock, home, inHome, goods } = await copying({ keep: 1 })
    await copies.now()
    const kept = inHome('').sort()
    const [shop = ''] = inHome('shop-')
    const renamed = shop.replace('.json', name)
    renameSync(join(home, shop), join(home, renamed))
    const byHand = 'journal-live-20250101-000000-7-5000.sqlite'
    writeFileSync(join(home, byHand), 'of another till, whose copy is not complete yet')
    await copies.now() // names the same goods
    for (const content of ['two', 'three']) {
      clock.advance(HOUR)
      writeFileSync(goods, content)
      await copies.now()
    }
    const staying = [...kept.filter((name) => name !== shop), renamed, byHand]
    expect(inHome('')).toEqual(expect.arrayContaining(staying))
    expect(inHome('')).toHaveLength(staying.length + 3)
  },
)

test.each([
  ['a day old', 25, 1],
  ['younger, as while a person copies it there', 23, 4],
])('a file that cannot be decoded and is %s', async (_what, hours, copiesLeft) => {
  const { copies, clock, home, inHome, goods } = await copying({ keep: 1 })
  const empty = join(home, 'shop-K01-2026-11-24-sealed.json')
  writeFileSync(empty, '')
  for (const content of ['one', 'two', 'three', 'four']) {
    clock.advance(HOUR)
    const at = clock.now() / 1000 - hours * 3600
    utimesSync(empty, at, at)
    writeFileSync(goods, content)
    await copies.now()
  }
  expect(existsSync(empty)).toBe(true)
  expect([inHome('shop-test-').length, inHome('journal-').length]).toEqual([copiesLeft, copiesLeft])
})

test('what a copy left on a stick that was pulled out is deleted after the next copy', async () => {
  const { copies, clock, home, inHome, goods } = await copying()
  await copies.now()
  const pulledAt = async (work: string, begin: string) => {
    clock.advance(HOUR)
    writeFileSync(goods, begin)
    let isOut = false
    heldFiles.before = (kind, path) => {
      isOut ||= kind === work && path.startsWith(join(home, begin))
      if (isOut && path.startsWith(home)) throw Object.assign(new Error('ENODEV'), { code: 'ENODEV' })
    }
    await expect(copies.now()).rejects.toThrow('FILE_MISSING')
    heldFiles.before = null
  }
  await pulledAt('replace', 'shop-')
  await pulledAt('replace', 'journal-')
  await pulledAt('replace', 'goods-')
  expect(inHome('shop-')).toHaveLength(4)
  clock.advance(HOUR)
  writeFileSync(goods, 'one')
  await copies.now()
  expect([inHome('shop-').length, inHome('journal-').length, inHome('goods-').length]).toEqual([2, 2, 2])
  expect(copies.status().failed).toBeNull()
})

test('copies that fail leave no journal and no goods', async () => {
  const { copies, home, inHome, goods } = await copying()
  writeFileSync(join(home, 'goods-pictures'), 'not a folder')
  await expect(copies.now()).rejects.toThrow()
  expect(inHome('')).toEqual(['goods-pictures'])
  rmSync(join(home, 'goods-pictures'))
  heldFile({ work: ['replace'], path: (path) => path.includes('shop-test-') })
  await expect(copies.now()).rejects.toThrow()
  expect(inHome('')).toEqual(['goods-pictures'])
  heldFiles.before = null
  await copies.now()
  const whole = inHome('')
  heldFile({ work: ['replace'], path: (path) => path.includes('shop-test-') })
  await expect(copies.now()).rejects.toThrow()
  expect(inHome('')).toEqual(whole)
  writeFileSync(goods, 'two')
  await expect(copies.now()).rejects.toThrow()
  expect(inHome('')).toEqual(whole)
})

test('a terminal with a changed code goes on beside its old copies', async () => {
  const { copies, stick, recode } = await copying()
  await copies.now()
  recode('K02')
  await copies.now()
  expect(readdirSync(join(stick, 'tugrik-pos')).sort()).toEqual(['K01-ABCD', 'K02-ABCD'])
  await copies.stop()
})

test.each([
  ['back', [0, 0, -48 * HOUR, 0, 0]],
  ['ahead, and then right', [0, 30 * 24 * HOUR, 0, -30 * 24 * HOUR, 0]],
])('the last copy is listed first, although the clock was set %s', async (_, jumps) => {
  const { copies, journal, clock, inHome } = await copying()
  for (const [index, jump] of jumps.entries()) {
    clock.jump(jump)
    clock.advance(4 * HOUR)
    journal.sales.commit(numbered(index + 2))
    await copies.now()
    expect(inHome('journal-').some((name) => name.endsWith(`-${index + 2}.sqlite`))).toBe(true)
  }
  expect(copies.status()).toMatchObject({ failed: null, last: { sales: 6 } })
  expect(inHome('shop-')).toHaveLength(2)
})
