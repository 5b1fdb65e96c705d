/** The laws that a sale's rows alone must keep. */
import { isDeepStrictEqual } from 'node:util'
import { foldSale } from '../../../main/sales/index.ts'
import { isOver } from '../finish.ts'
import type { Find } from './findings.ts'
import type { SaleRows } from './journal-file.ts'

export function auditLaws(rows: SaleRows, find: Find): void {
  auditHistory(rows, find)
  auditEnd(rows, find)
  auditPapers(rows, find)
}

function auditHistory({ sale, recorded }: SaleRows, find: Find): void {
  if (recorded.length !== sale.version || recorded.some(({ seq }, index) => seq !== index + 1))
    find('lost_sales', `its events are ${recorded.map(({ seq }) => seq).join(' ')} of ${sale.version}`)
  const folded = JSON.parse(JSON.stringify(foldSale(sale.id, recorded).sale))
  if (!isDeepStrictEqual(folded, sale)) find('unexplained', 'it is not what its events add up to')
}

/** Every sale is at an end, and what it still owes was put before a person. */
function auditEnd({ sale, attention }: SaleRows, find: Find): void {
  const { state } = sale
  const told = (cause: string) => attention.some((row) => row.cause === cause)
  if (!isOver(sale)) find('unexplained', 'it is at no end, and nothing says why')
  if (state.name === 'receipt-owed' && !told('ereceipt-refused') && state.failure.name !== 'GIVEN_UP')
    find('unexplained', 'its receipt is owed, and nobody was told')
  if (state.name === 'cancelled' && state.cash.length > 0 && !told('cash-held'))
    find('unexplained', 'it was cancelled with cash in it, and nobody was told')
}

function auditPapers({ events, prints }: SaleRows, find: Find): void {
  const printed = events.flatMap((event) => (event.kind === 'receipt-printed' ? [event.jobId] : []))
  if (new Set(printed).size !== printed.length) find('doubled_receipts', 'one paper was confirmed twice')
  const queued = events.filter((event) => event.kind === 'receipt-queued').length
  // A return that was called off has its e-receipts made anew.
  const anew = ['receipt-retried', 'return-called-off']
  const wanted = 1 + events.filter((event) => anew.includes(event.kind)).length
  if (queued > wanted) find('doubled_receipts', `${queued} papers were queued where ${wanted} were wanted`)
  if (prints.length !== queued)
    find('unexplained', `${queued} papers were queued, ${prints.length} are there`)
  for (const { id, state } of prints)
    if ((state === 'printed') !== printed.includes(id))
      find('unexplained', `paper ${id} is ${state}, its sale says otherwise`)
}
