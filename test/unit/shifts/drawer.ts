/** A till's drawer over a real journal: sales without a service, shifts, a plug that is pulled, backups. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Journal, openJournal } from '../../../main/journal/index.ts'
import { createCash, createLedger, foldSale } from '../../../main/sales/index.ts'
import { createShifts } from '../../../main/shifts/index.ts'
import { type Money, tugriks } from '../../../shared/money.ts'
import type { SaleEvent, SeenPayment } from '../../../shared/sale.ts'
import { FIRST_SETTINGS, type Settings } from '../../../shared/settings.ts'
import { shopDay } from '../../../shared/shop-day.ts'
import { handClock } from '../../support/hand-clock.ts'
import { bread, invoice, lineOf, paidBy } from '../../support/sample-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export function drawerAt(folder = temporaryFolder(), over: Partial<Settings> = {}) {
  const clock = handClock()
  const settings = (): Settings => ({ ...FIRST_SETTINGS, ...over })
  let file = join(folder, `${randomUUID()}.sqlite`)
  let journal = open()
  function open(): Journal {
    return openJournal(file, { fold: foldSale, now: clock.now, mode: 'practice' })
  }
  const parts = () => ({ journal, clock, settings, changed: () => {}, jobQueued: () => {} })
  const shifts = () => createShifts({ ...parts(), cashier: () => ({ id: 'p1', name: 'Болормаа' }) })
  const ledger = () => createLedger({ ...parts(), committed: () => {}, stored: () => {} })
  const cash = () =>
    createCash({
      ...parts(),
      ledger: ledger(),
      runner: { nudge: () => {} } as never,
      mayTakeMoney: shifts().mayTakeMoney,
      watchOnMs: () => 0,
    })
  const record = (saleId: string, ...events: SaleEvent[]) => ledger().record(saleId, events)
  const ringUp = (price: Money): string => {
    const saleId = randomUUID()
    const day = shopDay(clock.now())
    const sequence = journal.nextSequence('K01', day)
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
  const charge = (saleId: string, total: Money, due: Money): void => {
    record(saleId, { kind: 'invoice-requested', total, due, shape: 'simple', attempt: 1 })
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
    cash,
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
      await journal.backUpTo(name)
      return name
    },
    /** As a restore does it. */
    merge: (name: string) => {
      const source = new DatabaseSync(name, { readOnly: true })
      try {
        return journal.merge(source)
      } finally {
        source.close()
      }
    },
    /** The disk is gone: a new journal. */
    loseDisk: () => {
      journal.close()
      file = join(folder, `${randomUUID()}.sqlite`)
      journal = open()
    },
    close: () => journal.close(),
  }
}

export const paid = (saleId: string, amount: Money, type: SeenPayment['type'] = 'P2P'): SeenPayment => ({
  ...paidBy(1, `pay-${saleId}`),
  amount,
  type,
})

export const sum = (whole: number): Money => tugriks(whole)
