/** The accounting export: the postings of a range of days, as entries in the shop's own chart of accounts. */

import type { DayRange } from '../../../shared/books/report.ts'
import { formatZ } from '../../../shared/books/shift.ts'
import { money } from '../../../shared/money/money.ts'
import { shownKind } from '../../../shared/money/tax.ts'
import type { AccountNumbers, EntriesBy } from '../../../shared/shop/ledger-accounts.ts'
import { dayAfter, shopClock, shopTime } from '../../../shared/shop/shop-day.ts'
import { TEXTS, type Texts } from '../../../shared/texts/index.ts'
import { type Cell, fileName, type OfMode, sheetTitle, writeTable } from '../../shop/tables/index.ts'
import type { DayEntries, DayEntryReader } from '../../storage/projections/index.ts'
import { type Document, documentsOf, type EntryLine, summedUp } from './documents.ts'
import { toIssueOfDay } from './to-issue.ts'

export type EntriesFile = DayRange & {
  readonly dayEntries: DayEntryReader
  readonly by: EntriesBy
  readonly accounts: AccountNumbers
  readonly format: 'csv' | 'xlsx'
  readonly folder: string
} & OfMode

/** Returns the path of the file. The days may come in either order. */
export function writeEntries({ from, to, ...file }: EntriesFile): Promise<string> {
  const range = from <= to ? { from, to } : { from: to, to: from }
  const { by, format, folder, language } = file
  return writeTable({
    folder,
    name: fileName(file, `${language === 'mn' ? 'bichilt' : 'entries'}-${by}-${range.from}_${range.to}`),
    format,
    sheet: sheetTitle(file, TEXTS[language][by === 'to-issue' ? 'entries.by.to-issue' : 'word.entries']),
    rows: by === 'to-issue' ? rowsToIssue({ ...file, ...range }) : rowsOf({ ...file, ...range }),
  })
}

const COLUMNS = [
  'day',
  'time',
  'document',
  'number',
  'what',
  'account',
  'name',
  'debit',
  'credit',
  'taxKind',
  'vat',
  'cityTax',
] as const

async function* rowsOf(file: EntriesFile): AsyncGenerator<readonly Cell[], void> {
  const texts = TEXTS[file.language]
  const going = pauses()
  yield COLUMNS.map((column) => texts[`entries.column.${column}`])
  for (const day of daysWithEvents(file)) {
    const documents: NamedDocument[] = []
    for (const subject of file.dayEntries.subjects(day)) {
      documents.push(...documentsOfDay(file.dayEntries.of(day, subject), texts))
      await going()
    }
    for (const { head, lines } of file.by === 'day' ? [sumOfDay(day, documents, texts)] : inTime(documents))
      for (const line of lines) yield [{ day }, ...head, ...cellsOf(line, file.accounts, texts)]
  }
}

const COLUMNS_TO_ISSUE = [
  'day',
  'time',
  'document',
  'number',
  'receiver',
  'what',
  'amount',
  'vat',
  'cityTax',
] as const

/** Sale by sale, the e-receipts to issue elsewhere. */
async function* rowsToIssue(file: EntriesFile): AsyncGenerator<readonly Cell[], void> {
  const texts = TEXTS[file.language]
  const going = pauses()
  yield COLUMNS_TO_ISSUE.map((column) => texts[`entries.column.${column}`])
  for (const day of daysWithEvents(file))
    for (const row of await toIssueOfDay(file.dayEntries, day, going)) {
      const amounts = [row.amount, row.vat, row.cityTax].map((amount) => ({ amount }))
      const head = [{ day }, shopClock(row.at), saleName(row), row.senderInvoiceNo, row.register]
      yield [...head, texts[`entries.toIssue.${row.what}`], ...amounts]
    }
}

/** A step ends after this time. */
const STEP_MS = 12

/** Lets the till work between steps. */
export function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < STEP_MS) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    since = performance.now()
  }
}

/** Skips days without events: a wrong clock may have left decades between two days. */
function* daysWithEvents({ dayEntries, from, to }: EntriesFile): Generator<string, void> {
  let day = dayEntries.firstDay(from, to)
  while (day !== null) {
    yield day
    day = day < to ? dayEntries.firstDay(dayAfter(day, 1), to) : null
  }
}

type NamedDocument = Document & { readonly head: readonly [time: string, ...rest: string[]] }

function documentsOfDay(entries: DayEntries | null, texts: Texts): readonly NamedDocument[] {
  if (entries === null) return []
  return documentsOf(entries.entries).map((document) => ({
    ...document,
    head: [shopClock(document.at), ...namesOf(entries.of, document), whatOf(document, texts)],
  }))
}

const saleName = ({ terminal, sequence }: { readonly terminal: string; readonly sequence: number }): string =>
  `${terminal} ${String(sequence).padStart(4, '0')}`

/** The name of a document for people, and its unique number. */
function namesOf(of: DayEntries['of'], { kind }: Document): readonly [string, string] {
  if (of.kind === 'sale') return [saleName(of), of.senderInvoiceNo]
  // Only the close has a Z number. Documents before it are named by the opening time.
  if (kind === 'shift-closed' && of.zNumber !== null)
    return [`${of.terminal} Z ${formatZ(of.zNumber)}`, of.id]
  return [`${of.terminal} ${shopTime(of.openedAt).slice(0, 16)}`, of.id]
}

const whatOf = ({ kind, note }: Document, texts: Texts): string =>
  [texts[`entries.kind.${kind}`], ...(note === '' ? [] : [note])].join(': ')

const inTime = (documents: readonly NamedDocument[]): readonly NamedDocument[] =>
  documents.toSorted((one, other) => one.at - other.at)

const sumOfDay = (day: string, documents: readonly Document[], texts: Texts) => ({
  head: ['', day, '', texts['entries.kind.day']],
  lines: summedUp(documents),
})

function cellsOf(line: EntryLine, accounts: AccountNumbers, texts: Texts): readonly Cell[] {
  const { account, taxKind, side, vat, cityTax } = line
  const amount = { amount: line.amount }
  return [
    accounts[account],
    texts[`accounts.${account}`],
    side === 'debit' ? amount : '',
    side === 'credit' ? amount : '',
    ...(taxKind === null
      ? ['', '', '']
      : [
          texts[`goods.taxKind.${shownKind({ kind: taxKind, vat: money(vat) })}`],
          { amount: vat },
          { amount: cityTax },
        ]),
  ]
}
