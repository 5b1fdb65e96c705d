/** Later events of a sale: returns, payments that are too large or too late, payments that were refunded elsewhere. */

import { money } from '../../../shared/money/money.ts'
import { applyAll } from '../../../shared/sale/apply.ts'
import { type ReturnPart, USUAL_REASONS } from '../../../shared/sale/return.ts'
import { planReturn } from '../../../shared/sale/return-plan.ts'
import type { PaymentShare, Sale, SaleEvent, SeenPayment } from '../../../shared/sale/sale.ts'
import { dayAfter, shopDay, shopHour, shopMoment } from '../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../shared/texts/index.ts'
import { cashierAt, HOUR, seconds, type Telling, uuid } from './telling.ts'

const LAST_HOUR = 20

/** Returns the whole sale or its first line: hours later where the service is not involved, otherwise days later. */
export function broughtBack(telling: Telling): void {
  const { chance, at, commit, until } = telling
  const sale = saleOf(telling)
  const soon = at() + seconds(chance, 600, 10_800)
  const wait =
    chance.happens(0.4) && sale.payments.length === 0 ? soon : openingHours(telling, 1 + chance.below(4))
  if (wait >= until || Number(shopHour(wait)) > LAST_HOUR) return
  const [first] = sale.lines
  const wanted =
    first !== undefined && sale.lines.length > 1 && chance.happens(0.5)
      ? [{ lineId: first.id, quantity: first.quantity }]
      : null
  const plan = planReturn(sale, wanted, { way: chance.pick(['cash', 'transfer']), now: wait })
  const returnId = uuid(chance)
  const reason = TEXTS.mn[`return.reason.${chance.pick(USUAL_REASONS)}`]
  commit(wait - at(), [
    { kind: 'return-opened', returnId, reason, by: cashierAt(wait), approvedBy: null, ...plan },
  ])
  for (const { paymentId } of plan.voids) {
    commit(30, [{ kind: 'ereceipt-void-requested', returnId, paymentId }])
    commit(600, [{ kind: 'ereceipt-voided', returnId, paymentId, found: 'answer' }])
  }
  for (const part of plan.parts)
    for (const events of refunded(returnId, part, at() + 24 * HOUR)) commit(700, events)
  const jobId = uuid(chance)
  commit(20, [{ kind: 'return-completed', returnId, jobId }], {
    newJobs: [{ id: jobId, kind: 'refund-slip' }],
  })
}

function refunded(returnId: string, part: ReturnPart, monitorUntil: number): readonly SaleEvent[][] {
  const { id: partId } = part
  if (part.by === 'hand') return [[{ kind: 'repaid', returnId, partId, how: part.way, note: '' }]]
  const { operation } = part
  const how = operation === 'cancel' ? 'cancelled' : 'refunded'
  return [
    [{ kind: 'refund-requested', returnId, partId, operation }],
    [{ kind: 'refunded', returnId, partId, how, monitorUntil }],
  ]
}

/** A payment after the charge was cancelled; it is paid back in cash the next day. */
export function lateMoney(telling: Telling, payment: SeenPayment): void {
  const { chance, commit } = telling
  commit(seconds(chance, 60, 7200), [{ kind: 'payments-seen', no: 1, payments: [payment] }])
  settledNextDay(telling, payment, (share) => [settled('late-money', 'repaid-cash', share)])
}

/** A payment that is too large: two of three payers come back for the rest, one leaves it to the shop. */
export function surplus(telling: Telling, share: PaymentShare): void {
  const resolution = telling.chance.pick(['repaid-cash', 'repaid-cash', 'kept'] as const)
  telling.commit(seconds(telling.chance, 120, 900), [settled('surplus', resolution, share)])
}

/** A payment refunded elsewhere: the shop collects the money again, or writes it off. */
export function refundedElsewhere(telling: Telling, payment: SeenPayment): void {
  const { chance, commit } = telling
  commit(seconds(chance, 1800, 10_800), [
    { kind: 'payments-seen', no: 1, payments: [{ ...payment, status: 'REFUNDED' }] },
  ])
  const again = chance.happens(0.5)
  const tenderId = uuid(chance)
  settledNextDay(telling, payment, (share) =>
    again
      ? [settled('refunded-elsewhere', 'collected-again', share), taken(tenderId, share)]
      : [
          settled('refunded-elsewhere', 'written-off', share),
          settled('ereceipt-stands', 'seen', { ...share, amount: money(0) }),
        ],
  )
}

/** Does nothing where the history ends before that time. */
function settledNextDay(
  telling: Telling,
  { paymentId, amount }: SeenPayment,
  decided: (share: PaymentShare) => readonly SaleEvent[],
): void {
  const wait = openingHours(telling, 1)
  if (wait < telling.until) telling.commit(wait - telling.at(), decided({ paymentId, amount }))
}

const settled = (
  cause: 'late-money' | 'surplus' | 'refunded-elsewhere' | 'ereceipt-stands',
  resolution: 'repaid-cash' | 'kept' | 'collected-again' | 'written-off' | 'seen',
  share: PaymentShare,
): SaleEvent => ({
  kind: 'attention-settled',
  cause,
  resolution,
  by: null,
  amount: share.amount,
  shares: [share],
})

const taken = (id: string, { amount }: PaymentShare): SaleEvent => ({
  kind: 'tender-taken',
  tender: { id, kind: 'cash', amount, received: amount, change: money(0), reference: '' },
})

/** A time between 9:00 and 20:00, that many days later. */
const openingHours = ({ at, chance }: Telling, days: number): number =>
  shopMoment(dayAfter(shopDay(at()), days), '09:00') + chance.below(11 * HOUR)

function saleOf({ id, commits }: Telling): Sale {
  let sale: Sale | null = null
  for (const { at, events } of commits) sale = applyAll(sale, id, at, events)
  if (sale === null) throw new Error(`the story has no sale ${id}`)
  return sale
}
