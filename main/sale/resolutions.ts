/** Carries out a person's decisions about items of the attention list. Each resolution is recorded with the sale. */
import { randomUUID } from 'node:crypto'
import { refuse } from '../../shared/failure.ts'
import type { CashRounding } from '../../shared/money/cash-rounding.ts'
import { type Money, NO_MONEY, sumMoney, sumOf } from '../../shared/money/money.ts'
import type { AttentionItem } from '../../shared/page/index.ts'
import type { Policy } from '../../shared/sale/answers.ts'
import { applyAll } from '../../shared/sale/apply.ts'
import { type AttentionCause, isUnregistered, type Resolution } from '../../shared/sale/attention.ts'
import {
  attentionOf,
  missingIn,
  owedBy,
  resolutionsFor,
  unclearPayments,
  voidable,
  voidableFor,
} from '../../shared/sale/attention-items.ts'
import { keptTenders, notRefunded } from '../../shared/sale/money-of-sale.ts'
import { sold } from '../../shared/sale/payment-answers.ts'
import { saleNamed } from '../../shared/sale/refuse.ts'
import { openReturn } from '../../shared/sale/return.ts'
import { planVoid } from '../../shared/sale/return-plan.ts'
import { partsRefundedElsewhere } from '../../shared/sale/return-steps.ts'
import type { PaymentShare, Sale, SaleEvent } from '../../shared/sale/sale.ts'
import { nothingLeft } from '../../shared/sale/status.ts'
import type { Cashier } from '../../shared/shop/staff.ts'
import type { ProjectionReaders } from '../storage/projections/index.ts'
import type { MoneyParts } from './drawer.ts'
import { soldWith, type TenderTyped, tenderOf } from './tenders.ts'

export type Resolutions = {
  readonly list: () => AttentionItem[]
  readonly settle: (settling: Settling) => void
  /** Requests all e-receipts again for which the merchant was not registered. */
  readonly retryUnregistered: () => void
}

type Settling = {
  readonly saleId: string
  readonly cause: AttentionCause
  readonly resolution: Resolution
  /** The amount that the person saw. */
  readonly amount: Money | null
  /** The tender taken at the counter, for resolutions that need one. */
  readonly taken: TenderTyped
}

export type ResolutionsParts = Omit<MoneyParts, 'clock'> & {
  readonly journal: Pick<ProjectionReaders, 'sales' | 'unfinished'>
  readonly policy: () => Policy
  readonly retryReceipt: (saleId: string) => void
  readonly cashier: () => Cashier | null
}

/** Resolutions that move goods or money: they need an open shift where the shop sells only in shifts. */
const CHANGES_HANDS: readonly Resolution[] = [
  'sold',
  'sold-with-cash',
  'collected-again',
  'refunded',
  'repaid-cash',
  'repaid-transfer',
  'goods-returned',
]

export function createResolutions(parts: ResolutionsParts): Resolutions {
  const { journal, store } = parts
  return {
    list: () =>
      journal.unfinished.attention().flatMap((sale) =>
        attentionOf(sale).map((item) => ({
          id: `${sale.id}:${item.cause}`,
          saleId: sale.id,
          senderInvoiceNo: sale.senderInvoiceNo,
          ...item,
          resolutions: [...resolutionsFor(item.cause, sale)],
          missing: item.cause === 'late-money' ? missingIn(sale) : null,
        })),
      ),
    settle: ({ saleId, cause, resolution, amount, taken }) => {
      const sale = saleNamed(journal.sales, saleId)
      const item = attentionOf(sale).find((one) => one.cause === cause)
      if (!item) return // a double tap, or the item was resolved meanwhile
      if (item.amount !== amount) refuse('AMOUNT_CHANGED')
      if (!resolutionsFor(cause, sale).includes(resolution)) refuse('NOT_NOW')
      if (cause === 'ereceipt-refused' && resolution === 'tried-again') return parts.retryReceipt(saleId)
      if (CHANGES_HANDS.includes(resolution)) parts.mayTakeMoney()
      const { cashRounding } = parts.settings()
      const decided = resolutionEvents(sale, { cause, resolution, taken, cashRounding }, parts.policy())
      const events = decided.map((event) => signed(event, parts.cashier()))
      const inCash = events.some((event) => event.kind === 'tender-taken' && event.tender.kind === 'cash')
      const out = sumMoney(events.map((event) => cashOut(sale, event)))
      store.append(saleId, events, { newJobs: inCash || out > NO_MONEY ? parts.cashMoves(out) : [] })
    },
    retryUnregistered: () => {
      const refused = journal.unfinished.attention().filter((sale) => attentionOf(sale).some(isUnregistered))
      const tried = refused.filter((sale) => !openReturn(sale) && !nothingLeft(sale))
      // Where none can be tried again, the refusal of the first one says why.
      for (const { id } of tried.length > 0 ? tried : refused) parts.retryReceipt(id)
    },
  }
}

const signed = (event: SaleEvent, by: Cashier | null): SaleEvent =>
  event.kind === 'attention-settled' || event.kind === 'return-opened' ? { ...event, by } : event

function cashOut(sale: Sale, event: SaleEvent): Money {
  if (event.kind === 'attention-settled')
    return event.resolution === 'repaid-cash' ? (event.amount ?? NO_MONEY) : NO_MONEY
  if (event.kind !== 'tender-returned') return NO_MONEY
  return sumOf(sale.tenders.filter(({ id, kind }) => id === event.tenderId && kind === 'cash'))
}

type Deciding = Pick<Settling, 'cause' | 'resolution' | 'taken'> & { readonly cashRounding?: CashRounding }

/** The events of a decision. Pure. */
export function resolutionEvents(
  sale: Sale,
  { cause, resolution, taken, cashRounding }: Deciding,
  policy: Policy,
): readonly SaleEvent[] {
  const shares = resolution === 'seen' ? looked(sale, cause) : owedBy(sale, cause)
  const settled = (of: readonly PaymentShare[]): SaleEvent => ({
    kind: 'attention-settled',
    cause,
    resolution,
    by: null,
    amount: sumOf(of),
    shares: of,
  })
  switch (resolution) {
    case 'sold':
      return [settled([]), sold(sale, [], { policy })]
    case 'sold-with-cash': {
      const tender = tenderOf(taken, missingIn(sale), cashRounding)
      if (tender.amount < missingIn(sale)) return refuse('CASH_TOO_LITTLE')
      return [settled([]), ...soldWith(sale, tender, policy)]
    }
    case 'collected-again': {
      const due = sumOf(shares)
      const tender = tenderOf(taken, due, cashRounding)
      if (tender.amount < due) return refuse('CASH_TOO_LITTLE')
      return [settled(shares), { kind: 'tender-taken', tender }]
    }
    // What an open return of the goods would still give back of this money, it does not give back again.
    case 'goods-returned': {
      const gone = partsRefundedElsewhere(sale).map((part): SaleEvent => ({ kind: 'refunded', ...part }))
      return [...gone, settled(owedBy(applyAll(sale, sale.id, 0, gone), cause))]
    }
    case 'refunded':
      return [
        settled([]),
        ...keptTenders(sale).map(({ id }): SaleEvent => ({ kind: 'tender-returned', tenderId: id })),
      ]
    case 'void-ereceipt':
      return [
        {
          kind: 'return-opened',
          returnId: randomUUID(),
          reason: cause === 'ereceipt-refused' ? WRONG_REASON : VOIDED_REASON,
          by: null,
          approvedBy: null,
          ...planVoid(sale, voidableFor(cause, sale)),
        },
      ]
    // Requests the cancellation of invoices that were left open again.
    case 'tried-again':
      return sale.invoices
        .filter(({ step }) => step.name === 'left-open')
        .map(({ no }) => ({ kind: 'cancel-requested', no }))
    default:
      return [settled(shares)]
  }
}

const VOIDED_REASON = 'Төлбөр буцаагдсан'
const WRONG_REASON = 'Цахим баримт буруу гарсан'

function looked(sale: Sale, cause: AttentionCause): readonly PaymentShare[] {
  const about: Partial<Record<AttentionCause, (sale: Sale) => readonly string[]>> = {
    'refund-not-done': (of) => notRefunded(of).map(({ paymentId }) => paymentId),
    'payment-unclear': unclearPayments,
    'ereceipt-stands': voidable,
  }
  return (about[cause]?.(sale) ?? []).map((paymentId) => ({ paymentId, amount: NO_MONEY }))
}
