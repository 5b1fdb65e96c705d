import type { Page } from '@playwright/test'
import type { SaleView } from '../../../shared/page/index.ts'
import { saleOf, until, viewOf } from '../../run/hosts/page-actions.ts'
import type { PracticeControl } from '../../run/practice/index.ts'

/** The till of the walk. A view may put another page in the place of one. */
export type Way = {
  page: Page
  payer: PracticeControl
  /** The page that shows the view, where it is not the till's. */
  other: Page | null
  /** The last day with sales. */
  last: string
  /** Resolves to the page of the customer display once it is open. */
  readonly display: () => Promise<Page>
  /** Kills the till and starts it again. Resolves to the new page. */
  readonly restart: () => Promise<Page>
  /** Opens a till whose shop has sold for months. Null: the last views show the sales of the walk itself. */
  readonly months: (() => Promise<Pick<Way, 'page' | 'payer' | 'last'>>) | null
}

/** In the order of the walk, each with the way from the view before to this one. */
export type Views = Readonly<Record<string, (way: Way) => Promise<unknown>>>

export const connectionIs = (page: Page, state: string): Promise<true> =>
  until(`the line to be ${state}`, async () =>
    (await viewOf(page)).connection.state === state ? true : null,
  )

export const stateIs = (page: Page, saleId: string, name: string): Promise<true> =>
  until(`the sale to be ${name}`, async () =>
    (await saleOf(page, saleId)).status.name === name ? true : null,
  )

export async function saleAtCounter(page: Page): Promise<string> {
  const { counter } = await viewOf(page)
  if (counter === null) throw new Error('no sale is at the counter')
  return counter.sale.id
}

/** A cart of two kinds of tax. */
export async function payByTwoQrs(page: Page): Promise<void> {
  await page.getByTestId('practice-pay').click()
  await page.getByTestId('qr-place').filter({ hasText: /2$/ }).waitFor()
  await page.getByTestId('practice-pay').click()
  await page.getByTestId('paid').waitFor()
}

export const invoiceOf = ({ status }: SaleView): string =>
  'invoice' in status ? (status.invoice?.invoiceId ?? '') : ''

/** Presses until it is done: a button in two steps takes a double click for one press. */
export const pressUntil = (page: Page, button: string, done: string): Promise<true> =>
  until(done, async () => {
    const pressed = page.getByTestId(button)
    if (await pressed.isVisible()) await pressed.click({ timeout: 500 }).catch(() => {})
    return (await page.getByTestId(done).isVisible()) ? true : null
  })

export async function nextSale(page: Page): Promise<void> {
  await page.getByTestId('next-sale').click()
  await page.getByTestId('search').waitFor()
}
