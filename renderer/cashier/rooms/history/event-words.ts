import type { Failure } from '../../../../shared/failure.ts'
import { formatMoney, sumMoney } from '../../../../shared/money/money.ts'
import { formatQuantity } from '../../../../shared/money/quantity.ts'
import {
  countOf,
  nameOf,
  type SaleEvent,
  type SaleLine,
  type SeenPayment,
} from '../../../../shared/sale/sale.ts'
import { knownKey, type Say } from '../../page/index.ts'
import { receiverWords } from '../../parts/receiver-words.ts'

const paidOf = (payments: readonly SeenPayment[]): string =>
  formatMoney(sumMoney(payments.filter(({ status }) => status === 'PAID').map(({ amount }) => amount)))

/** "2 ш"; of packs only their number, because their name tells what they hold. */
const quantityWords = (line: SaleLine): string =>
  [formatQuantity(countOf(line)), ...(line.pack === undefined ? [line.product.unit] : [])].join(' ')

/** `lines` are those of the sale. */
export function eventWords(say: Say, event: SaleEvent, lines: readonly SaleLine[]): string {
  const changed = (lineId: string) => lines.find(({ id }) => id === lineId)
  switch (event.kind) {
    case 'opened':
      return event.movedFrom === undefined
        ? say('event.opened')
        : say('event.opened.moved', { number: event.movedFrom.number })
    case 'told-by-shop':
      return event.known.movedTo === undefined
        ? say('event.told-by-shop')
        : say('event.told-by-shop.moved', { ...event.known.movedTo })
    case 'line-added':
      return say('event.line-added', {
        name: nameOf(event.line),
        quantity: quantityWords(event.line),
      })
    case 'line-changed':
      return say('event.line-changed', {
        quantity: formatQuantity(countOf({ ...changed(event.lineId), quantity: event.quantity })),
        price: formatMoney(event.unitPrice),
      })
    case 'cart-approved':
      return say('event.cart-approved', { name: event.by.name })
    case 'age-confirmed':
      return say('event.age-confirmed', { age: event.age, name: event.by?.name ?? '' }).trim()
    case 'bans-lifted':
      return say('event.bans-lifted', {
        categories: event.categories.join(', '),
        name: event.by?.name ?? '',
      }).trim()
    case 'receiver-set':
      return event.receiver.kind === 'individual'
        ? say('event.receiver-set.individual')
        : say('event.receiver-set.organisation', { register: event.receiver.register })
    case 'invoice-requested':
      return say('event.invoice-requested', {
        amount: formatMoney(event.due ?? event.total),
        attempt: event.attempt,
      })
    case 'invoice-created':
      return say(`event.invoice-created.${event.found}`)
    case 'paid':
      return event.payments.some(({ status }) => status === 'PAID')
        ? say('event.paid', { amount: paidOf(event.payments) })
        : say('event.paid.counter')
    case 'payments-seen':
      return say('event.payments-seen', { amount: paidOf(event.payments) })
    case 'ereceipt-issued':
      return say('event.ereceipt-issued', { id: event.ereceipt.printedId })
    case 'tender-taken':
      return say(`event.tender-taken.${event.tender.kind}`, {
        received: formatMoney(event.tender.received),
        change: formatMoney(event.tender.change),
        reference: event.tender.reference,
      })
    case 'notice-kept':
      return say('event.notice-kept', { cause: say(`attention.cause.${event.cause}`) })
    case 'attention-settled':
      return say('event.attention-settled', { resolution: say(`attention.resolution.${event.resolution}`) })
    case 'work-given-up':
      return say('event.work-given-up', { work: say(`waiting.work.${event.work}`) })
    case 'return-opened':
      if (event.receiver !== undefined)
        return say('event.return-opened.receiver', { register: receiverWords(say, event.receiver) })
      return say('event.return-opened', { amount: formatMoney(event.amount), reason: event.reason })
    case 'repaid':
      return say(`event.repaid.${event.how}`, { note: event.note })
    default:
      return say(knownKey(`event.${event.kind}`, 'event.unlisted'), { kind: event.kind })
  }
}

/** The failure of an event, if it has one. */
export const failureOf = (event: SaleEvent): Failure | null => ('failure' in event ? event.failure : null)
