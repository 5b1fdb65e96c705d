/** Our journal's book: what it says of the sales that had an invoice made. */
import type { AttentionCause } from '../../../shared/attention.ts'
import { type Money, money, NO_MONEY } from '../../../shared/money.ts'
import { isRefunded } from '../../../shared/return.ts'
import type { Sale, SaleState } from '../../../shared/sale.ts'
import type { JournalReader } from '../../journal/index.ts'
import type { BookedSale } from './books.ts'

export type OpenAttention = ReadonlyMap<string, readonly { cause: AttentionCause; amount: Money | null }[]>

/** What of each sale waits for a person. */
export function openAttention(journal: Pick<JournalReader, 'attention'>): OpenAttention {
  const open = new Map<string, { cause: AttentionCause; amount: Money | null }[]>()
  for (const { saleId, cause, amount } of journal.attention())
    open.set(saleId, [...(open.get(saleId) ?? []), { cause, amount }])
  return open
}

export function bookedSale(sale: Sale, due: Money | null, attention: OpenAttention): BookedSale {
  const { state } = sale
  const open = attention.get(sale.id) ?? []
  const parts = sale.returns.filter(({ state: how }) => how !== 'called-off').flatMap((one) => one.parts)
  return {
    saleId: sale.id,
    sequence: sale.sequence,
    senderInvoiceNo: sale.senderInvoiceNo,
    state: state.name,
    invoiceId: 'invoice' in state ? (state.invoice?.invoiceId ?? null) : null,
    due,
    settled: isSettled(state),
    waits: WAITS.has(state.name),
    payments: 'payments' in state ? state.payments : [],
    refunded: new Set(parts.filter(isRefunded).flatMap(({ paymentId }) => paymentId ?? [])),
    givenBack: new Set(parts.flatMap(({ paymentId }) => paymentId ?? [])),
    ereceipts: 'ereceipts' in state ? state.ereceipts : [],
    ereceiptsWanted: wantsEReceipts(state),
    surplus: money(
      open
        .filter(({ cause }) => cause === 'surplus' || cause === 'paid-twice')
        .reduce((sum, { amount }) => sum + (amount ?? 0), NO_MONEY as number),
    ),
    wentElsewhere: open.some(({ cause }) => cause === 'refunded-elsewhere'),
  }
}

const WAITS: ReadonlySet<SaleState['name']> = new Set(['awaiting-payment', 'partly-paid', 'cancelling'])

const isSettled = (state: SaleState): boolean =>
  'paidAt' in state || (state.name === 'paid-late' && state.settled)

/** What comes for an invoice that was retired is the payer's: no e-receipt is asked for. */
const wantsEReceipts = (state: SaleState): boolean =>
  'ereceipts' in state && state.retiring === null && (state.ereceipts.length > 0 || state.shape === 'ebarimt')
