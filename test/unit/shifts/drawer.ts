/** A till's drawer over a real journal: sales without a service, shifts, a plug that is pulled, backups. */

import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createTenders } from '../../../main/counter/index.ts'
import { createRemedies } from '../../../main/counter/remedies.ts'
import { createReturns } from '../../../main/counter/returns.ts'
import { wrongSums } from '../../../main/projections/index.ts'
import { createSaleStore, type Policy, saleModel } from '../../../main/sales/index.ts'
import { checked, type Pace } from '../../../main/sales/payment-answers.ts'
import { createShifts } from '../../../main/shifts/index.ts'
import { type Journal, openJournal } from '../../../main/store/index.ts'
import { type Money, NO_MONEY, tugriks } from '../../../shared/money.ts'
import type { SaleEvent, SeenPayment, TenderKind } from '../../../shared/sale.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/settings.ts'
import type { ShiftReport, ShiftTotals } from '../../../shared/shift.ts'
import { shopDay } from '../../../shared/shop-day.ts'
import type { Cashier } from '../../../shared/staff.ts'
import { handClock } from '../../support/hand-clock.ts'
import { modelPolicy } from '../../support/model-service.ts'
import { bread, invoice, lineOf, paidBy } from '../../support/sample-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { reportOf } from '../../support/whole-report.ts'

export function drawerAt(
  folder = temporaryFolder(),
  over: Partial<Settings> = {},
  cashier = (): Cashier | null => ({ id: 'p1', name: 'Болормаа' }),
) {
  const clock = handClock()
  const settings = (): Settings => ({ ...FIRST_SETTINGS, ...over })
  let file = join(folder, `${randomUUID()}.sqlite`)
  let journal = open()
  function open(): Journal {
    return openJournal(file, { model: saleModel, now: clock.now, mode: 'practice' })
  }
  /** No e-receipts, unless the test wants them. */
  const policy = (): Policy =>
    modelPolicy(
      {
        ...settings(),
        invoicing: { ...settings().invoicing, ereceipts: over.invoicing?.ereceipts ?? false },
      },
      0,
    )
  const parts = () => ({ journal, clock, settings, policy })
  const shifts = () => createShifts({ ...parts(), cashier })
  const store = () => createSaleStore(parts())
  const tenders = () => createTenders({ ...parts(), store: store(), ...shifts() })
  const returns = () => createReturns({ ...parts(), store: store(), ...shifts() })
  const remedies = () =>
    createRemedies({
      ...parts(),
      store: store(),
      ...shifts(),
      cashier,
      retryReceipt: (saleId) => void record(saleId, { kind: 'receipt-retried' }),
    })
  const record = (saleId: string, ...events: SaleEvent[]): void => void store().append(saleId, events)
  const ringUp = (price: Money): string => {
    const saleId = randomUUID()
    const day = shopDay(clock.now())
    const sequence = journal.sales.nextSequence('K01', day)
    const opened: SaleEvent = {
      kind: 'opened',
      terminal: 'K01',
      day,
      sequence,
      senderInvoiceNo: `K01-${day}-${sequence}-${journal.tag}`,
    }
    record(saleId, opened, { kind: 'line-added', line: lineOf({ ...bread, price }) })
    return saleId
  }
  const checkInvoice = (saleId: string, no: number, payments: readonly SeenPayment[], pace?: Pace): void => {
    const sale = journal.sales.byId(saleId)
    if (!sale) throw new Error('no such sale')
    record(saleId, ...checked(sale, no, payments, policy(), pace))
  }
  const charge = (saleId: string, total: Money, due: Money): void => {
    record(saleId, { kind: 'invoice-requested', total, due, attempt: 1 })
    record(saleId, {
      kind: 'invoice-created',
      invoice: { ...invoice, invoiceId: `inv-${saleId}` },
      found: 'answer',
    })
  }
  return {
    clock,
    journal: () => journal,
    shifts,
    returns,
    remedies,
    policy,
    /** At the counter; an empty amount is just what is missing. */
    take: (saleId: string, received: string, kind: TenderKind = 'cash'): void =>
      tenders().take(saleId, { kind, received, reference: '' }),
    giveBack: (saleId: string, tenderId: string): void => tenders().giveBack(saleId, tenderId),
    /** A check of the last invoice lists them. */
    check: (saleId: string, ...payments: SeenPayment[]): void =>
      checkInvoice(saleId, journal.sales.byId(saleId)?.invoices.at(-1)?.no ?? 0, payments),
    checkInvoice,
    /** All of it comes back, for cash. */
    takeBack: (saleId: string, amount: Money): void => {
      const ordered = { reason: 'x', by: null, approvedBy: null }
      const returnId = returns().start(saleId, null, { ...ordered, way: 'cash', amount })
      record(saleId, { kind: 'return-completed', returnId })
    },
    /** Stored sums that differ from the sums of the events. Call it after the journal was closed. */
    wrongSums: () => {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        return wrongSums(database, saleModel)
      } finally {
        database.close()
      }
    },
    record,
    ringUp,
    charge,
    /** The plug is pulled and put in again. */
    restart: () => {
      journal.close()
      journal = open()
    },
    backUp: async (): Promise<string> => {
      const name = join(folder, `${randomUUID()}.backup`)
      await journal.file.backUpTo(name)
      return name
    },
    /** As a restore does it. */
    merge: (name: string) => reading(name, (source) => journal.file.merge(source)),
    /** What a restore would come to. */
    rehearse: (name: string) => reading(name, (source) => journal.file.rehearse(source)),
    /** The disk took one event of a sale or shift. */
    lose: (subject: string, kind: string): void => {
      journal.close()
      const database = new DatabaseSync(file)
      database.exec('DROP TRIGGER IF EXISTS event_is_kept')
      database.prepare('DELETE FROM event WHERE subject = ? AND kind = ?').run(subject, kind)
      database.close()
      journal = open()
    },
    /** The disk is set back to an earlier image, which goes on under the same name. */
    setBack: (image: string) => {
      journal.close()
      for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
      copyFileSync(image, file)
      journal = open()
    },
    /** The disk is gone: a new journal. */
    loseDisk: () => {
      journal.close()
      file = join(folder, `${randomUUID()}.sqlite`)
      journal = open()
    },
    file: () => file,
    /** The report of these days, as it is now. */
    report: (from = shopDay(clock.now()), to = from) => reportOf(journal, clock.now(), from, to),
    /** Counted as it must be and closed; answers with its Z. */
    shut: (): ShiftTotals => {
      const shiftId = journal.shifts.open()?.id ?? ''
      const expected = shifts().report(shiftId)?.totals.drawer.expected ?? NO_MONEY
      const lines = [{ value: 1, count: expected / 100 }]
      shifts().draft(shiftId, lines, true)
      shifts().close({ shiftId, lines, expected, reason: '' })
      return totalsIn(shifts().report(shiftId))
    },
    x: (): ShiftTotals => totalsIn(shifts().report(null)),
    /** After it was closed. */
    reopen: () => {
      journal = open()
    },
    close: () => journal.close(),
  }
}

function totalsIn(report: ShiftReport | null): ShiftTotals {
  if (!report) throw new Error('no shift is open')
  return report.totals
}

function reading<Value>(name: string, work: (source: DatabaseSync) => Value): Value {
  const source = new DatabaseSync(name, { readOnly: true })
  try {
    return work(source)
  } finally {
    source.close()
  }
}

export const paid = (
  saleId: string,
  amount: Money,
  type: SeenPayment['type'] = 'P2P',
  which = 'pay',
): SeenPayment => ({
  ...paidBy(1, `${which}-${saleId}`),
  amount,
  type,
})

export const sum = (whole: number): Money => tugriks(whole)
