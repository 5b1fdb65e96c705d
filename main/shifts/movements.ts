/** What an event of a sale does to the shop's money. The one place where a tender movement is read out of an event. */
import { type Money, money, NO_MONEY } from '../../shared/money.ts'
import { returnedOf } from '../../shared/return.ts'
import type { Payment, Sale, SaleEvent, TenderKind } from '../../shared/sale.ts'
import { atService, lostOf } from '../../shared/sale-account.ts'
import type { SaleTender } from '../../shared/shift.ts'

export type Movement = {
  readonly tender: SaleTender
  /** Below nothing where it went out of the shop. */
  readonly amount: Money
  /**
   * `taken-back` undoes what was taken; `repaid` is money that goes back in another way than it came, so that it is in the
   * drawer's reckoning and not in the tender's.
   */
  readonly what: 'taken' | 'taken-back' | 'repaid'
}

export type Step = { readonly before: Sale | null; readonly event: SaleEvent; readonly after: Sale }

export const movements = (step: Step): readonly Movement[] => [...counter(step), ...service(step)]

/** `card` is a card that paid by QR; one at the bank's terminal is a tender of its own. */
const shiftTender = (kind: TenderKind): SaleTender => (kind === 'card' ? 'terminal' : kind)

function counter({ before, event, after }: Step): readonly Movement[] {
  switch (event.kind) {
    case 'tender-taken':
      return [{ tender: shiftTender(event.tender.kind), amount: event.tender.amount, what: 'taken' }]
    case 'tender-returned':
      return (before?.tenders ?? [])
        .filter(({ id, returnedAt }) => id === event.tenderId && returnedAt === null)
        .map(({ kind, amount }) => ({
          tender: shiftTender(kind),
          amount: money(-amount),
          what: 'taken-back',
        }))
    case 'attention-settled':
      // Tenders that were held go back by an event of their own.
      return event.remedy === 'repaid-cash' && event.cause !== 'cash-held' && event.amount !== null
        ? [{ tender: 'cash', amount: money(-event.amount), what: 'repaid' }]
        : []
    case 'repaid':
      return handedBack(after, event)
    default:
      return []
  }
}

/** A tender that goes back the way it came undoes it; cash for anything else is money that went another way. */
function handedBack(sale: Sale, event: Extract<SaleEvent, { readonly kind: 'repaid' }>): readonly Movement[] {
  const part = sale.returns
    .find(({ id }) => id === event.returnId)
    ?.parts.find(({ id }) => id === event.partId)
  if (!part) return []
  const amount = money(-part.amount)
  const came = part.paymentId === null ? (part.tender ?? 'cash') : null
  if (came === event.how) return [{ tender: shiftTender(came), amount, what: 'taken-back' }]
  return event.how === 'cash' ? [{ tender: 'cash', amount, what: 'repaid' }] : []
}

/**
 * Whatever the event is: the service holds more or less than before (law 3: only a check makes money). Where a check tells only
 * now that a card paid, what was held so far goes over to the card's line.
 */
function service({ before, after }: Step): readonly Movement[] {
  return after.payments.flatMap((payment): Movement[] => {
    const known = before?.payments.find(({ paymentId }) => paymentId === payment.paymentId)
    const had = before && known ? atService(before, known) : NO_MONEY
    const has = atService(after, payment)
    const [from, to] = [lineOf(known ?? payment), lineOf(payment)]
    return from === to ? moved(to, money(has - had)) : [...moved(from, money(-had)), ...moved(to, has)]
  })
}

const lineOf = ({ type }: Payment): SaleTender => (type === 'CARD' ? 'card' : 'qr')

const moved = (tender: SaleTender, amount: Money): Movement[] =>
  amount === NO_MONEY ? [] : [{ tender, amount, what: amount > 0 ? 'taken' : 'taken-back' }]

/** What went back to the payer of a sale that was sold; below nothing where it came again. */
export function returned({ before, after }: Step): Money {
  if (before === null || before.soldAt === null) return NO_MONEY
  return money(returnedOf(after).total - returnedOf(before).total + lostOf(after) - lostOf(before))
}
