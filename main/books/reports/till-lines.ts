import { lacksOf, type TillFigures } from '../../../shared/books/all-tills.ts'
import type { Language } from '../../../shared/shop/settings.ts'
import { shopTime } from '../../../shared/shop/shop-day.ts'
import { TEXTS } from '../../../shared/texts/index.ts'

/** How current the figures of each till are, for paper and files. */
export const tillLines = (tills: readonly TillFigures[], language: Language): readonly string[] =>
  tills.map((till) => {
    const { code, state, at } = till
    const words = TEXTS[language][`reports.till.${state}`]
      .replace('{{code}}', code)
      .replace('{{at}}', at === null ? '' : shopTime(at).slice(0, 16))
    const lacks = lacksOf(till).map(({ what, number }) =>
      TEXTS[language][`reports.till.${what}`].replace('{{number}}', String(number)),
    )
    return [words, ...lacks].join(' ')
  })
