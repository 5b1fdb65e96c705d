/**
 * Makes a shop with two months of sales until yesterday, for pictures of its history, reports, shifts and
 * reconciliation.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createShifts } from '../../../main/books/shifts/index.ts'
import { createRasterRenderer, rasterAsPng, shiftReport } from '../../../main/paper/draw/index.ts'
import { shiftFacts } from '../../../main/paper/facts/index.ts'
import { openJournal } from '../../../main/storage/store/index.ts'
import { FIRST_SETTINGS } from '../../../shared/shop/settings.ts'
import { dayAfter, shopDay, shopMoment } from '../../../shared/shop/shop-day.ts'
import { seedWithShifts } from '../../measure/seed-history/seed-history.ts'
import { serviceRecords } from './service-records.ts'

/** Writes the journal into the data folder. */
export async function makeShopOfMonths(folder: string) {
  const file = join(folder, 'journal-test.sqlite')
  const today = shopDay(Date.now())
  const last = dayAfter(today, -1)
  const until = shopMoment(today)
  const year = { sales: 3600, days: 60, seed: 7, until }
  await seedWithShifts({ file, ...year })
  const serviceFile = join(folder, 'service.jsonl')
  await writeFile(serviceFile, await serviceRecords(year, last))
  return {
    /** The last day with sales. */
    last,
    /** Data file of a practice service with the invoices of the last day. */
    serviceFile,
    /** The newest Z as a PNG, as the printer gets it. */
    zPaper: newestZ(file, until),
  }
}

function newestZ(file: string, now: number): Uint8Array {
  const clock = { now: () => now }
  const journal = openJournal(file, { now: clock.now, mode: 'test' })
  try {
    const shifts = createShifts({
      ...{ journal, clock, settings: () => FIRST_SETTINGS, cashier: () => null },
      recordsMissing: () => false,
    })
    const newest = shifts.list().shifts[0]
    const told = newest && shifts.report(newest.id)
    if (!told) throw new Error('the history has no shift')
    const maker = { settings: FIRST_SETTINGS, logo: null, testMode: false }
    const paper = shiftReport(shiftFacts(told, { maker, kind: 'z-report', now }))
    return rasterAsPng(createRasterRenderer().render(paper, 80))
  } finally {
    journal.close()
  }
}
