/** The view that is pushed to the cashier's page has only what its schema lists. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { Log } from '../../../main/base/clock-and-log.ts'
import { handClock } from '../../support/hand-clock.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTill } from '../../support/terminal.ts'

const SECRET = 'QX 20418837'

/** A till whose counter has a sale with a key that no schema lists, planted in its journal. */
async function tillWithPlantedKey() {
  const folder = temporaryFolder()
  const first = await startTill({ folder, practice: null, clock: handClock() })
  const [bread] = (await first.ask('searchGoods', { query: '', category: null, limit: 1 })).products
  const { saleId } = await first.ask('addProduct', { code: bread?.code ?? '' })
  await first.stop()
  const database = new DatabaseSync(join(folder, 'journal-test.sqlite'))
  database.prepare(`UPDATE sale SET snapshot = json_set(snapshot, '$.lottery', ?)`).run(SECRET)
  database.close()
  const said: string[] = []
  const log: Log = { info: () => {}, warn: () => {}, error: (line) => said.push(line) }
  const till = await startTill({ folder, practice: null, clock: handClock(), log })
  const told: string[] = []
  till.terminal.onView((view) => told.push(JSON.stringify(view)))
  return { till, saleId, told, said }
}

test('a view with an unlisted key is not sent to the page, and the log names only its place', async () => {
  const { till, saleId, told, said } = await tillWithPlantedKey()
  await till.ask('noteSale', { saleId, note: 'two bags' })
  expect(told).toEqual([])
  expect(said).toContain("the cashier page's view does not fit: counter.sale")
  expect(said.join()).not.toContain(SECRET)
})

test('the page gets a view again as soon as one fits', async () => {
  const { till, saleId, told } = await tillWithPlantedKey()
  await till.ask('discardSale', { saleId })
  expect(told).toHaveLength(1)
  expect(told.join()).not.toContain(SECRET)
})

test('a new till starts in test mode, with sample goods and without staff', async () => {
  const till = await startTill({ folder: temporaryFolder(), practice: null, settings: null })
  expect(await till.view()).toMatchObject({
    mode: 'test',
    staffed: false,
    goods: { own: false },
    settings: { theme: 'light' },
  })
})
