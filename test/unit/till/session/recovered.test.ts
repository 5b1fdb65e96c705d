import { expect, test, vi } from 'vitest'
import { createSaleStore } from '../../../../main/sale/run/index.ts'
import { recoveredAtStart } from '../../../../main/till/session/recovered.ts'
import { MOST_RECOVERED } from '../../../../shared/page/index.ts'
import type { SaleEvent } from '../../../../shared/sale/sale.ts'
import { totalOf } from '../../../../shared/sale/status.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { bread, invoice, lineOf, opened } from '../../../support/sample-sale.ts'
import { journalAt } from '../../storage/journal/till-journal.ts'

const line = lineOf(bread)
const total = totalOf([line])

function begun(...saleIds: readonly string[]) {
  const journal = journalAt()
  const store = createSaleStore({ journal, clock: handClock() })
  for (const [index, saleId] of saleIds.entries())
    store.append(saleId, [
      { ...opened, sequence: index + 1, senderInvoiceNo: saleId } as SaleEvent,
      { kind: 'line-added', line },
      { kind: 'invoice-requested', total, due: total, attempt: 1, number: saleId },
    ])
  const unfinished = saleIds.flatMap((saleId) => journal.sales.byId(saleId) ?? [])
  const read = vi.spyOn(journal.sales, 'byId')
  return { store, recovered: recoveredAtStart(journal, unfinished), read }
}

test('a recovered sale is shown as it was at the start and as it is after its last commit', () => {
  const { store, recovered } = begun('one', 'two')
  store.append('two', [{ kind: 'invoice-created', no: 1, invoice, found: 'answer' }])
  expect(recovered.view().sales).toMatchObject([
    { saleId: 'one', was: 'invoicing', now: 'invoicing' },
    { saleId: 'two', was: 'invoicing', now: 'awaiting-payment' },
  ])
  recovered.acknowledge()
  store.append('one', [
    { kind: 'invoice-created', no: 1, invoice: { ...invoice, invoiceId: 'other' }, found: 'answer' },
  ])
  expect(recovered.view()).toEqual({ sales: [], earlier: 0 })
})

test('a view reads no recovered sale that has not changed, because a power cut may leave a thousand', () => {
  const { recovered, read } = begun('one', 'two', 'three')
  read.mockClear()
  for (let views = 0; views < 5; views += 1) expect(recovered.view().sales).toHaveLength(3)
  expect(read).not.toHaveBeenCalled()
})

test('when many sales were recovered, the newest are listed and the others are counted, and nothing is charged until a person acknowledges them', () => {
  const ids = Array.from({ length: MOST_RECOVERED + 2 }, (_, index) => `sale-${index}`)
  const { store, recovered } = begun(...ids)
  expect(recovered.view().sales.map(({ saleId }) => saleId)).toEqual(ids.slice(2))
  expect(recovered.view().earlier).toBe(2)
  store.append('sale-0', [{ kind: 'invoice-created', no: 1, invoice, found: 'answer' }])
  expect(recovered.view().sales.map(({ now }) => now)).not.toContain('awaiting-payment')
  expect(recovered.unacknowledged()).toBe(true)
})
