import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Commit, type Journal, type JournalOptions, openJournal } from '../../../main/journal/index.ts'
import { evolveAll, foldSale } from '../../../main/sales/index.ts'
import { tugriks } from '../../../shared/money.ts'
import type { SaleEvent } from '../../../shared/sale.ts'
import { bread, lineOf, opened } from '../../support/sample-sale.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export const OPTIONS: JournalOptions = { fold: foldSale, now: () => 5 }

export const rung: SaleEvent = { kind: 'line-added', line: lineOf(bread) }

/** The first commit of a sale. */
export function first(events: readonly SaleEvent[] = [opened, rung], id = 'sale-1'): Commit {
  const sale = evolveAll(null, id, 5, events)
  return { sale, total: tugriks(2500), at: 5, events, due: false, waits: false }
}

/** The first commit of the sale of that number. */
export function numbered(number: number, over: Partial<Commit> = {}): Commit {
  const start = { ...opened, sequence: number, senderInvoiceNo: `K01-${number}` } as SaleEvent
  return { ...first([start, rung], `sale-${number}`), ...over }
}

/** What comes next in a sale that is there. */
export function next(journal: Journal, saleId: string, events: readonly SaleEvent[], at = 6): Commit {
  const sale = evolveAll(journal.sale(saleId), saleId, at, events)
  return { sale, total: tugriks(2500), at, events, due: false, waits: false }
}

export const newFile = (): string => join(temporaryFolder(), 'journal.sqlite')

/** A journal that is closed with the test. */
export function journalAt(file = newFile(), options: JournalOptions = OPTIONS): Journal {
  const journal = openJournal(file, options)
  onTestFinished(() => {
    try {
      journal.close()
    } catch {} // the test closed it
  })
  return journal
}
