import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../../../main/base/clock-and-log.ts'
import { createRetention } from '../../../../main/shop/files/retention.ts'
import { backupName } from '../../../../main/storage/backup/index.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const retentionIn = (folder: string, clock: ReturnType<typeof handClock>) =>
  createRetention({
    folder,
    days: () => ({ logs: 90, test: 30, setAside: 365 }),
    isLive: () => true,
    rescueSeen: () => true,
    pictures: () => null,
    clock,
    log: silentLog,
  })

test('after the retention of test mode its backups are deleted, and those of the shop stay', async () => {
  const folder = temporaryFolder()
  const clock = handClock()
  const then = clock.now() - 60 * 24 * 3_600_000
  mkdirSync(join(folder, 'backups'))
  const own = backupName('live', then, 17, 12)
  const ofPractice = [1, 17].map((number) => backupName('test', then, number, 12))
  for (const name of [own, ...ofPractice]) {
    const file = join(folder, 'backups', name)
    writeFileSync(file, '')
    utimesSync(file, then / 1000, then / 1000)
  }
  const retention = retentionIn(folder, clock)
  await retention.carryOut()
  expect(readdirSync(join(folder, 'backups'))).toEqual([own])
})

test('the journal of test mode stays while a backup of it does, and is the last one that is deleted', async () => {
  const folder = temporaryFolder()
  const clock = handClock()
  const day = 24 * 3_600_000
  mkdirSync(join(folder, 'backups'))
  const backup = join('backups', backupName('test', clock.now(), 17, 12))
  const ended = (name: string, days: number) => {
    const at = (clock.now() - days * day) / 1000
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), at, at)
  }
  for (const name of ['journal-test.sqlite', 'journal-test.sqlite-wal']) ended(name, 31)
  ended(backup, 29)
  const retention = retentionIn(folder, clock)
  expect(await retention.plan()).toEqual([])
  ended(backup, 31)
  const planned = (await retention.plan()).map(({ name }) => name)
  expect(planned).toEqual([backup.replaceAll('\\', '/'), 'journal-test.sqlite-wal', 'journal-test.sqlite'])
})

test('when the clock is ahead the automatic clean-up keeps a damaged journal, and a person can delete it', async () => {
  const folder = temporaryFolder()
  const name = 'journal.damaged-20261122-031500-1.sqlite'
  writeFileSync(join(folder, name), 'x')
  writeFileSync(join(folder, 'goods.jsonl.part'), 'x')
  const clock = handClock(Date.now())
  clock.jump(400 * 24 * 3_600_000)
  const retention = retentionIn(folder, clock)
  retention.start()
  clock.advance(10 * 60_000)
  await expect.poll(() => readdirSync(folder)).toEqual([name])
  await retention.carryOut()
  expect(readdirSync(folder)).toEqual([])
  await retention.stop()
})
