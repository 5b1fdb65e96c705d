import type { Chance } from '../../run/hosts/chance.ts'
import type { PracticeControl } from '../../run/practice/index.ts'
import type { Notes } from './notes.ts'

/** Plays the payers: they pay at once, in parts, too much, twice, or late; now and then money is refunded elsewhere. */
export type Payer = {
  /** Pays what is due, or this amount in tugriks. Does nothing when no QR was shown. */
  readonly pay: (invoiceId: string | null, tugriks?: number) => Promise<void>
  readonly payInDollars: (invoiceId: string | null) => Promise<void>
  /** Begins a transfer that stays pending until `complete`. */
  readonly begin: (invoiceId: string | null) => Promise<void>
  readonly complete: () => Promise<void>
  /** Pays a QR that was shown before: usually one of the last, sometimes any. */
  readonly payLate: () => Promise<void>
  readonly refundElsewhere: () => Promise<void>
  /** Refunds a part of a payment elsewhere. */
  readonly shrinkElsewhere: () => Promise<void>
  /** Whether a payment's money went back: what a person learns by calling the service. */
  readonly wentBack: (paymentId: string) => Promise<boolean>
}

const LATELY = 40

/** `stays`: what was not refunded elsewhere, in tugriks. */
type Paid = { readonly paymentId: string; stays: number }

export function createPayer(practice: PracticeControl, notes: Notes, chance: Chance): Payer {
  const paid: Paid[] = []
  const begun: Paid[] = []

  type Way = { readonly status?: 'PENDING'; readonly currency?: string; readonly tugriks?: number }

  const enter = async (invoiceId: string, { status, currency, tugriks }: Way) => {
    try {
      const { payment_id: paymentId, amount } = await practice.pay({
        invoice_id: invoiceId,
        type: chance.happens(0.45) ? 'CARD' : 'P2P',
        ...(status === undefined ? {} : { status }),
        ...(currency === undefined ? {} : { currency }),
        ...(tugriks === undefined ? {} : { amount: tugriks }),
      })
      if (status === 'PENDING') begun.push({ paymentId, stays: amount })
      else if (currency === undefined) paid.push({ paymentId, stays: amount })
    } catch {
      // The payer's app shows the error, and nothing was paid.
    }
  }
  const pay: Payer['pay'] = async (invoiceId, tugriks) => {
    if (invoiceId !== null) await enter(invoiceId, tugriks === undefined ? {} : { tugriks })
  }
  /** One of the last payments, or null when it was already refunded elsewhere. */
  const oneOfTheLast = () => {
    const payments = paid.slice(-LATELY)
    const one = payments[chance.below(payments.length)]
    return one === undefined || notes.refunded.has(one.paymentId) ? null : one
  }

  return {
    pay,
    payInDollars: async (invoiceId) => {
      if (invoiceId !== null) await enter(invoiceId, { currency: 'USD', tugriks: 10.5 })
    },
    begin: async (invoiceId) => {
      if (invoiceId !== null) await enter(invoiceId, { status: 'PENDING' })
    },
    complete: async () => {
      for (const one of begun.splice(0)) {
        await practice.settle({ payment_id: one.paymentId, status: 'PAID' })
        paid.push(one)
      }
    },
    payLate: async () => {
      const { shown } = notes
      const invoices = chance.happens(0.8) ? shown.slice(-LATELY) : shown
      await pay(invoices[chance.below(invoices.length)] ?? null, chance.happens(0.5) ? 500 : undefined)
    },
    refundElsewhere: async () => {
      const one = oneOfTheLast()
      if (one === null) return
      const { paymentId } = one
      notes.refunded.add(paymentId)
      await practice.settle({ payment_id: paymentId, status: chance.happens(0.5) ? 'REFUNDED' : 'CANCELLED' })
    },
    shrinkElsewhere: async () => {
      const one = oneOfTheLast()
      if (one === null || one.stays < 2) return
      one.stays = 1 + chance.below(Math.floor(one.stays) - 1)
      notes.shrunk.add(one.paymentId)
      await practice.settle({ payment_id: one.paymentId, amount: one.stays })
    },
    wentBack: async (paymentId) => {
      const { payments } = await practice.state()
      const found = payments.find(({ payment_id }) => payment_id === paymentId)
      return found?.status === 'REFUNDED' || found?.status === 'CANCELLED'
    },
  }
}
