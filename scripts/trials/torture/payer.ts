import type { Chance } from '../../run/hosts/chance.ts'
import type { PracticeControl } from '../../run/practice/index.ts'
import type { Notes } from './notes.ts'

/** How many of the last payments and QR codes are usually chosen from. */
const LATELY = 40

/** `stays`: what was not refunded elsewhere, in tugriks. */
type Paid = { readonly paymentId: string; stays: number }
type Way = { readonly status?: 'PENDING'; readonly currency?: string; readonly amount?: number }

/** Plays the payers: they pay at once, in parts, too much, twice, or late; now and then money is refunded elsewhere. */
export function createPayer(practice: PracticeControl, notes: Notes, chance: Chance) {
  const paid: Paid[] = []
  const begun: Paid[] = []

  /** Does nothing when no QR was shown. */
  const enter = async (invoice_id: string | null, way: Way): Promise<void> => {
    if (invoice_id === null) return
    try {
      const type = chance.happens(0.45) ? 'CARD' : 'P2P'
      const { payment_id: paymentId, amount } = await practice.pay({ invoice_id, type, ...way })
      if (way.status === 'PENDING') begun.push({ paymentId, stays: amount })
      else if (way.currency === undefined) paid.push({ paymentId, stays: amount })
    } catch {
      // The payer's app shows the error, and nothing was paid.
    }
  }

  /** Pays what is due, or this amount in tugriks. */
  const pay = (invoiceId: string | null, tugriks?: number): Promise<void> =>
    enter(invoiceId, tugriks === undefined ? {} : { amount: tugriks })

  /** One of the last payments, or null when it was already refunded elsewhere. */
  const oneOfTheLast = () => {
    const payments = paid.slice(-LATELY)
    const one = payments[chance.below(payments.length)]
    return one === undefined || notes.refunded.has(one.paymentId) ? null : one
  }

  return {
    pay,
    payInDollars: (invoiceId: string | null) => enter(invoiceId, { currency: 'USD', amount: 10.5 }),
    /** Begins a transfer that stays pending until `complete`. */
    begin: (invoiceId: string | null) => enter(invoiceId, { status: 'PENDING' }),
    complete: async (): Promise<void> => {
      for (const one of begun.splice(0)) {
        await practice.settle({ payment_id: one.paymentId, status: 'PAID' })
        paid.push(one)
      }
    },
    /** Pays a QR that was shown before: usually one of the last, sometimes any. */
    payLate: async (): Promise<void> => {
      const { shown } = notes
      const invoices = chance.happens(0.8) ? shown.slice(-LATELY) : shown
      await pay(invoices[chance.below(invoices.length)] ?? null, chance.happens(0.5) ? 500 : undefined)
    },
    refundElsewhere: async (): Promise<void> => {
      const one = oneOfTheLast()
      if (one === null) return
      const { paymentId } = one
      notes.refunded.add(paymentId)
      await practice.settle({ payment_id: paymentId, status: chance.happens(0.5) ? 'REFUNDED' : 'CANCELLED' })
    },
    /** Refunds a part of a payment elsewhere. */
    shrinkElsewhere: async (): Promise<void> => {
      const one = oneOfTheLast()
      if (one === null || one.stays < 2) return
      one.stays = 1 + chance.below(Math.floor(one.stays) - 1)
      notes.shrunk.add(one.paymentId)
      await practice.settle({ payment_id: one.paymentId, amount: one.stays })
    },
    /** Whether a payment's money went back: what a person learns by calling the service. */
    wentBack: async (paymentId: string): Promise<boolean> => {
      const { payments } = await practice.state()
      const found = payments.find(({ payment_id }) => payment_id === paymentId)
      return found?.status === 'REFUNDED' || found?.status === 'CANCELLED'
    },
  }
}

export type Payer = ReturnType<typeof createPayer>
