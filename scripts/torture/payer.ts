import type { PracticePayer } from '../../main/practice/index.ts'
import type { Chance } from './chance.ts'
import type { Notes } from './notes.ts'

/** Plays the payers: at once, in parts, too much, twice, late; and now and then the money goes back behind our back. */
export type Payer = {
  /** What is due, or so many tugriks. Nothing where no QR was seen. */
  readonly pay: (invoiceId: string | null, tugriks?: number) => Promise<void>
  /** Once more, when it is paid already. */
  readonly payMore: (invoiceId: string | null) => Promise<void>
  /** Somebody who had a QR on the phone all the time. */
  readonly payLate: () => Promise<void>
  readonly refundElsewhere: () => Promise<void>
}

export function createPayer(practice: PracticePayer, notes: Notes, chance: Chance): Payer {
  const paid: string[] = []
  const pay: Payer['pay'] = async (invoiceId, tugriks) => {
    if (invoiceId === null) return
    const type = chance.happens(0.3) ? 'CARD' : 'P2P'
    try {
      const { payment_id } = await practice.pay({
        invoice_id: invoiceId,
        type,
        ...(tugriks === undefined ? {} : { amount: tugriks }),
      })
      paid.push(payment_id)
    } catch {
      // Nothing is due any more: the payer's app says so.
    }
  }
  return {
    pay,
    payMore: (invoiceId) => pay(invoiceId, 777),
    payLate: async () => {
      const invoices = [...notes.invoices]
      await pay(invoices[chance.below(invoices.length)] ?? null, chance.happens(0.5) ? 500 : undefined)
    },
    refundElsewhere: async () => {
      const paymentId = paid[chance.below(paid.length)]
      if (paymentId === undefined || notes.refunded.has(paymentId)) return
      notes.refunded.add(paymentId)
      await practice.settle({ payment_id: paymentId, status: 'REFUNDED' })
    },
  }
}
