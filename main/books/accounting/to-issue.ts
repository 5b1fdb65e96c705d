/** Sale by sale, the e-receipts to issue elsewhere: the service issues them for its own payments only. */

import type { ToIssueRow } from '../../../shared/books/report.ts'
import { money } from '../../../shared/money/money.ts'
import type { DayEntryReader } from '../../storage/projections/index.ts'

const WHAT: Readonly<Record<string, ToIssueRow['what']>> = {
  elsewhere: 'sold',
  'elsewhere-later': 'later',
  'elsewhere-back': 'back',
}

/** The rows of one day in order of time; what came back is negative. `going` is awaited after each sale. */
export async function toIssueOfDay(
  dayEntries: DayEntryReader,
  day: string,
  going: () => Promise<void>,
): Promise<readonly ToIssueRow[]> {
  const rows: ToIssueRow[] = []
  for (const saleId of dayEntries.subjects(day)) {
    const found = dayEntries.of(day, saleId)
    if (found?.of.kind === 'sale') {
      const { terminal, sequence, senderInvoiceNo, register } = found.of
      for (const { at, postings } of found.entries)
        for (const { account, key, amount, vat, cityTax } of postings) {
          const what = account === 'e-receipt' ? WHAT[key] : undefined
          if (what === undefined) continue
          const signed = (of: number) => money(what === 'back' ? 0 - of : of)
          rows.push({
            ...{ saleId, terminal, sequence, senderInvoiceNo, register, at, what },
            ...{ amount: signed(amount), vat: signed(vat), cityTax: signed(cityTax) },
          })
        }
    }
    await going()
  }
  return rows.toSorted((one, other) => one.at - other.at)
}
