/**
 * What follows by itself when the sale at the counter is paid or cancelled, or its charge is refused. A cart with several
 * kinds of tax is charged as several sales (docs/decisions/tax-kinds.md): the next one is charged when this one is paid;
 * where that is refused, a person goes on. A sale whose charge is refused or withdrawn gets its whole cart back. The
 * e-receipts of the paid ones are requested when no other one is being charged, so that a part that is given back before has
 * no e-receipt to void.
 */
import { CommandRefused, type Failure, failure } from '../../shared/failure.ts'
import type { Sale } from '../../shared/sale/sale.ts'
import { chargeOf } from '../../shared/sale/status.ts'
import type { Log } from '../base/clock-and-log.ts'
import type { ProjectionReaders } from '../storage/projections/index.ts'
import { isOpen } from './cart.ts'
import { type Counter, isCodeRefused } from './counter.ts'
import { partsBefore } from './parking.ts'
import type { SaleStore } from './run/index.ts'

type Parts = {
  readonly journal: Pick<ProjectionReaders, 'sales' | 'unfinished' | 'counter' | 'shifts'> & {
    readonly onCommit: (listener: (change: Change) => void) => void
  }
  readonly store: SaleStore
  readonly counter: Pick<Counter, 'goOn' | 'discard'>
  readonly log: Log
}

type Change = { readonly failure: null; readonly sales: ReadonlySet<string> } | { readonly failure: Failure }

export function goOnAtCounter({ journal, store, counter, log }: Parts): void {
  const { sales } = journal
  /** The paid sales whose e-receipts wait for the rest of their cart. */
  const waiting = new Set<string>()
  /** `ongoing` are neither sold nor ended. `over` were sold or ended since, and the counter has to go on after them. */
  const [ongoing, over] = [new Set<string>(), new Set<string>()]
  const charged = new Set<string>()
  const note = (sale: Sale): void => {
    // Only right after the refusal. If a person continues with the cart, they decide when it is charged.
    if (charged.delete(sale.id) && isOpen(sale) && isCodeRefused(sale)) over.add(sale.id)
    if (chargeOf(sale) !== null) charged.add(sale.id)
    if (sale.soldAt === null && sale.endedAt === null) ongoing.add(sale.id)
    else if (ongoing.delete(sale.id)) over.add(sale.id)
    if (isPaidPart(sale)) waiting.add(sale.id)
  }

  const attempt = (what: string, work: () => void): void => {
    try {
      work()
    } catch (error) {
      const { name, detail } =
        error instanceof CommandRefused ? error.failure : failure('UNEXPECTED', String(error))
      log.warn(`${what}: ${name} ${detail ?? ''}`)
    }
  }

  const look = (): void => {
    const sale = atCounter()
    if (sale !== null && isOpen(sale) && sale.restWaits) over.add(sale.id)
    for (const id of over) {
      over.delete(id)
      attempt('the counter does not go on by itself', () => counter.goOn(id))
    }
    attempt('a cart without goods stays at the counter', leaveEmpty)
    if (waiting.size > 0) release(partsOf(atCounter()))
  }

  /** What is sold next is for another customer than the parts that are paid. */
  const leaveEmpty = (): void => {
    const sale = atCounter()
    const isEmpty = sale !== null && isOpen(sale) && sale.lines.length === 0
    if (isEmpty && partsOf(sale).size > 0) counter.discard(sale.id)
  }

  const release = (parts: ReadonlySet<string>): void => {
    for (const id of waiting) {
      if (parts.has(id)) continue
      attempt('the e-receipts of a part of the cart still wait', () => {
        if (sales.byId(id)?.restWaits) store.append(id, [{ kind: 'rest-over' }])
        waiting.delete(id)
      })
    }
  }

  const atCounter = (): Sale | null => {
    const saleId = journal.counter.saleId()
    return saleId === null ? null : sales.byId(saleId)
  }

  /** The sales that come before this one in its cart; none once it is paid. */
  const partsOf = (sale: Sale | null): ReadonlySet<string> =>
    new Set(sale?.soldAt === null ? partsBefore(sale, sales).map(({ id }) => id) : [])

  /** Nobody may come back to a cart, or its cancelled charge, that was left before the till or the shift was closed. */
  const releaseLeft = (left: Sale | null): void => {
    if (left !== null && (isOpen(left) || left.endedAt !== null)) release(new Set())
  }
  const shiftId = () => journal.shifts.open()?.id
  let shift = shiftId()
  const lookAfterShift = (): void => {
    if (shift !== shiftId()) releaseLeft(atCounter())
    shift = shiftId()
    look()
  }

  const left = atCounter()
  for (const sale of [...journal.unfinished.due(), ...journal.unfinished.setAside()]) note(sale)
  if (left !== null) note(left)
  releaseLeft(left)
  look()
  journal.onCommit((change) => {
    if (change.failure !== null) return
    for (const id of change.sales) {
      const sale = sales.byId(id)
      if (sale !== null) note(sale)
    }
    // In a task of its own, because a listener must not write.
    queueMicrotask(lookAfterShift)
  })
}

const isPaidPart = ({ soldAt, restWaits }: Sale): boolean => soldAt !== null && restWaits === true
