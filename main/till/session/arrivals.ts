/** Payments that the cashier may not have seen since the program started: of a parked QR, or late. */

import { NO_MONEY, sumMoney } from '../../../shared/money/money.ts'
import type { Arrival } from '../../../shared/page/index.ts'
import { attentionOf } from '../../../shared/sale/attention-items.ts'
import type { ProjectionReaders } from '../../storage/projections/index.ts'

export type Arrivals = {
  readonly list: () => readonly Arrival[]
  /** Called for each changed sale. A change by a person's own command adds no message. */
  readonly look: (saleId: string, byPerson: boolean) => void
  /** Removes a message that a person has seen. */
  readonly seen: (number: number) => void
}

/** The page shows the last ones. */
const KEPT = 20

const LATE: ReadonlySet<string> = new Set(['late-money', 'surplus', 'paid-twice'])

export function createArrivals(
  journal: Pick<ProjectionReaders, 'sales'>,
  since: number,
  changed: () => void,
): Arrivals {
  const told = new Set<string>()
  let arrivals: readonly Arrival[] = []
  return {
    list: () => arrivals,
    look: (saleId, byPerson) => {
      const sale = journal.sales.byId(saleId)
      if (sale === null || sale.origin) return
      const { sequence } = sale
      const came = sumMoney(sale.payments.map((payment) => payment.came))
      const isPaid = sale.soldAt !== null && sale.soldAt >= since && came > NO_MONEY
      const late = attentionOf(sale).filter(({ cause, at }) => LATE.has(cause) && at >= since)
      const found = [
        ...(isPaid ? [{ kind: 'paid' as const, amount: came }] : []),
        ...late.map(({ amount }) => ({ kind: 'late' as const, amount: amount ?? NO_MONEY })),
      ]
      for (const { kind, amount } of found) {
        const key = `${saleId} ${kind} ${kind === 'paid' ? '' : amount}`
        if (told.has(key)) continue
        told.add(key)
        if (!byPerson)
          arrivals = [...arrivals, { number: told.size, saleId, sequence, kind, amount }].slice(-KEPT)
      }
    },
    seen: (number) => {
      arrivals = arrivals.filter((one) => one.number !== number)
      changed()
    },
  }
}
