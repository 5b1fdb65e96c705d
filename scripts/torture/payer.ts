import type { PracticePayer } from '../../main/practice/index.ts'
import type { Chance } from './chance.ts'
import type { Notes } from './notes.ts'

/** Plays the payers: at once, in parts, too much, twice, late; and now and then money goes back behind our back. */
export type Payer = {
  /** What is due, or so many tugriks. Nothing where no QR was seen. */
  readonly pay: (invoiceId: string | null, tugriks?: number) => Promise<void>
  readonly payInDollars: (invoiceId: string | null) => Promise<void>
  /** A transfer that is only on its way: `complete` brings it in. */
  readonly begin: (invoiceId: string | null) => Promise<void>
  readonly complete: () => Promise<void>
  /** Somebody who had a QR on the phone all the time: of the last few, or of any. */
  readonly payLate: () => Promise<void>
  readonly refundElsewhere: () => Promise<void>
  /** A part of a payment goes back elsewhere. */
  readonly shrinkElsewhere: () => Promise<void>
  /** What a person finds out by calling the service: whether a payment's money went back. */
  readonly wentBack: (paymentId: string) => Promise<boolean>
}

const LATELY = 40

/** In tugriks, what of it did not go back elsewhere. */
type Paid = { readonly paymentId: string; stays: number }

export function createPayer(practice: PracticePayer, notes: Notes, chance: Chance): Payer {
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
      // The payer's app says so, and nothing was paid.
    }
  }
  const pay: Payer['pay'] = async (invoiceId, tugriks) => {
    if (invoiceId !== null) await enter(invoiceId, tugriks === undefined ? {} : { tugriks })
  }
  /** One of the last, which has not gone back as yet. */
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
