/** What an event of a sale does to the shop's money. The one place where a tender movement is read out of an event. */
import { type Money, money, NO_MONEY } from '../../shared/money.ts'
import { returnedOf } from '../../shared/return.ts'
import type { Sale, SaleEvent, SeenPayment } from '../../shared/sale.ts'
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

export const movements = (step: Step): readonly Movement[] => [...cash(step), ...service(step)]

function cash({ before, event, after }: Step): readonly Movement[] {
  switch (event.kind) {
    case 'cash-taken':
      return [{ tender: 'cash', amount: event.tender.amount, what: 'taken' }]
    case 'cash-returned':
      return tendersOf(before)
        .filter(({ id }) => id === event.tenderId)
        .map(({ amount }) => ({ tender: 'cash', amount: money(-amount), what: 'taken-back' }))
    case 'attention-settled':
      // Cash that was held goes back by an event of its own.
      return event.remedy === 'repaid-cash' && event.cause !== 'cash-held' && event.amount !== null
        ? [{ tender: 'cash', amount: money(-event.amount), what: 'repaid' }]
        : []
    case 'repaid':
      return event.how === 'cash' ? handedBack(after, event) : []
    default:
      return []
  }
}

/** Cash for what came in cash undoes it; for a payment of the service it is money that went another way. */
function handedBack(
  sale: Sale,
  { returnId, partId }: { returnId: string; partId: string },
): readonly Movement[] {
  const part = sale.returns.find(({ id }) => id === returnId)?.parts.find(({ id }) => id === partId)
  if (!part) return []
  return [
    { tender: 'cash', amount: money(-part.amount), what: part.paymentId === null ? 'taken-back' : 'repaid' },
  ]
}

const tendersOf = (sale: Sale | null) => (sale && 'cash' in sale.state ? sale.state.cash : [])

/** Whatever the event is: what the service holds as paid is more or less than before (law 3: only a check makes money). */
function service({ before, after }: Step): readonly Movement[] {
  const had = paidBy(before)
  const has = paidBy(after)
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((id): Movement[] => {
    const [was, now] = [had.get(id), has.get(id)]
    const amount = money((now?.amount ?? 0) - (was?.amount ?? 0))
    if (amount === NO_MONEY) return []
    const card = (now ?? was)?.type === 'CARD'
    return [{ tender: card ? 'card' : 'qr', amount, what: amount > 0 ? 'taken' : 'taken-back' }]
  })
}

function paidBy(sale: Sale | null): ReadonlyMap<string, SeenPayment> {
  const payments = sale && 'payments' in sale.state ? sale.state.payments : []
  return new Map(payments.filter(({ status }) => status === 'PAID').map((one) => [one.paymentId, one]))
}

/** What went back to the payer of a sale that was sold; below nothing where it came again. */
export function returned({ before, after }: Step): Money {
  if (before === null || !('paidAt' in before.state) || !('paidAt' in after.state)) return NO_MONEY
  const [was, now] = [before.state, after.state]
  const byUs = returnedOf(after).total - returnedOf(before).total
  // What came above the total is the payer's anyway.
  return money(byUs + Math.min(was.paid, was.total) - Math.min(now.paid, now.total))
}
