import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { openTable, typeDay, wear } from '../../scripts/run/hosts/page-actions.ts'
import { REPORT_COLUMNS, REPORT_TABLES, type ReportTable, tabOf } from '../../shared/books/report.ts'
import { shopDay } from '../../shared/shop/shop-day.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { barriers } from '../support/barriers.ts'
import { button, choose, field, option, part, press, railTo } from '../support/by-words.ts'
import { expect, inElectron } from '../support/hosts.ts'
import { programsMissing } from '../support/needs.ts'
import { testWithPast } from '../support/shop-with-past.ts'
import { tell } from '../support/till-actions.ts'

/** A till whose shop has sold for six weeks, until yesterday. */
const test = testWithPast({ sales: 900, days: 45 }).extend<{ readonly shopPage: Page }>({
  shopPage: async ({ till }, use) => {
    await railTo(till.page, 'reports').click()
    await openTable(till.page, 'picture')
    await expect(till.page.getByTestId('reports-compared')).toBeVisible()
    await use(till.page)
  },
})

/** Without returns the amount has no card, because it equals the net. */
const card = (page: Page, which: string) =>
  which === 'amount'
    ? page.locator(
        '[data-testid="figure-amount"], body:not(:has([data-testid="figure-amount"])) [data-testid="figure-net"]',
      )
    : page.getByTestId(`figure-${which}`)
const figure = (page: Page, which: string) => card(page, which).locator('b')
const rows = (page: Page) => page.getByTestId('reports-rows').locator('tbody tr')
const column = async (page: Page, at: number): Promise<number[]> => {
  const texts = await rows(page).locator(`td:nth-child(${at})`).allTextContents()
  return texts.map((text) => Number(text.replaceAll(',', '')))
}
const numberIn = (text: string): number => Number(text.replace(/[^\d-]/g, ''))
const sum = (figures: readonly number[]): number => figures.reduce((all, one) => all + one, 0)

test('the reports open on today, and one press shows yesterday, whose figures equal the sum of its hours', async ({
  shopPage: page,
}) => {
  await test.step('a day without sales says so', async () => {
    await expect(page.getByText('Энэ хугацаанд борлуулалт алга')).toBeVisible()
  })
  await test.step('today is compared with the same weekday up to the same time, and the page says so', async () => {
    await expect(page.getByTestId('reports-compared')).toHaveText(
      /^өмнөх \p{L}+ \(\d\d-\d\d\), \d\d:\d\d хүртэл$/u,
    )
    await choose(page, 'reports.span.yesterday')
    await expect(page.getByTestId('reports-compared')).not.toContainText('хүртэл')
  })
  await choose(page, 'reports.span.yesterday')
  await openTable(page, 'hours')
  await expect(rows(page).first()).toBeVisible()
  const sold = Number((await figure(page, 'sales').textContent())?.replaceAll(',', ''))
  expect(sold).toBeGreaterThan(10)
  expect(sum(await column(page, 2))).toBe(sold)
  expect(`${sum(await column(page, 3)).toLocaleString('en-US')}\u00a0₮`).toBe(
    await figure(page, 'amount').textContent(),
  )
  const more =
    sum(await column(page, 3)) - sum(await column(page, REPORT_COLUMNS.hours.indexOf('before') + 1))
  const difference = `${more > 0 ? '+' : '−'}${Math.abs(more).toLocaleString('en-US')}\u00a0₮`
  for (const [language, words] of [
    ['mn', 'хувиар'],
    ['en', more > 0 ? '% more' : '% less'],
  ] as const) {
    await wear(page, { language })
    await expect(card(page, 'amount')).toContainText(difference)
    await expect(card(page, 'amount')).toContainText(words)
  }
})

test('reports open on an overview whose parts equal their tables and lead to them', async ({
  shopPage: page,
}) => {
  await choose(page, 'reports.span.yesterday')
  const amount = (await figure(page, 'amount').textContent()) ?? ''
  for (const language of ['mn', 'en'] as const) {
    await wear(page, { language })
    await expect(page.getByTestId('picture-hours').getByRole('img')).toHaveAccessibleName(
      new RegExp(amount.replace('\u00a0', '.')),
    )
  }
  await wear(page, { language: 'mn' })
  const shown = async (part: string, cell: number) =>
    page.getByTestId(`picture-${part}`).locator(`tbody tr > :nth-child(${cell})`).allTextContents()
  const best = await shown('products', 3)
  expect(best).toHaveLength(10)
  const tenders = await shown('tenders', 3)
  const bars = await page.getByTestId('reports-picture').locator('table svg').all()
  const places = await Promise.all(bars.map(async (bar) => Math.round((await bar.boundingBox())?.x ?? 0)))
  expect(new Set(places).size).toBe(2) // of best sellers and of tenders
  await press(page.getByTestId('picture-tenders'), 'word.table')
  await expect(option(page, 'reports.table.tenders')).toBeChecked()
  expect(sum((await column(page, 3)).filter((one) => one > 0))).toBe(sum(tenders.map(numberIn)))
  await openTable(page, 'products')
  expect((await column(page, 5)).slice(0, 10)).toEqual(best.map(numberIn))
  await test.step('the e-receipts to issue elsewhere open sale by sale, add up to their day, and lead to the sale', async () => {
    await openTable(page, 'elsewhere')
    const day = page
      .getByTestId('reports-rows')
      .getByRole('row')
      .filter({ has: page.getByTestId('reports-open') })
    const cells = await day.first().getByRole('cell').allTextContents()
    await page.getByTestId('reports-open').first().click()
    const parts = page.getByTestId('to-issue-row')
    await expect(parts.first()).toBeInViewport()
    const amounts = await parts.locator('td:nth-child(5)').allTextContents()
    expect(sum(amounts.map((text) => numberIn(text.replace('−', '-'))))).toBe(numberIn(cells[4] ?? ''))
    await parts.first().getByRole('button').click()
    await expect(page.getByTestId('sale-events')).toBeVisible()
  })
})

test('a day whose last digits stay as they were is chosen once they are typed', async ({
  shopPage: page,
}) => {
  await choose(page, 'reports.span.days')
  const first = page.locator('[data-day]').first()
  const [year = '', ...others] = ((await first.getAttribute('data-day')) ?? '').split('-')
  const before = [Number(year) - 4, ...others].join('-') // four years, because of the 29th of February
  await typeDay(part(page, 'word.firstDay'), before)
  await expect(first).toHaveAttribute('data-day', before)
})

test('the overview of many days leads from the payment methods to the net sales, what lies between has no share, and nothing scrolls sideways', async ({
  shopPage: page,
}) => {
  await choose(page, 'reports.span.days')
  await typeDay(part(page, 'word.firstDay'), '2000-01-01')
  const tenders = page.getByTestId('picture-tenders')
  const toNet = tenders.getByTestId('picture-to-net')
  await expect(toNet.first()).toContainText('Буцаасан')
  const taken = await tenders.locator('tbody tr > :nth-child(3)').allTextContents()
  const parts = await toNet.locator('td:nth-child(2)').allTextContents()
  const net = (await figure(page, 'net').textContent()) ?? ''
  expect(parts.pop()).toBe(net)
  expect(sum([...taken, ...parts].map((words) => numberIn(words.replace('−', '-'))))).toBe(numberIn(net))
  await press(tenders, 'word.table')
  const between = page
    .getByTestId('reports-rows')
    .locator('tbody tr')
    .filter({ has: page.locator('td:nth-child(2):empty') })
  await expect(between).not.toHaveCount(0)
  await expect(between.locator('svg')).toHaveCount(0)
  await test.step('at 200 % text size a report over many days does not scroll sideways', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    await wear(page, { textSize: 200 })
    await openTable(page, 'picture')
    await expect(figure(page, 'sales')).toHaveText(/^[5-9]\d\d$/)
    const room = page.getByTestId('reports')
    expect(await room.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  })
})

test('returns of a day are compared with the returns of the week before, also where there were none', async ({
  shopPage: page,
}) => {
  const reportOf = async (day: string) => {
    for (;;) {
      const step = await tell(page, 'readReport', { from: day, to: day, order: 'amount' })
      if (step.done) return step.report
    }
  }
  let day = shopDay(Date.now())
  for (let isThere = false; !isThere; ) {
    day = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    const { totals, totalsBefore } = await reportOf(day)
    isThere = totals.back > 0 && totalsBefore.back === 0 && totalsBefore.sales > 0
  }
  await choose(page, 'reports.span.days')
  await typeDay(part(page, 'word.firstDay'), day)
  await typeDay(part(page, 'word.lastDay'), day)
  const returns = page.getByTestId('figure-back')
  for (const [language, words] of [
    ['mn', 'Өмнө нь 0'],
    ['en', 'Previously 0'],
  ] as const) {
    await wear(page, { language })
    await expect(returns).toContainText(words)
    await expect(returns).not.toContainText(TEXTS[language]['reports.fresh'])
  }
})

/** The other tables have the money of returns, of tenders and of e-receipts. */
const DIVIDE_THE_SALES: ReadonlySet<ReportTable> = new Set<ReportTable>([
  'days',
  'hours',
  'weekdays',
  'products',
  'categories',
  'cashiers',
  'kinds',
  'shifts',
])

test('all tables of a week that divide its sales have the same amount, each total is the sum of its rows, and a table is sorted and saved', async ({
  shopPage: page,
}) => {
  await choose(page, 'reports.span.week')
  await openTable(page, 'days')
  await expect(rows(page)).toHaveCount(7)
  const amount = await figure(page, 'amount').textContent()
  for (const table of REPORT_TABLES) {
    // A shop with one till has no table of tills.
    if (table === 'tills') continue
    const columns: readonly string[] = REPORT_COLUMNS[table]
    const at = columns.indexOf('amount') + 1
    await openTable(page, table)
    await expect(page.getByTestId(`reports-tab-${tabOf(table)}`)).toBeChecked()
    const added = sum(await column(page, at)).toLocaleString('en-US')
    const total = page.getByTestId('reports-total').locator(`td:nth-child(${at})`)
    if ((await total.count()) > 0) expect(await total.textContent(), table).toBe(added)
    if (DIVIDE_THE_SALES.has(table)) expect(`${added}\u00a0₮`, table).toBe(amount)
  }
  await openTable(page, 'taxes')
  await expect(rows(page).first()).toContainText('Гарсан баримт')
  await test.step('a table is saved as a file, and the page shows its place', async () => {
    await openTable(page, 'days')
    await expect(rows(page)).toHaveCount(7)
    await press(page, 'reports.export.csv')
    const path =
      /: (.+\.csv)/.exec((await page.getByTestId('reports-exported').textContent()) ?? '')?.[1] ?? ''
    expect(path).toContain('tailan-days-')
    const lines = readFileSync(path, 'utf8').trim().split('\r\n')
    expect(lines).toHaveLength(8)
    expect(lines[0]).toContain('Өдөр,Тоо,Дүн')
  })
  await test.step('goods can be sorted by a column in both directions', async () => {
    await choose(page, 'reports.span.month')
    await choose(page, 'reports.span.week')
    await openTable(page, 'products')
    await press(page, 'reports.column.quantity')
    const head = page.getByRole('columnheader', { name: 'Тоо хэмжээ' })
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(async () => isFalling(await column(page, 3))).toBe(true)
    await button(page, 'reports.column.quantity').press('Enter')
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(async () => isFalling((await column(page, 3)).reverse())).toBe(true)
  })
})

const run = (program: string, ...how: string[]): string => execFileSync(program, how).toString()

const isFalling = (figures: readonly number[]): boolean =>
  figures.length > 3 && figures.every((one, at) => at === 0 || one <= (figures[at - 1] ?? 0))

test('the accounting export uses the account numbers of the settings and shows its place', async ({
  shopPage: page,
}) => {
  await railTo(page, 'settings').click()
  await press(page, 'settings.section.accounts')
  await field(page, 'accounts.cash').fill('')
  await press(page, 'settings.accounts.save')
  await expect(field(page, 'accounts.cash')).toHaveAttribute('aria-invalid', 'true')
  await field(page, 'accounts.cash').fill('110-01')
  await press(page, 'settings.accounts.save')
  await expect(page.getByTestId('accounts-saved')).toBeVisible()
  await railTo(page, 'reports').click()
  await openTable(page, 'picture')
  await choose(page, 'reports.span.week')
  await press(page, 'entries.title')
  await choose(page, 'entries.by.document')
  await press(part(page, 'entries.title'), 'reports.export.csv')
  const said = (await page.getByTestId('entries-exported').textContent()) ?? ''
  const path = /: (.+\.csv)/.exec(said)?.[1] ?? ''
  expect(path).toContain('bichilt-document-')
  const [header = '', ...lines] = readFileSync(path, 'utf8').trim().split('\r\n')
  expect(header).toContain('Огноо,Цаг,Баримт')
  expect(lines.filter((line) => line.includes(',110-01,')).length).toBeGreaterThan(10)
})

test('the chart is drawn under the page’s content policy in each theme, and has a text alternative', async ({
  shopPage: page,
}) => {
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text())
  })
  await choose(page, 'reports.span.week')
  const chart = page.getByTestId('reports-chart')
  const filled = () =>
    chart.locator('canvas').evaluate((canvas) => {
      const drawn = canvas as HTMLCanvasElement
      const pixels = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height).data ?? []
      return { width: drawn.width, inked: [...pixels].some((value) => value > 0) }
    })
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await wear(page, { theme })
    await expect.poll(async () => (await filled()).inked).toBe(true)
    expect((await filled()).width).toBeGreaterThan(300)
    expect(await barriers(page), theme).toEqual([])
  }
  await expect(chart.getByRole('img')).toHaveAccessibleName(/Өдөр/)
  expect(refused).toEqual([])
})

test(
  'a report is saved as a PDF with every row, and on each sheet the heads, the range and the test mode; without a printer a message says what to do',
  inElectron('the page printer of the product', '@packaged'),
  async ({ shopPage: page }) => {
    await choose(page, 'reports.span.week')
    await openTable(page, 'products')
    const codes = rows(page).locator('td:first-child')
    await expect(codes.first()).toBeVisible()
    await press(page, 'word.print')
    const failed = page.getByTestId('reports-print-failed')
    await expect(failed).toBeVisible()
    await expect(button(page, 'word.print')).toBeEnabled()
    await expect(failed).toContainText('PDF')
    await press(page, 'reports.pdf')
    await expect(page.getByTestId('reports-exported')).toContainText('.pdf')
    await expect(failed).toBeHidden()
    const said = (await page.getByTestId('reports-exported').textContent()) ?? ''
    const pdf = said.slice(said.indexOf('/'))
    expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-')
    if (programsMissing('pdftotext') !== null) return
    const sheets = run('pdftotext', '-layout', pdf, '-').split('\f').slice(0, -1)
    expect(sheets.length).toBeGreaterThan(1)
    for (const sheet of sheets)
      for (const part of ['СУРГАЛТЫН ГОРИМ', shopDay(Date.now()), 'Буцаалт']) expect(sheet).toContain(part)
    for (const code of await codes.allTextContents()) expect(sheets.join('')).toContain(code)
  },
)
