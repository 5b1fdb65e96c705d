/** The laws that can be checked on the rows of one sale. */

import { isDeepStrictEqual } from 'node:util'
import { foldSale } from '../../../../main/storage/projections/index.ts'
import type { AttentionItem } from '../../../../shared/page/index.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { attentionOf } from '../../../../shared/sale/attention-items.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { isOver } from '../finish.ts'
import type { SaleRows } from './journal-file.ts'
import type { Find } from './story.ts'

export function auditLaws(rows: SaleRows, attention: readonly AttentionItem[], find: Find): void {
  const { sale, recorded, columns } = rows
  if (recorded.length !== sale.version || recorded.some(({ seq }, index) => seq !== index + 1))
    find('lost_sales', `its events are ${recorded.map(({ seq }) => seq).join(' ')} of ${sale.version}`)
  const folded = foldSale(sale.id, recorded)
  if (!isDeepStrictEqual(asStored(folded.sale), sale))
    find('unexplained', 'it is not what its events add up to')
  for (const [name, value] of Object.entries(folded.columns))
    if (columns[name] !== (typeof value === 'boolean' ? Number(value) : value))
      find('unexplained', `its row says ${name} ${columns[name]}, its events ${value}`)
  if (!isOver(sale)) find('unexplained', 'it is at no end, and nothing says why')
  auditGrowing(rows, find)
  auditListed(rows, attention, find)
}

const asStored = (sale: unknown): unknown => JSON.parse(JSON.stringify(sale))

/** Checks that accounts only grow: an event adds facts and takes none away. */
function auditGrowing({ sale: { id }, recorded }: SaleRows, find: Find): void {
  let before: Sale | null = null
  for (const { seq, at, event } of recorded) {
    const after: Sale = applyAll(before, id, at, [event])
    for (const had of before?.payments ?? []) {
      const has = after.payments.find(({ paymentId }) => paymentId === had.paymentId)
      if (has === undefined || has.came < had.came || has.wentBack < had.wentBack)
        find('wrong_amounts', `event ${seq} took something away from the account of ${had.paymentId}`)
    }
    before = after
  }
}

/** Checks that the attention list at the end shows exactly the items of the sale. */
function auditListed({ sale }: SaleRows, attention: readonly AttentionItem[], find: Find): void {
  const told = (items: readonly { readonly cause: string; readonly amount: number | null }[]): string =>
    items
      .map(({ cause, amount }) => `${cause} ${amount}`)
      .sort()
      .join(', ')
  const listed = attention.filter(({ cause }) => cause !== 'receipt-unprintable')
  if (told(listed) !== told(attentionOf(sale)))
    find('unexplained', `the list showed "${told(listed)}", there is "${told(attentionOf(sale))}"`)
}
