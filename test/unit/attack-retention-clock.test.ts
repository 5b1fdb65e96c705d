import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../main/environment.ts'
import { createRetention } from '../../main/shop-data/retention.ts'
import { handClock } from '../support/hand-clock.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

test('a clock that is ahead takes no damaged journal away before its time', async () => {
  const folder = temporaryFolder()
  const name = 'journal.damaged-20261122-031500-1.sqlite'
  writeFileSync(join(folder, name), 'x') // set aside just now
  const clock = handClock(Date.now())
  clock.jump(400 * 24 * 3_600_000) // somebody types the year 2027
  const retention = createRetention({
    folder,
    days: () => ({ logs: 90, practice: 30, setAside: 365 }),
    inEarnest: () => true,
    rescueSeen: () => true,
    pictures: () => null,
    clock,
    log: silentLog,
  })
  await retention.carryOut()
  expect(readdirSync(folder)).toEqual([name])
})
