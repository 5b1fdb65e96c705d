import type { SoldGoods } from '../../shared/history.ts'
import { normalisedName, normalisedQuery, wordsOf } from '../catalogue/index.ts'
import type { SaleFinder } from '../projections/index.ts'

/** Goods by the names that they were sold under, in either alphabet; also those that the shop has no more. */
export type SoldNames = {
  /** Those in which each word begins a word of the name or the code; the newest name first. */
  readonly named: (words: string, most: number) => readonly SoldGoods[]
}

type Shelved = { readonly goods: SoldGoods; readonly line: string }

export function soldNames(finder: Pick<SaleFinder, 'soldGoods'>): SoldNames {
  const shelf: Shelved[] = []
  return {
    named: (words, most) => {
      for (const goods of finder.soldGoods(shelf.length)) shelf.push({ goods, line: lineOf(goods) })
      const wanted = wordsOf(words).map((word) => normalisedQuery(word).map((one) => ` ${one}`))
      if (wanted.length === 0) return []
      const found = new Map<string, SoldGoods>()
      for (let at = shelf.length - 1; at >= 0 && found.size < most; at--) {
        const one = shelf[at]
        if (
          one &&
          !found.has(one.goods.code) &&
          wanted.every((spellings) => spellings.some((word) => one.line.includes(word)))
        )
          found.set(one.goods.code, one.goods)
      }
      return [...found.values()]
    },
  }
}

const lineOf = ({ code, name }: SoldGoods): string =>
  [...wordsOf(name).flatMap(normalisedName), code].map((word) => ` ${word}`).join('')
