/** A return as the first version with returns wrote it: its event has no staff. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { replay } from '../../main/sales/apply.ts'
import { type RecordedEvent, saleSchema } from '../../shared/sale.ts'
import { handClock } from '../support/hand-clock.ts'
import { bread, lineOf, opened } from '../support/sample-sale.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startTill } from '../support/terminal.ts'

const line = lineOf(bread)
const EVENTS = [
  opened,
  { kind: 'line-added', line },
  {
    kind: 'tender-taken',
    tender: { id: 't1', kind: 'cash', amount: 250000, received: 250000, change: 0, reference: '' },
  },
  { kind: 'paid', payments: [], counted: [], receiptsDue: [], monitorUntil: 0 },
  {
    kind: 'return-opened',
    returnId: 'r1',
    reason: 'defect',
    lines: [{ lineId: line.id, quantity: line.quantity, amount: 250000 }],
    whole: true,
    amount: 250000,
    voids: [],
    standing: [],
    parts: [
      {
        id: 'p1',
        paymentId: null,
        amount: 250000,
        by: 'hand',
        way: 'cash',
        why: 'cash',
        step: { name: 'due' },
      },
    ],
  },
]

test('a return of the first version is replayed without staff, and fits the page’s schema', () => {
  const recorded = EVENTS.map((event, index) => ({ seq: index + 1, at: 1000 + index, command: null, event }))
  const sale = replay('s1', recorded as unknown as RecordedEvent[])
  expect(sale?.returns).toMatchObject([{ by: null, approvedBy: null }])
  expect(saleSchema.safeParse(sale).error).toBeUndefined()
})

test('a till whose counter has such a return opens and shows it', async () => {
  const folder = temporaryFolder()
  const first = await startTill({ folder, practice: null, clock: handClock() })
  const [product] = (await first.ask('searchGoods', { query: '', category: null, limit: 1 })).products
  const { saleId } = await first.ask('addProduct', { code: product?.code ?? '' })
  await first.ask('takeTender', { saleId, received: '' })
  const { amount } = await first.ask('planReturn', { saleId, lines: null, way: 'cash' })
  await first.ask('startReturn', { saleId, lines: null, way: 'cash', reason: 'defect', amount })
  await first.stop()
  const database = new DatabaseSync(join(folder, 'journal-practice.sqlite'))
  database.exec(
    `UPDATE sale SET snapshot = json_remove(snapshot, '$.returns[0].by', '$.returns[0].approvedBy')`,
  )
  database.close()
  const till = await startTill({ folder, practice: null, clock: handClock() })
  expect((await till.ask('getSale', { saleId })).view.sale.returns).toMatchObject([{ by: null }])
  expect((await till.view()).counter?.sale.id).toBe(saleId)
})
