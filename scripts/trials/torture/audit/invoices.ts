/**
 * Checks that the service and the journal agree on the invoices: each was asked for before it was made, is known, and
 * is monitored.
 */
import type { AttentionItem } from '../../../../shared/page/index.ts'
import type { SaleEvent, SaleInvoice } from '../../../../shared/sale/sale.ts'
import { type Books, hundredths } from './books.ts'
import type { SaleRows } from './journal-file.ts'
import type { Find } from './story.ts'

export function auditInvoices(
  rows: SaleRows,
  books: Books,
  about: { readonly attention: readonly AttentionItem[]; readonly restored: boolean },
  find: Find,
): void {
  auditAmounts(rows, books, find)
  auditAsked(rows, books, about.restored, find)
  auditStanding(rows, books, about.attention, find)
  const made = rows.sale.invoices.flatMap(({ invoice }) => invoice?.invoiceId ?? [])
  for (const invoiceId of made)
    if (!rows.invoiceIds.includes(invoiceId))
      find('unexplained', `no callback would find it by its invoice ${invoiceId}`)
}

const of = <Kind extends SaleEvent['kind']>(events: readonly SaleEvent[], kind: Kind) =>
  events.filter((event): event is Extract<SaleEvent, { kind: Kind }> => event.kind === kind)

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((all, one) => all + one, 0)

/** Checks that an invoice is for what was due at that moment: the goods, less the tenders that were taken before. */
function auditAmounts({ events }: SaleRows, { invoices }: Books, find: Find): void {
  let goods = new Map<string, number>()
  const tenders = new Map<string, number>()
  const asked = new Set<number>()
  for (const event of events) {
    if (event.kind === 'line-added') goods.set(event.line.id, event.line.amount)
    if (event.kind === 'cart-replaced') goods = new Map(event.lines.map(({ id, amount }) => [id, amount]))
    if (event.kind === 'line-changed') goods.set(event.lineId, event.amount)
    if (event.kind === 'line-removed') goods.delete(event.lineId)
    if (event.kind === 'tender-taken') tenders.set(event.tender.id, event.tender.amount)
    if (event.kind === 'tender-returned') tenders.delete(event.tenderId)
    if (event.kind === 'invoice-requested') asked.add(sum(goods.values()) - sum(tenders.values()))
  }
  for (const { amount, invoice_id } of invoices)
    if (!asked.has(hundredths(amount)))
      find('wrong_amounts', `invoice ${invoice_id} is of ${hundredths(amount)}, asked was ${[...asked]}`)
}

/** No journal has what a burnt machine asked for after its backup. */
function auditAsked({ events }: SaleRows, { invoices }: Books, restored: boolean, find: Find): void {
  const asked = of(events, 'invoice-requested').length
  if (invoices.length > asked && !restored)
    find('doubled_invoices', `${invoices.length} invoices were made, ${asked} were asked for`)
  const cancelled = invoices.filter(({ status }) => status === 'CANCELLED').length
  if (cancelled > 0 && of(events, 'cancel-requested').length === 0 && !restored)
    find('unexplained', `${cancelled} invoices were cancelled by nobody`)
}

/** Checks that an invoice that can still be paid is known, and that the sale or a person waits for it. */
function auditStanding(
  { sale, events }: SaleRows,
  { invoices }: Books,
  attention: readonly AttentionItem[],
  find: Find,
): void {
  const standing = invoices.filter(({ status }) => status !== 'CANCELLED')
  const isSeen = of(events, 'attention-settled').some(({ cause }) => cause === 'invoice-left-open')
  const isShown = attention.some(({ cause }) => cause === 'invoice-left-open')
  for (const { invoice_id, sender_invoice_no, status } of standing) {
    const known = sale.invoices.find(({ invoice }) => invoice?.invoiceId === invoice_id)
    const words = `invoice ${invoice_id} (${sender_invoice_no}) is ${status}`
    if (known === undefined) find('doubled_invoices', `${words}, and its sale does not know it`)
    else if (status === 'OPEN' && isForgotten(known))
      find('hidden', `${words}, and in its sale it is ${known.step.name}`)
    else if (status === 'OPEN' && known.step.name === 'left-open' && !isSeen && !isShown)
      find('hidden', `${words}, and is not in the attention list`)
    if (status === 'OPEN' && sale.soldAt === null && sale.endedAt === null && known?.wanted === false)
      find('doubled_invoices', `${words}, and the sale counts on another`)
  }
}

/** Neither the sale nor a cancellation waits for it. */
const isForgotten = ({ step: { name } }: SaleInvoice): boolean =>
  name === 'cancelled' || name === 'absent' || name === 'refused'
