/** The laws that can be checked on the rows of one sale. That it equals its events is checked with the whole file. */
import type { AttentionItem } from '../../../../shared/page/index.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import { attentionOf } from '../../../../shared/sale/attention-items.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { lostFact } from '../../prove/laws.ts'
import { isOver } from '../finish.ts'
import type { SaleRows } from './journal-file.ts'
import type { Find } from './story.ts'

export function auditLaws(rows: SaleRows, attention: readonly AttentionItem[], find: Find): void {
  const { sale, recorded } = rows
  if (recorded.length !== sale.version || recorded.some(({ seq }, index) => seq !== index + 1))
    find('lost_sales', `its events are ${recorded.map(({ seq }) => seq).join(' ')} of ${sale.version}`)
  if (!isOver(sale)) find('unexplained', 'it is at no end, and nothing says why')
  auditGrowing(rows, find)
  auditListed(rows, attention, find)
}

/** An event adds facts and takes none away. */
function auditGrowing({ sale: { id }, recorded }: SaleRows, find: Find): void {
  let before: Sale | null = null
  for (const { seq, at, event } of recorded) {
    const after: Sale = applyAll(before, id, at, [event])
    const lost = before && lostFact(before, after)
    if (lost) find('wrong_amounts', `event ${seq}: ${lost}`)
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
