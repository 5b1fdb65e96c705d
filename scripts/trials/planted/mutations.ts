/**
 * Twenty bugs that a person could write, and the test that catches each. The functions were drawn at random, so that the
 * bugs are not where somebody expects them: all functions of three lines or more whose name is once in their file, sorted
 * by file and place; `seeded(1)` of scripts/run/hosts/chance.ts drew 40 of main, then 20 of shared, then 30 of renderer, none
 * twice. In this order each got a bug, until main had ten, shared four and renderer six; one of main is in shared today. A
 * function was left out where it has nothing to decide (a schema, a constant record), where it runs only in development, or where no test caught its bug;
 * of those drawn, `attribute` of ipp.ts, `Waiting`, `ProgressRow`, `Idle`, `Rows`, `UpdatePlan` and `notePresses` were passed over.
 */
import { WHOLE_ONLY } from '../../../test/whole-only.ts'

export type Suite = 'test' | 'all'

export type Catcher = {
  readonly part: string
  readonly file: string
  /** The spec in the file, because a spec takes long. */
  readonly title?: string
  /** The smallest suite that has it. */
  readonly suite: Suite
}

export type Mutation = {
  readonly name: string
  readonly file: string
  /** A text that is in the file once, and what it becomes. */
  readonly text: string
  readonly becomes: string
  readonly catcher: Catcher
}

/** The source text with the bug. Throws where the text is not there exactly once. */
export function plant(code: string, { file, text, becomes }: Omit<Mutation, 'name' | 'catcher'>): string {
  const parts = code.split(text)
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times, not once: ${text}`)
  return parts.join(becomes)
}

const inPart =
  (part: string) =>
  (name: string): Catcher => {
    const file = `test/${part}/${name}.test.ts`
    return { part, file, suite: Object.hasOwn(WHOLE_ONLY, file) ? 'all' : 'test' }
  }
const unit = inPart('unit')
const integration = inPart('integration')
const spec =
  (part: string, suite: Suite) =>
  (name: string, title: string): Catcher => ({
    part,
    file: `test/e2e/${name}.spec.ts`,
    title,
    suite,
  })
/** A spec of what a person does on the page. */
const page = spec('page', 'test')
/** A spec of what only Electron has. */
const electron = spec('electron', 'all')

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'unwanted invoice stays open',
    file: 'shared/sale/apply-to-invoices.ts',
    text: "had.wanted ? { name: 'open' } : { name: 'cancel-due', failure: null }",
    becomes: "{ name: 'open' }",
    catcher: unit('shared/sale/steps'),
  },
  {
    name: 'credit before debit',
    file: 'main/books/accounting/documents.ts',
    text: "Number(one.side === 'credit') - Number(other.side === 'credit')",
    becomes: "Number(other.side === 'credit') - Number(one.side === 'credit')",
    catcher: unit('shared/ledger/documents'),
  },
  {
    name: 'bars and gaps swapped',
    file: 'main/paper/draw/paint.ts',
    text: 'at % 2 === 0',
    becomes: 'at % 2 === 1',
    catcher: integration('paper/labels'),
  },
  {
    name: 'entry at a wrong place of a zip',
    file: 'main/shop/tables/repack.ts',
    text: 'at += ENTRY_HEAD + name.length + content.length',
    becomes: 'at += ENTRY_HEAD + content.length',
    catcher: unit('shop/tables/read-table'),
  },
  {
    name: 'journal of another build taken for damaged',
    file: 'main/storage/journal/format.ts',
    text: 'return keyValueTable(database).read(KEY) !== String(own)',
    becomes: 'return false',
    catcher: unit('storage/damaged-files'),
  },
  {
    name: 'report of today ends today',
    file: 'main/books/reports/reports.ts',
    text: 'range.to >= shopDay(now)',
    becomes: 'range.to > shopDay(now)',
    catcher: unit('books/reports/owed'),
  },
  {
    name: 'paper that was given up is delayed',
    file: 'main/paper/print/queue.ts',
    text: 'if (isStillFor(job)) delay(',
    becomes: 'delay(',
    catcher: unit('paper/print/queue'),
  },
  {
    name: 'update at every earlier hour',
    file: 'main/till/updates/updates.ts',
    text: 'Number(shopHour(clock.now())) === hour',
    becomes: 'Number(shopHour(clock.now())) <= hour',
    catcher: unit('till/updates/updates'),
  },
  {
    name: 'first words of names last',
    file: 'main/shop/goods/vocabulary.ts',
    text: 'first ? 1 : 0',
    becomes: 'first ? 0 : 1',
    catcher: unit('shop/goods/search'),
  },
  {
    name: 'Enter of a scanner agrees in a dialog',
    file: 'main/electron/system-dialog.ts',
    text: 'defaultId: 0',
    becomes: 'defaultId: 1',
    catcher: electron('system-dialog', 'Enter, which a scanner types after each code, refuses'),
  },
  {
    name: 'cancelled returns count',
    file: 'shared/sale/return.ts',
    text: 'const back = returnsThatCount(sale)',
    becomes: 'const back = sale.returns',
    catcher: unit('shared/sale/prove'),
  },
  {
    name: 'letters read two ways swapped',
    file: 'shared/shop/normalise.ts',
    text: 'reading.yo : reading.softSign',
    becomes: 'reading.softSign : reading.yo',
    catcher: unit('shop/goods/search'),
  },
  {
    name: 'sale waits for a paper that was given up',
    file: 'shared/sale/status.ts',
    text: " || print.step === 'given-up'",
    becomes: '',
    catcher: unit('shared/sale/fold'),
  },
  {
    name: 'each share takes from the whole',
    file: 'shared/sale/money-of-sale.ts',
    text: '    left -= share\n',
    becomes: '',
    catcher: unit('shared/sale/goods-against-money'),
  },
  {
    name: 'receiver compared by identity',
    file: 'renderer/cashier/counter/till/undone-words.ts',
    text: 'JSON.stringify(before.receiver) !== JSON.stringify(after.receiver)',
    becomes: 'before.receiver !== after.receiver',
    catcher: unit('renderer/undone-words'),
  },
  {
    name: 'key goes to the earlier results',
    file: 'renderer/kit/list-search.tsx',
    text: 'waiting === null || !answered',
    becomes: 'waiting === null',
    catcher: page(
      'history',
      'two months of sales can be scrolled through to the end with the keyboard, and searched',
    ),
  },
  {
    name: 'Escape leaves the search text',
    file: 'renderer/kit/list-search.tsx',
    text: "if (event.key === 'Escape') return type('')",
    becomes: "if (event.key === 'Escape') return",
    catcher: page('settings', 'a setting is found by its name, its hint or its card'),
  },
  {
    name: 'refused field is not focused',
    file: 'renderer/cashier/page/use-focus-on-wrong.ts',
    text: '?.focus()',
    becomes: '',
    catcher: page(
      'shift',
      'the form that opened a shift is empty after that one is closed and opens the next with the same float, and a refused cash out has the focus at its amount',
    ),
  },
  {
    name: 'deletion is not told',
    file: 'renderer/cashier/rooms/settings/data/retention.tsx',
    text: '    setGone(reply.value)\n',
    becomes: '',
    catcher: page(
      'shop-data',
      'the index leads to the sections with the keyboard alone, which save the texts of the receipt and delete outdated data',
    ),
  },
  {
    name: 'failing printer is not told',
    file: 'renderer/cashier/frame/pills.tsx',
    text: 'failure !== null',
    becomes: 'failure === null',
    catcher: page('header', 'test mode, notice, person and pills stay visible side by side'),
  },
]
