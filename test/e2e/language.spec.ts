import type { Page } from '@playwright/test'
import { wear } from '../../scripts/run/hosts/page-actions.ts'
import type { Language } from '../../shared/shop/settings.ts'
import { TEXTS } from '../../shared/texts/index.ts'
import { button, press, railTo, search } from '../support/by-words.ts'
import { expect, test } from '../support/hosts.ts'
import { CYRILLIC, charge, checkNow, ringUp, tell } from '../support/till-actions.ts'

test('one switch changes the screen to English, also after a restart', async ({ till }) => {
  await press(till.page, 'language.switch')
  await expect(till.page.locator('html')).toHaveAttribute('lang', 'en')
  await till.restart()
  const { page } = till
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(search(page)).toBeVisible()
  await expect(railTo(page, 'till')).toBeVisible()
  await expect(page.getByTestId('practice-banner')).not.toHaveText(CYRILLIC)
  await ringUp(page, 'талх')
  await charge(page)
  await expect(page.getByTestId('paying-state')).not.toHaveText(CYRILLIC)
  for (const key of ['word.checkNow', 'paying.back', 'payer.whole'] as const)
    await expect(button(page, key)).toBeVisible()
})

const ROOMS = ['till', 'history', 'goods', 'shift', 'reports', 'books', 'attention', 'settings'] as const

/** The texts that a person reads or hears on the page. */
const textsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const texts: (string | null | undefined)[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.parentElement?.checkVisibility()) texts.push(node.textContent)
    for (const one of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      if (one.checkVisibility())
        for (const name of ['aria-label', 'placeholder', 'title']) texts.push(one.getAttribute(name))
    return texts.map((text) => text?.trim() ?? '').filter((text) => text !== '')
  })

/** The shop's own words, which are in no language of the till. */
async function goodsWords(page: Page): Promise<ReadonlySet<string>> {
  const { products } = await tell(page, 'searchGoods', { query: '', category: null, limit: 200 })
  return new Set(products.flatMap(({ name, category }) => [name, category]))
}

/** Matches each text of a language, with any values. Values alone are left out. */
const patternsOf = (language: Language): readonly RegExp[] =>
  Object.values(TEXTS[language])
    .map((text) => text.split(/\{\{.*?\}\}/))
    .filter((pieces) => /\p{L}{4}/u.test(pieces.join(' ')))
    .map(
      (pieces) =>
        new RegExp(`^${pieces.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`),
    )

test('in each language no room shows a text of the other language', async ({ till, page }) => {
  const patterns = { mn: patternsOf('mn'), en: patternsOf('en') }
  const ofGoods = await goodsWords(page)
  const look = async (place: string): Promise<void> => {
    for (const [language, other] of [
      ['mn', 'en'],
      ['en', 'mn'],
    ] as const) {
      await wear(page, { language })
      const isForeign = (text: string): boolean =>
        !ofGoods.has(text) &&
        patterns[other].some((one) => one.test(text)) &&
        !patterns[language].some((one) => one.test(text))
      const texts = await textsOn(page)
      expect(texts.length, `${place} ${language}`).toBeGreaterThan(15)
      expect.soft(texts.filter(isForeign), `${place} ${language}`).toEqual([])
    }
  }
  await ringUp(page, 'талх')
  for (const room of ROOMS) {
    await railTo(page, room).click()
    await expect(page.locator('main:visible')).toBeVisible()
    await look(room)
  }
  await railTo(page, 'till').click()
  const { invoiceId } = await charge(page)
  await look('paying')
  await till.practice.pay({ invoice_id: invoiceId })
  await checkNow(page)
  await expect(page.getByTestId('paid')).toBeVisible()
  await look('paid')
})
