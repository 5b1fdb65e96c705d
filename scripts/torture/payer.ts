import type { PracticePayer } from '../../main/practice/index.ts'
import type { Chance } from './chance.ts'
import type { Notes } from './notes.ts'

/** Plays the payers: at once, in parts, too much, twice, late; and now and then the money goes back behind our back. */
export type Payer = {
  /** What is due, or so many tugriks. Nothing where no QR was seen. */
  readonly pay: (invoiceId: string | null, tugriks?: number) => Promise<void>
  /** A transfer that is only on its way: `complete` brings it in. */
  readonly begin: (invoiceId: string | null) => Promise<void>
  readonly complete: () => Promise<void>
  /** Somebody who had a QR on the phone all the time: of the last few, or of any. */
  readonly payLate: () => Promise<void>
  readonly refundElsewhere: () => Promise<void>
}

const LATELY = 40

export function createPayer(practice: PracticePayer, notes: Notes, chance: Chance): Payer {
  const paid: string[] = []
  const begun: string[] = []

  const enter = async (invoiceId: string, status: 'PAID' | 'PENDING', tugriks?: number) => {
    try {
      const { payment_id } = await practice.pay({
        invoice_id: invoiceId,
        type: chance.happens(0.3) ? 'CARD' : 'P2P',
        status,
        ...(tugriks === undefined ? {} : { amount: tugriks }),
      })
      const list = status === 'PAID' ? paid : begun
      list.push(payment_id)
    } catch {
      // The payer's app says so, and nothing was paid.
    }
  }
  const pay: Payer['pay'] = async (invoiceId, tugriks) => {
    if (invoiceId !== null) await enter(invoiceId, 'PAID', tugriks)
  }

  return {
    pay,
    begin: async (invoiceId) => {
      if (invoiceId !== null) await enter(invoiceId, 'PENDING')
    },
    complete: async () => {
      for (const paymentId of begun.splice(0)) {
        await practice.settle({ payment_id: paymentId, status: 'PAID' })
        paid.push(paymentId)
      }
    },
    payLate: async () => {
      const { shown } = notes
      const invoices = chance.happens(0.8) ? shown.slice(-LATELY) : shown
      await pay(invoices[chance.below(invoices.length)] ?? null, chance.happens(0.5) ? 500 : undefined)
    },
    refundElsewhere: async () => {
      const payments = paid.slice(-LATELY)
      const paymentId = payments[chance.below(payments.length)]
      if (paymentId === undefined || notes.refunded.has(paymentId)) return
      notes.refunded.add(paymentId)
      await practice.settle({ payment_id: paymentId, status: chance.happens(0.5) ? 'REFUNDED' : 'CANCELLED' })
    },
  }
}
