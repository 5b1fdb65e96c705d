/** Makes a shop with two months of sales, until yesterday, and pictures of a printed Z and of the accounting export. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Papa from 'papaparse'
import { shiftFacts } from '../../main/papers/index.ts'
import { createRasterRenderer, rasterAsPng, shiftReport } from '../../main/receipts/index.ts'
import { createReports } from '../../main/reports/index.ts'
import { saleModel } from '../../main/sales/index.ts'
import { createShifts } from '../../main/shifts/index.ts'
import { openJournal } from '../../main/store/index.ts'
import { FIRST_ACCOUNTS } from '../../shared/ledger-accounts.ts'
import { FIRST_SETTINGS } from '../../shared/settings.ts'
import { dayAfter, shopDay, shopMoment } from '../../shared/shop-day.ts'
import { seedWithShifts } from '../seed-history/seed-history.ts'

export const yesterday = (): string => dayAfter(shopDay(Date.now()), -1)

/** Shows a paper or a file, which the till has no view of, as a page to take a picture of. */
export type Sheet = { readonly name: string; readonly look: string; readonly html: string }

/** Writes the journal into the data folder. */
export async function openShopOfMonths(folder: string): Promise<readonly Sheet[]> {
  const file = join(folder, 'journal-practice.sqlite')
  const until = shopMoment(dayAfter(yesterday(), 1))
  await seedWithShifts({ file, sales: 3600, days: 60, seed: 7, until })
  const clock = { now: () => until }
  const journal = openJournal(file, { model: saleModel, now: clock.now, mode: 'practice' })
  try {
    const shifts = createShifts({ journal, clock, settings: () => FIRST_SETTINGS, cashier: () => null })
    const reports = createReports({ journal, now: clock.now })
    const sheets: Sheet[] = [{ name: 'shift-z-paper', look: 'mn', html: zPaper(shifts, until) }]
    for (const language of ['mn', 'en'] as const) {
      const range = { from: dayAfter(yesterday(), -29), to: yesterday() }
      const asked = {
        ...range,
        by: 'day',
        accounts: FIRST_ACCOUNTS,
        format: 'csv',
        folder,
        language,
      } as const
      const text = await readFile(await reports.entries(asked), 'utf8')
      sheets.push({ name: 'entries-month', look: language, html: tableOf(text) })
    }
    return sheets
  } finally {
    journal.close()
  }
}

/** The newest Z, as the printer gets it. */
function zPaper({ list, report }: ReturnType<typeof createShifts>, now: number): string {
  const newest = list().shifts[0]
  const told = newest && report(newest.id)
  if (!told) throw new Error('the history has no shift')
  const maker = { settings: FIRST_SETTINGS, logo: null, testMode: false }
  const paper = shiftReport(shiftFacts(told, { maker, kind: 'z-report', now }))
  const png = Buffer.from(rasterAsPng(createRasterRenderer().render(paper, 80)))
  return `<img src="data:image/png;base64,${png.toString('base64')}">`
}

const LINES = 30

function tableOf(csv: string): string {
  const [head = [], ...rows] = Papa.parse<string[]>(csv.replace(/^\uFEFF/, '')).data.slice(0, LINES)
  const cells = (row: readonly string[], tag: 'th' | 'td'): string =>
    row
      .map((cell) => `<${tag}${/^\d+\.\d\d$/.test(cell) ? ' class="figure"' : ''}>${escaped(cell)}</${tag}>`)
      .join('')
  return `<style>
    body { width: max-content; margin: 0; padding: 12px; background: white; font: 13px "Noto Sans", sans-serif }
    table { border-collapse: collapse }
    th, td { padding: 3px 8px; border: 1px solid #ccc; text-align: left; white-space: nowrap }
    th { background: #eee }
    .figure { text-align: right; font-variant-numeric: tabular-nums }
  </style>
  <table><tr>${cells(head, 'th')}</tr>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</table>`
}

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
