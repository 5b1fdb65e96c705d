import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Command } from '../../../../main/storage/journal/index.ts'
import type { SaleColumns } from '../../../../main/storage/projections/index.ts'
import {
  type Commit,
  type Journal,
  type JournalOptions,
  openJournal,
} from '../../../../main/storage/store/index.ts'
import { tugriks } from '../../../../shared/money/money.ts'
import { applyAll } from '../../../../shared/sale/apply.ts'
import type { Sale, SaleEvent } from '../../../../shared/sale/sale.ts'
import { statusOf } from '../../../../shared/sale/status.ts'
import { writeEmptyJournal } from '../../../support/empty-journal.ts'
import { bread, lineOf, opened } from '../../../support/sample-sale.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

export const OPTIONS: JournalOptions = { now: () => 5 }

export const rung: SaleEvent = { kind: 'line-added', line: lineOf(bread) }

/** The columns of a sale for which nothing is pending. */
const columns = (sale: Sale): SaleColumns => ({
  state: statusOf(sale).name,
  total: tugriks(2500),
  due: false,
  waits: false,
  attention: 0,
})

/** The first commit of a sale. */
export function first(events: readonly SaleEvent[] = [opened, rung], id = 'sale-1'): Commit {
  const sale = applyAll(null, id, 5, events)
  return { ...columns(sale), sale, at: 5, events }
}

/** The first commit of the sale with that number. */
export function numbered(number: number, over: Partial<Commit> = {}): Commit {
  const start = { ...opened, sequence: number, senderInvoiceNo: `K01-${number}` } as SaleEvent
  return { ...first([start, rung], `sale-${number}`), ...over }
}

/** The next commit of an existing sale. */
export function next(journal: Journal, saleId: string, events: readonly SaleEvent[], at = 6): Commit {
  const sale = applyAll(journal.sales.byId(saleId), saleId, at, events)
  return { ...columns(sale), sale, at, events }
}

/** A command of a person. */
export const command = (id: string, over: Partial<Command> = {}): Command => ({
  id,
  at: 5,
  actor: null,
  request: 'hash',
  ...over,
})

export const newFile = (): string => join(temporaryFolder(), 'journal.sqlite')

/** A journal that is closed after the test. */
export function journalAt(file = newFile(), options: JournalOptions = OPTIONS): Journal {
  writeEmptyJournal(file)
  const journal = openJournal(file, options)
  onTestFinished(() => {
    try {
      journal.close()
    } catch {} // the test has closed it
  })
  return journal
}
