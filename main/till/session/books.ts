/** Shifts, reports, reconciliation and history of a session. */
import type { Cashier } from '../../../shared/shop/staff.ts'
import { createHistory } from '../../books/history/index.ts'
import {
  createReconciler,
  createReports,
  createResults,
  type OpenBooksOfShop,
  type Reconciler,
} from '../../books/reports/index.ts'
import { createShifts } from '../../books/shifts/index.ts'
import type { ServiceClient } from '../../payment-service/client/index.ts'
import type { Common } from './session-parts.ts'

type Given = {
  readonly cashier: () => Cashier | null
  /** Whether the shop database has events of this till that the journal lacks. */
  readonly recordsMissing: () => boolean
}

type Reconciled = {
  readonly service: ServiceClient
  readonly booksOfShop: OpenBooksOfShop
  readonly whenIdle: (saleId: string) => Promise<void>
}

export type Books = ReturnType<typeof openBooks>

export const openBooks = ({ journal, settings, clock }: Common, given: Given) => ({
  shifts: createShifts({ ...{ journal, clock, settings }, ...given }),
  /** What reconciliations found. */
  reconciled: createResults({ journal, clock }),
  history: createHistory({ finder: journal.search, clock }),
  reports: createReports({ journal, now: clock.now }),
})

/** Compares the service's records with the books of this till, or of all tills of the shop. */
export function openReconciler(
  { journal, settings, clock, log, closing }: Common,
  of: Reconciled,
): Reconciler {
  const reconciler = createReconciler({
    ...{ ...of, journal, clock, log },
    terminal: () => settings().terminalCode,
  })
  closing.addBeside(() => {
    reconciler.stop()
    return reconciler.ended()
  })
  return reconciler
}
