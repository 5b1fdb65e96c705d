/**
 * The search terms of a sale, each stored with the sale's place in the history.
 *
 *     no:147             its number of the day          good:8651864001690   a product's code, or a pack's
 *     is:sold            its status                     id:…                 payment, e-receipt, invoice, sale number
 *     by:cash            how it was paid                to:5123456           the receiver's register
 *     is:sold,by:cash    both, because each alone is common
 *     sum:1250000        its total, in hundredths       who:Болормаа         the cashier's name
 *     moved:here         another till parked its cart       has:unlisted    sold, with codes that no product had
 *
 * A change of the terms needs a migration step that builds the index again.
 */
import type { Standing, Tender } from '../../../shared/books/history.ts'
import { backOf } from '../../../shared/ledger/index.ts'
import type { Money } from '../../../shared/money/money.ts'
import { keptTenders } from '../../../shared/sale/money-of-sale.ts'
import { type Sale, TENDER_KINDS } from '../../../shared/sale/sale.ts'
import { statusOf } from '../../../shared/sale/status.ts'

export const term = {
  number: (sequence: number) => `no:${sequence}`,
  total: (total: Money) => `sum:${total}`,
  standing: (standing: Standing) => `is:${standing}`,
  tender: (tender: Tender) => `by:${tender}`,
  standingAndTender: (standing: Standing, tender: Tender) => `is:${standing},by:${tender}`,
  goods: (code: string) => `good:${code}`,
  cashier: (name: string) => `who:${name}`,
  receiver: (register: string) => `to:${register}`,
  id: (id: string) => `id:${id.toLowerCase()}`,
  movedHere: 'moved:here',
  unlisted: 'has:unlisted',
}

export function termsOf(sale: Sale, total: Money): ReadonlySet<string> {
  const { receiver } = sale
  const standings = [...standingsOf(sale), ...(isReturned(sale) ? (['returned'] as const) : [])]
  const tenders = tendersOf(sale)
  return new Set([
    term.number(sale.sequence),
    term.total(total),
    ...standings.map(term.standing),
    ...tenders.map(term.tender),
    ...standings.flatMap((standing) => tenders.map((tender) => term.standingAndTender(standing, tender))),
    ...sale.lines.flatMap(({ product, pack, unlisted }) =>
      [product.code, ...(pack ? [pack.code] : []), ...(unlisted ? [unlisted] : [])].map(term.goods),
    ),
    ...(sale.cashier === null ? [] : [term.cashier(sale.cashier.name)]),
    ...(receiver.kind === 'organisation' ? [term.receiver(receiver.register)] : []),
    ...idsOf(sale).map(term.id),
    ...(sale.movedFrom ? [term.movedHere] : []),
    ...(sale.soldAt !== null && sale.lines.some(({ unlisted }) => unlisted) ? [term.unlisted] : []),
  ])
}

function standingsOf(sale: Sale): readonly Standing[] {
  switch (statusOf(sale).name) {
    case 'open':
    case 'parked':
      return ['open']
    case 'invoicing':
    case 'awaiting-payment':
    case 'partly-paid':
    case 'cancelling':
      return ['waiting']
    case 'cancelled':
      return ['cancelled']
    case 'moved':
      return []
    case 'late-payment':
      return ['late']
    case 'fulfilling':
    case 'receipt-owed':
      return ['sold', 'owed']
    case 'completed':
      return ['sold']
  }
}

/** Whether goods came back: a return that is open or cancelled, or only voided an e-receipt, does not count. */
export const isReturned = (sale: Sale): boolean => backOf(sale).length > 0

/** How the sale was paid, regardless of later refunds. A tender given back at the counter does not count. */
export function tenderOf(sale: Sale): Tender | null {
  const ways = waysOf(sale, keptTenders(sale))
  return ways.length > 1 ? 'split' : (ways[0] ?? null)
}

function waysOf({ payments }: Sale, tenders: Sale['tenders']): readonly Tender[] {
  // Cash with a reference is the money of returned goods that an exchange took (main/sale/exchange.ts).
  const kinds = new Set(
    tenders.filter(({ kind, reference }) => kind !== 'cash' || reference === '').map(({ kind }) => kind),
  )
  const ways: readonly Tender[] = TENDER_KINDS.filter((kind) => kinds.has(kind))
  return payments.some(({ came }) => came > 0) ? [...ways, 'qr'] : ways
}

type Tendered = Sale['tenders'][number]

/**
 * The tenders that a search finds the sale by: those that paid for it, and cards and transfers that were given back,
 * because a bank statement shows them.
 */
function tendersOf(sale: Sale): readonly Tender[] {
  const kept = new Set(keptTenders(sale).map(({ id }) => id))
  const isFound = ({ id, kind }: Tendered): boolean => sale.soldAt === null || kind !== 'cash' || kept.has(id)
  const ways = waysOf(sale, sale.tenders.filter(isFound))
  return tenderOf(sale) === 'split' ? ['split', ...ways] : ways
}

const idsOf = ({ senderInvoiceNo, movedFrom, invoices, payments, ereceipts }: Sale): readonly string[] => [
  senderInvoiceNo,
  ...(movedFrom ? [movedFrom.saleId, movedFrom.number] : []),
  ...invoices.flatMap(({ number, invoice }) => [number, ...(invoice ? [invoice.invoiceId] : [])]),
  ...payments.map(({ paymentId }) => paymentId),
  ...ereceipts.flatMap((one) => (one.step === 'issued' ? [one.ereceiptId, one.printedId] : [])),
]
