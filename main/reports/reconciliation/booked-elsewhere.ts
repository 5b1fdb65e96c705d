/** Sales that had to do with a shift and are in the books of another: nothing of its money seems to be missing. */
import type { BookedElsewhere } from '../../../shared/books.ts'
import { type Money, money, NO_MONEY, sumMoney } from '../../../shared/money.ts'
import type { Sale } from '../../../shared/sale.ts'
import { atService } from '../../../shared/sale-account.ts'
import { applyAll } from '../../sales/index.ts'
import type { OwnJournal } from './own-sales.ts'

export const bookedElsewhere = (journal: OwnJournal, shiftId: string): readonly BookedElsewhere[] =>
  journal.invoices.bookedElsewhere(shiftId).flatMap((saleId) => elsewhere(journal, saleId, shiftId))

function elsewhere(journal: OwnJournal, saleId: string, shiftId: string): readonly BookedElsewhere[] {
  const read = readSale(journal, saleId, shiftId)
  if (read === null) return []
  const { sale, taken, charged } = read
  const amount = taken > NO_MONEY ? taken : charged ? paidBy(sale) : NO_MONEY
  if (amount <= NO_MONEY) return []
  const what = taken > NO_MONEY ? 'taken-here' : 'charged-here'
  return [{ saleId, sequence: sale.sequence, what, amount, shift: shiftOf(journal, saleId) }]
}

/** What the service took for it while the shift was open. Null where its events do not add up: a part of them was lost. */
function readSale(journal: OwnJournal, saleId: string, shiftId: string) {
  let sale: Sale | null = null
  let taken = NO_MONEY
  let charged = false
  try {
    for (const { at, event, shiftId: of } of journal.sales.eventsInShifts(saleId)) {
      const before = paidBy(sale)
      sale = applyAll(sale, saleId, at, [event])
      if (of !== shiftId) continue
      taken = money(taken + paidBy(sale) - before)
      charged ||= event.kind === 'invoice-created'
    }
  } catch {
    return null
  }
  return sale && { sale, taken, charged }
}

const paidBy = (sale: Sale | null): Money =>
  sumMoney((sale?.payments ?? []).map((payment) => (sale ? atService(sale, payment) : NO_MONEY)))

function shiftOf(journal: OwnJournal, saleId: string): BookedElsewhere['shift'] {
  const id = journal.invoices.shiftOf(saleId)
  if (id === null) return null
  const found = journal.shifts.byId(id)
  return found && { id, zNumber: found.zNumber, openedAt: found.openedAt }
}
