/**
 * Computes a sale from its events. Pure: the same events always make the same sale, so a restart, a test and the screen
 * agree. A new event that does not fit is an error of the program: it throws, and nothing is written. An event that is
 * already in the journal never stops the program; see `replay`.
 */

import { applyToCart } from './apply-to-cart.ts'
import { applyToInvoices } from './apply-to-invoices.ts'
import { applyToMoney } from './apply-to-money.ts'
import { applyToReceipts } from './apply-to-receipts.ts'
import { applyToReturns } from './apply-to-returns.ts'
import { BELIEVED_CHECKS, keptTenders } from './money-of-sale.ts'
import { queuedWork } from './queued-work.ts'
import { unfit } from './refuse.ts'
import { openReturn } from './return.ts'
import {
  type ApprovedLine,
  isMisc,
  type Payment,
  type QueuedWork,
  type RecordedEvent,
  type Sale,
  type SaleEvent,
  type SaleLine,
} from './sale.ts'
import { chargeOf, statusOf } from './status.ts'

/** The facts in a sale's row that stand in for a missing first or last event. */
export type SaleBeginning = Pick<
  Sale,
  'terminal' | 'day' | 'sequence' | 'senderInvoiceNo' | 'openedAt' | 'version'
>

/** Applies new events. Throws where one does not fit. */
export const applyAll = (before: Sale | null, id: string, at: number, events: readonly SaleEvent[]): Sale =>
  events.reduce<Sale | null>((sale, event) => fold(sale, id, at, event), before) ??
  unfit('nothing', 'nothing')

/**
 * Computes a sale from its recorded events. Where an event is missing or does not fit, it is skipped, and the sale is
 * held and put before a person. `row` says how the sale began and its last version, for a sale with missing events.
 */
export function replay(
  id: string,
  recorded: readonly RecordedEvent[],
  row: SaleBeginning | null = null,
): Sale {
  const events = withBeginning(recorded, row)
  const sale = events.reduce<Sale | null>((before, event) => recalled(before, id, event), null)
  if (sale === null) return unfit('nothing', 'nothing')
  return row !== null && sale.version < row.version ? { ...incomplete(sale), version: row.version } : sale
}

function withBeginning(
  recorded: readonly RecordedEvent[],
  row: SaleBeginning | null,
): readonly RecordedEvent[] {
  if (row === null || recorded[0]?.event.kind === 'opened') return recorded
  const event = { kind: 'opened' as const, ...row, cashier: null }
  return [{ seq: 0, at: row.openedAt, command: null, event }, ...recorded]
}

/** The sale before and after each of its events, with the rules of `replay`. */
export function replayed(
  id: string,
  recorded: readonly RecordedEvent[],
  row: SaleBeginning | null = null,
): readonly { readonly before: Sale | null; readonly recorded: RecordedEvent; readonly after: Sale }[] {
  let before: Sale | null = null
  return withBeginning(recorded, row).map((one) => {
    const step = { before, recorded: one, after: recalled(before, id, one) }
    before = step.after
    return step
  })
}

function recalled(had: Sale | null, id: string, { seq, at, event }: RecordedEvent): Sale {
  const sale = had === null || had.version + 1 === seq ? had : incomplete(had)
  try {
    return { ...fold(sale, id, at, event), version: seq }
  } catch (error) {
    if (sale === null) throw error
    return { ...incomplete(sale), version: seq }
  }
}

/** Holds a sale whose history is incomplete: nothing is requested or printed before a manager releases it. */
const incomplete = (sale: Sale): Sale => ({ ...withNotice(sale), held: true })

export const withNotice = (sale: Sale): Sale =>
  isIncomplete(sale) ? sale : { ...sale, notices: [...sale.notices, { cause: INCOMPLETE, amount: null }] }

/** Whether the sale's history is incomplete, also after a person has seen the notice. */
export const isIncomplete = ({ notices, decisions }: Pick<Sale, 'notices' | 'decisions'>): boolean =>
  [...notices, ...decisions].some(({ cause }) => cause === INCOMPLETE)

const INCOMPLETE = 'history-incomplete'

function fold(sale: Sale | null, id: string, at: number, event: SaleEvent): Sale {
  if (event.kind === 'opened') return sale === null ? openedSale(id, at, event) : unfit(event.kind, 'opened')
  if (sale === null) return unfit(event.kind, 'not opened')
  const after = changed(sale, at, event)
  const stays = event.kind === 'work-held' || isIncomplete(after)
  const held = after.held && (stays || !(sale.held && isHoldOver(sale, after)))
  return { ...after, held, version: sale.version + 1 }
}

/**
 * Whether the held work is over: none is left, or the status has changed or the return has ended, and other work is
 * left. Later work is not held, nor a paper that waited for the return.
 */
function isHoldOver(sale: Sale, after: Sale): boolean {
  const left = worksOf(after)
  if (left.length === 0) return true
  const had = openReturn(sale)
  const hasReturned = had !== null && openReturn(after)?.id !== had.id
  if (statusOf(sale).name === statusOf(after).name && !hasReturned) return false
  const held = worksOf(sale)
  return left.some((work) => work === 'print' || !held.includes(work))
}

const worksOf = (sale: Sale): readonly QueuedWork[] => queuedWork(sale).map(({ work }) => work)

type Opened = Extract<SaleEvent, { kind: 'opened' }>

const openedSale = (id: string, at: number, event: Opened): Sale => ({
  id,
  terminal: event.terminal,
  day: event.day,
  sequence: event.sequence,
  senderInvoiceNo: event.senderInvoiceNo,
  openedAt: at,
  cashier: event.cashier,
  continues: event.continues ?? null,
  ...(event.movedFrom === undefined ? {} : { movedFrom: event.movedFrom }),
  lines: [],
  discount: null,
  note: '',
  receiver: { kind: 'individual' },
  terms: null,
  refusal: null,
  parked: null,
  invoices: [],
  payments: [],
  tenders: [],
  ereceipts: [],
  papers: [],
  returns: [],
  decisions: [],
  notices: [],
  soldAt: null,
  endedAt: null,
  monitoredUntil: null,
  held: false,
  version: 1,
})

/** Asks each part in turn: an event belongs to exactly one of them. */
const changed = (sale: Sale, at: number, event: SaleEvent): Sale =>
  applyToSale(sale, at, event) ??
  applyToCart(sale, event) ??
  applyToMoney(sale, at, event) ??
  applyToReturns(sale, at, event) ??
  applyToReceipts(sale, at, event) ??
  applyToInvoices(sale, at, event)

function applyToSale(sale: Sale, at: number, event: SaleEvent): Sale | null {
  switch (event.kind) {
    case 'parked':
      return isFreeCart(sale)
        ? { ...sale, parked: { label: event.label, at } }
        : unfit(event.kind, 'charged, or held by a tender')
    case 'resumed':
      return sale.parked ? { ...sale, parked: null } : unfit(event.kind, 'not parked')
    case 'cart-approved':
      return { ...sale, approved: sale.lines.filter(isToApprove).map(asApproved) }
    case 'discarded':
      return isFreeCart(sale)
        ? { ...sale, parked: null, endedAt: at, monitoredUntil: mayStillAppear(sale) ? at : null }
        : unfit(event.kind, 'charged, or held by a tender')
    case 'monitoring-ended':
      return {
        ...sale,
        monitoredUntil: null,
        invoices: sale.invoices.map((one) => (one.mayAppear ? { ...one, mayAppear: false } : one)),
        payments: sale.payments.map(believed),
      }
    case 'work-held':
    case 'work-released':
      return { ...sale, held: event.kind === 'work-held' }
    case 'rest-over': {
      const { restWaits: _had, ...bare } = sale
      return bare
    }
    case 'told-by-shop':
      return { ...sale, ...event.known }
    case 'notice-kept':
      return { ...sale, notices: [...sale.notices, { cause: event.cause, amount: event.amount }] }
    default:
      return null
  }
}

/** Whether the line costs another amount than its product's price. */
export const isToApprove = (line: SaleLine): boolean =>
  line.unitPrice !== line.product.price || line.off !== undefined || line.share !== undefined || isMisc(line)

export const asApproved = ({ id, quantity, unitPrice, off, share }: SaleLine): ApprovedLine => ({
  ...{ id, quantity, unitPrice },
  ...(off === undefined ? {} : { off }),
  ...(share === undefined ? {} : { share }),
})

/** Makes the contradicted status final, because monitoring is over and no later check can change it. */
const believed = (payment: Payment): Payment =>
  payment.contradicted
    ? { ...payment, contradicted: { ...payment.contradicted, checks: BELIEVED_CHECKS } }
    : payment

/** Whether a lost request may still make an invoice: then its number is listed again, also for a discarded cart. */
const mayStillAppear = ({ invoices }: Sale): boolean => invoices.some(({ mayAppear }) => mayAppear)

/** Not charged, sold or ended, and no money was taken for it. */
const isFreeCart = (sale: Sale): boolean =>
  sale.soldAt === null && sale.endedAt === null && chargeOf(sale) === null && keptTenders(sale).length === 0
