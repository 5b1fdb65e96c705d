/** Cash at the counter. Nothing here asks the service or waits for it (law 7). */
import { randomUUID } from 'node:crypto'
import { LARGEST_MONEY, type Money, money } from '../../shared/money.ts'
import type { CashTender, Sale, SaleEvent } from '../../shared/sale.ts'
import type { Settings } from '../../shared/settings.ts'
import { typedMoney } from '../../shared/typed-money.ts'
import type { Clock } from '../environment.ts'
import type { Journal } from '../journal/index.ts'
import { drawerJobs } from './drawer.ts'
import { sold } from './effects.ts'
import type { Ledger } from './ledger.ts'
import { cashSum, missingOf } from './payments.ts'
import { refuse, saleNamed } from './refuse.ts'
import type { Runner } from './runner.ts'
import { totalOf } from './totals.ts'

export type Cash = {
  /** What the payer gave, as typed; empty is just what is due. */
  readonly take: (saleId: string, received: string) => void
  readonly giveBack: (saleId: string, tenderId: string) => void
}

export type CashParts = {
  readonly journal: Journal
  readonly ledger: Ledger
  readonly runner: Runner
  readonly clock: Clock
  readonly settings: () => Settings
  /** A print or a pulse waits. */
  readonly jobQueued: () => void
  /** Refuses where money is taken in a shift alone and none is open. */
  readonly mayTakeMoney: () => void
  /** How long an invoice that was shown is watched on, ms (law 4). */
  readonly watchOnMs: () => number
}

export function createCash(parts: CashParts): Cash {
  const { journal, ledger, runner, clock, settings, watchOnMs } = parts
  return {
    take: (saleId, received) => {
      parts.mayTakeMoney()
      const sale = saleNamed(journal, saleId)
      const watchUntil = clock.now() + watchOnMs()
      const events = cashEvents(sale, received, settings(), watchUntil)
      ledger.record(saleId, events, { newJobs: drawerJobs(settings()) })
      parts.jobQueued()
      runner.nudge(saleId)
    },
    giveBack: (saleId, tenderId) => {
      const { state } = saleNamed(journal, saleId)
      if (state.name !== 'open' && state.name !== 'cancelled' && state.name !== 'paid-late')
        return refuse('SALE_NOT_OPEN')
      if (!state.cash.some((tender) => tender.id === tenderId)) return refuse('TENDER_UNKNOWN')
      ledger.record(saleId, [{ kind: 'cash-returned', tenderId }], { newJobs: drawerJobs(settings()) })
      parts.jobQueued()
    },
  }
}

/** What taking cash comes to, or a named refusal. Pure. */
export function cashEvents(
  sale: Sale,
  received: string,
  settings: Settings,
  watchUntil: number,
): SaleEvent[] {
  const { state } = sale
  switch (state.name) {
    case 'open': {
      refuseWhereOff(settings)
      if (sale.lines.length === 0) refuse('SALE_EMPTY')
      const missing = missingOf(totalOf(sale.lines), cashSum(state.cash))
      if (missing <= 0) refuse('AMOUNT_ZERO')
      const tender = tenderOf(received, missing)
      const taken: SaleEvent = { kind: 'cash-taken', tender }
      return tender.amount < missing ? [taken] : [taken, { kind: 'paid', payments: [], receiptsDue: [] }]
    }
    case 'invoicing':
    case 'awaiting-payment':
      refuseWhereOff(settings)
      return restInCash(received, state.due, { payments: [], settings, watchUntil })
    case 'partly-paid':
    case 'cancelling':
      return restInCash(received, missingOf(state.due, state.paid), {
        payments: state.payments,
        settings,
        watchUntil,
      })
    default:
      return refuse('SALE_NOT_OPEN')
  }
}

/** Money that is in already is not stuck for it: the rest of a part that was paid is taken all the same. */
function refuseWhereOff({ tenders }: Settings): void {
  if (tenders.cash === 'off') refuse('CASH_OFF')
}

type Rest = {
  readonly payments: Parameters<typeof sold>[0]
  readonly settings: Settings
  readonly watchUntil: number
}

/** All that is still missing of a sale: no QR of it is needed any more then. */
export function restInCash(
  received: string,
  missing: Money,
  { payments, settings, watchUntil }: Rest,
): SaleEvent[] {
  const tender = tenderOf(received, missing)
  if (tender.amount < missing) refuse('CASH_TOO_LITTLE')
  return [{ kind: 'cash-taken', tender }, sold(payments, settings, watchUntil)]
}

function tenderOf(received: string, missing: Money): CashTender {
  const given = received.trim() === '' ? missing : (typedMoney(received) ?? refuse('CASH_INVALID'))
  if (given <= 0 || given > LARGEST_MONEY) refuse('CASH_INVALID')
  const amount = money(Math.min(given, missing))
  return { id: randomUUID(), amount, received: given, change: money(given - amount) }
}
