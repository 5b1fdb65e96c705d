/** A till's drawer on a real journal: sales without a service, shifts, restarts, backups. */

import { randomUUID } from 'node:crypto'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createShifts } from '../../../../main/books/shifts/index.ts'
import { type Answers, createExchange, createTenders } from '../../../../main/sale/index.ts'
import { createResolutions } from '../../../../main/sale/resolutions.ts'
import { createReturns } from '../../../../main/sale/returns.ts'
import { createSaleStore } from '../../../../main/sale/run/index.ts'
import { wrongInFile } from '../../../../main/storage/backup/index.ts'
import { wrongSums } from '../../../../main/storage/projections/index.ts'
import { type Journal, openJournal } from '../../../../main/storage/store/index.ts'
import type { ShiftReport, ShiftTotals } from '../../../../shared/books/shift.ts'
import { type Money, NO_MONEY, tugriks } from '../../../../shared/money/money.ts'
import type { Policy } from '../../../../shared/sale/answers.ts'
import { checked, type Pace } from '../../../../shared/sale/payment-answers.ts'
import type { SaleEvent, SeenPayment, TenderKind } from '../../../../shared/sale/sale.ts'
import { FIRST_SETTINGS, type Settings } from '../../../../shared/shop/settings.ts'
import { shopDay } from '../../../../shared/shop/shop-day.ts'
import type { Cashier } from '../../../../shared/shop/staff.ts'
import { writeEmptyJournal } from '../../../support/empty-journal.ts'
import { handClock } from '../../../support/hand-clock.ts'
import { modelPolicy } from '../../../support/model-service.ts'
import { bread, invoice, lineOf, paidBy } from '../../../support/sample-sale.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { reportOf } from '../../../support/whole-report.ts'

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
    writeEmptyJournal(file)
    return openJournal(file, { now: clock.now, mode: 'test' })
  }
  /** Without e-receipts, unless the test asks for them. */
  const policy = (): Policy =>
    modelPolicy(
      {
        ...settings(),
        invoicing: { ...settings().invoicing, ereceipts: over.invoicing?.ereceipts ?? false },
      },
      0,
    )
  const parts = () => ({ journal, clock, settings, policy })
  const shifts = () => createShifts({ ...parts(), cashier, recordsMissing: () => false })
  const store = () => createSaleStore(parts())
  const tenders = () => createTenders({ ...parts(), store: store(), ...shifts() })
  const returns = () => createReturns({ ...parts(), store: store(), ...shifts() })
  const exchange = () => createExchange({ ...parts(), store: store(), ...shifts() })
  const resolutions = () =>
    createResolutions({
      ...parts(),
      store: store(),
      ...shifts(),
      cashier,
      retryReceipt: (saleId) => void record(saleId, { kind: 'receipt-retried' }),
    })
  const record = (saleId: string, ...events: SaleEvent[]): void => void store().append(saleId, events)
  const ringUp = (price: Money, cashier: Cashier | null = null): string => {
    const saleId = randomUUID()
    const day = shopDay(clock.now())
    const sequence = journal.saleNumbers.nextSequence('K01', day)
    const opened: SaleEvent = {
      kind: 'opened',
      terminal: 'K01',
      day,
      sequence,
      senderInvoiceNo: `K01-${day}-${sequence}-${journal.tag}`,
      cashier,
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
      no: journal.sales.byId(saleId)?.invoices.length ?? 0,
      invoice: { ...invoice, invoiceId: `inv-${saleId}` },
      found: 'answer',
    })
  }
  return {
    clock,
    journal: () => journal,
    shifts,
    returns,
    resolutions,
    policy,
    /** Takes a tender at the counter; an empty amount means exactly what is due. */
    take: (saleId: string, received: string, kind: TenderKind = 'cash', answers?: Answers): void =>
      tenders().take(saleId, { kind, received, reference: '' }, answers),
    /** The cash of an open return pays for another sale. */
    exchange: (saleId: string, returnId: string, intoSaleId: string, answers: Answers = {}): void =>
      journal.command({ id: randomUUID(), at: clock.now(), actor: null, request: '' }, () =>
        exchange().carryOut({ saleId, returnId, intoSaleId }, answers),
      ),
    giveBack: (saleId: string, tenderId: string): void => tenders().giveBack(saleId, tenderId),
    /** Records a check of the last invoice that lists these payments. */
    check: (saleId: string, ...payments: SeenPayment[]): void =>
      checkInvoice(saleId, journal.sales.byId(saleId)?.invoices.at(-1)?.no ?? 0, payments),
    checkInvoice,
    /** Returns all goods for cash. */
    takeBack: (saleId: string, amount: Money): void => {
      const ordered = { reason: 'x', by: null, approvedBy: null }
      const returnId = returns().start(saleId, null, { ...ordered, way: 'cash', amount })
      record(saleId, { kind: 'return-completed', returnId })
    },
    /** Stored sums that differ from the sums of the events. Call it after the journal was closed. */
    wrongSums: () => {
      const database = new DatabaseSync(file, { readOnly: true })
      try {
        return wrongSums(database)
      } finally {
        database.close()
      }
    },
    record,
    ringUp,
    charge,
    /** Closes and opens the journal, as a restart does. */
    restart: () => {
      journal.close()
      journal = open()
    },
    /** The journal is found damaged, and the next start rescues it. */
    rescue: () => {
      journal.file.markSuspect()
      journal.close()
      journal = open()
    },
    backUp: async (): Promise<string> => {
      const name = join(folder, `${randomUUID()}.backup`)
      await journal.file.backUpTo(name)
      return name
    },
    /** Merges the backup, as a restore does. `mayGoOn` is called before each slice. */
    merge: (name: string, mayGoOn = () => {}) =>
      reading(name, (source) => journal.file.merge(source, { wrong: wrongInFile(source), mayGoOn })),
    /** The preview of a restore. */
    rehearse: (name: string) =>
      reading(name, (source) => journal.file.rehearse(source, { wrong: wrongInFile(source) })),
    /** Deletes one event of a sale or shift, as a damaged disk might. */
    lose: (subject: string, kind: string): void => {
      journal.close()
      const database = new DatabaseSync(file)
      database.exec('DROP TRIGGER IF EXISTS event_is_kept')
      database.prepare('DELETE FROM event WHERE subject = ? AND kind = ?').run(subject, kind)
      database.close()
      journal = open()
    },
    /** Sets the disk back to an earlier image, which goes on in the same file. */
    setBack: (image: string) => {
      journal.close()
      for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
      copyFileSync(image, file)
      journal = open()
    },
    /** Begins a new journal, as on a new disk. */
    loseDisk: () => {
      journal.close()
      file = join(folder, `${randomUUID()}.sqlite`)
      journal = open()
    },
    file: () => file,
    /** The current report of these days. */
    report: (from = shopDay(clock.now()), to = from) => reportOf(journal, clock.now(), from, to),
    /** Counts exactly the expected cash and closes the shift; returns its Z. */
    shut: (): ShiftTotals => {
      const shiftId = journal.shifts.open()?.id ?? ''
      const expected = shifts().report(shiftId)?.totals.drawer.expected ?? NO_MONEY
      const lines = [{ value: 1, count: expected / 100 }]
      shifts().draft(shiftId, lines, true)
      shifts().close({ shiftId, lines, expected, reason: '' })
      return totalsIn(shifts().report(shiftId))
    },
    x: (): ShiftTotals => totalsIn(shifts().report(null)),
    /** Opens the journal again after `close`. */
    reopen: () => {
      journal = open()
    },
    close: () => journal.close(),
  }
}

/** The same with an open shift. */
export function openedDrawer(folder?: string, float = '0') {
  const till = drawerAt(folder)
  till.shifts().open(float)
  return till
}

function totalsIn(report: ShiftReport | null): ShiftTotals {
  if (!report) throw new Error('no shift is open')
  return report.totals
}

async function reading<Value>(name: string, work: (source: DatabaseSync) => Promise<Value>): Promise<Value> {
  const source = new DatabaseSync(name, { readOnly: true })
  try {
    return await work(source)
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

type Till = ReturnType<typeof drawerAt>

export function sell(till: Till, price: number): string {
  till.clock.advance(60_000)
  const id = till.ringUp(sum(price))
  till.take(id, '')
  return id
}

/** Closes this shift, counted if it is the open one. */
export function closeShift(till: Till, shiftId = till.journal().shifts.open()?.id ?? ''): string {
  const expected = till.shifts().report(shiftId)?.totals?.drawer.expected ?? null
  const isOpen = till.journal().shifts.open()?.id === shiftId
  till.shifts().close({ shiftId, lines: isOpen ? [] : null, expected, reason: 'unsaid' })
  return shiftId
}
