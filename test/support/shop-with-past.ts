/** A till whose shop has sold until yesterday, or all of today too. */
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedHistory } from '../../scripts/measure/seed-history/seed-history.ts'
import { dayAfter, shopDay, shopMoment } from '../../shared/shop/shop-day.ts'
import { test } from './hosts.ts'

/** The sales are made once for the specs of a worker and copied, because making them takes seconds. */
export const testWithPast = (past: {
  readonly sales: number
  readonly days: number
  readonly today?: true
}) =>
  test.extend<object, { readonly pastFolder: string }>({
    pastFolder: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures off the pattern
      async ({}, use) => {
        const folder = await mkdtemp(join(tmpdir(), 'tugrik-past-'))
        const { today, ...days } = past
        const until = shopMoment(dayAfter(shopDay(Date.now()), today ? 1 : 0))
        await seedHistory({ file: join(folder, 'journal-test.sqlite'), ...days, seed: 5, until })
        await use(folder)
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      },
      { scope: 'worker' },
    ],
    dataFolder: async ({ dataFolder, pastFolder }, use) => {
      cpSync(pastFolder, dataFolder, { recursive: true })
      await use(dataFolder)
    },
  })
