/** Visits the rooms of a shop that has not sold anything yet. */
import { TEXTS } from '../../../shared/texts/index.ts'
import type { TourParts } from './views.ts'

export async function throughTheEmptyRooms({
  page,
  visit,
}: Pick<TourParts, 'page' | 'visit'>): Promise<void> {
  for (const [room, title] of EMPTY) {
    await page.getByTestId(`rail-${room}`).click()
    await page.getByText(TEXTS.mn[title]).or(page.getByText(TEXTS.en[title])).first().waitFor()
    await visit(`${room}-empty`, page)
  }
  await page.getByTestId('rail-till').click()
  await page.getByTestId('search').waitFor()
}

/** Each room, with its text while it is empty. */
const EMPTY = [
  ['history', 'history.empty.title'],
  ['reports', 'reports.nothing.title'],
  ['attention', 'attention.empty.title'],
] as const
