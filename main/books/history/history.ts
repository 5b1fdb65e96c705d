import type { HistoryFilters, SalePage, SoldGoods, Standing, Tender } from '../../../shared/books/history.ts'
import { normalisedName, normalisedQuery, wordsOf } from '../../../shared/shop/normalise.ts'
import { shopDay } from '../../../shared/shop/shop-day.ts'
import type { Clock } from '../../base/clock-and-log.ts'
import { type SaleFinder, type SaleSearch, term } from '../../storage/projections/index.ts'
import { endOf, type Figure, type Meant, startOf, understand } from './understand.ts'

export type HistoryRequest = HistoryFilters & {
  readonly text: string
  readonly before: number | null
  readonly limit: number
}

/** The product's own code, from any of its codes; null if the shop does not know the code. */
export type OwnCodeOf = (code: string) => string | null

export type History = {
  readonly search: (request: HistoryRequest, ownCodeOf?: OwnCodeOf) => SalePage
  /** The times between which the sales of a search were opened: at or after `from` and before `to`, in ms. */
  readonly span: (request: HistoryRequest) => Pick<SaleSearch, 'from' | 'to'>
}

type Parts = {
  readonly finder: SaleFinder
  readonly clock: Pick<Clock, 'now'>
}

/** Where the typed text fits more than so many, the page asks for more of it. Their terms together must stay below 500 (SQLite). */
const MOST_GOODS = 40
const MOST_CASHIERS = 200
const MOST_IDS = 200
const OFFERED_GOODS = 6
/** A shorter beginning of an id would match too many sales. */
const SHORTEST_ID = 5

/** Searches sales by anything that people know about them. It works without a connection. */
export function createHistory({ finder, clock }: Parts): History {
  const names = soldNames(finder)
  const meantBy = (request: HistoryRequest): Meant =>
    understand(request.text, dayMeant(request, shopDay(clock.now())))
  return {
    span: (request) => spanOf(request, meantBy(request)),
    search: (request, ownCodeOf = () => null) => {
      const meant = meantBy(request)
      const named = meant.words === '' ? [] : names.named(meant.words, MOST_GOODS + 1)
      const goods = named.slice(0, MOST_GOODS)
      const asked = [
        ...meant.figures.map((figure) => figureTerms(figure, finder, ownCodeOf)),
        ...(meant.words === '' ? [] : [wordTerms(meant.words, goods, finder)]),
      ]
      const search = {
        groups: [...chosenTerms(request).map((chosen) => [chosen]), ...asked.map(({ terms }) => terms)],
        ...spanOf(request, meant),
        least: meant.least,
        most: meant.most,
        before: request.before,
        limit: request.limit,
      }
      return {
        ...(request.before === null ? finder.findAndCount(search) : { ...finder.find(search), count: null }),
        fitsMore: named.length > MOST_GOODS || asked.some(({ fitsMore }) => fitsMore),
        goods: request.product === null && goods.length > 1 ? goods.slice(0, OFFERED_GOODS) : [],
        unreached: null,
        unread: 0,
      }
    },
  }
}

/** The day of a time that was typed without a day: the chosen day, or today. */
const dayMeant = ({ from, to }: HistoryFilters, today: string): string =>
  from !== null && from.slice(0, 10) === to?.slice(0, 10) ? from.slice(0, 10) : today

const chosenTerms = ({ standing, tender, cashier, product }: HistoryFilters): readonly string[] => [
  ...waysOf(standing, tender),
  ...(cashier === null ? [] : [term.cashier(cashier)]),
  ...(product === null ? [] : [term.goods(product)]),
]

function waysOf(standing: Standing | null, tender: Tender | null): readonly string[] {
  if (standing !== null && tender !== null) return [term.standingAndTender(standing, tender)]
  if (standing !== null) return [term.standing(standing)]
  return tender === null ? [] : [term.tender(tender)]
}

type Terms = { readonly terms: readonly string[]; readonly fitsMore: boolean }

function figureTerms(figure: Figure, finder: SaleFinder, ownCodeOf: OwnCodeOf): Terms {
  const { text, number, amount, register, code } = figure
  const own = code ? ownCodeOf(text) : null
  const ids = code ? idTerms(text, finder) : NO_TERMS
  const terms = distinct([
    ...(number === null ? [] : [term.number(number)]),
    ...(amount === null ? [] : [term.total(amount)]),
    ...(register === null ? [] : [term.receiver(register)]),
    ...(code ? [term.goods(text), ...ids.terms] : []),
    ...(own === null ? [] : [term.goods(own)]),
  ])
  return { terms, fitsMore: ids.fitsMore }
}

function wordTerms(words: string, goods: readonly SoldGoods[], finder: SaleFinder): Terms {
  const wanted = words.toLowerCase()
  const cashiers = finder.cashierNames().filter((name) => name.toLowerCase().includes(wanted))
  const ids = words.includes(' ') ? NO_TERMS : idTerms(words, finder)
  const terms = distinct([
    ...goods.map(({ code }) => term.goods(code)),
    ...cashiers.slice(0, MOST_CASHIERS).map(term.cashier),
    ...(words.includes(' ') ? [] : [term.goods(words), ...ids.terms]),
  ])
  return { terms, fitsMore: ids.fitsMore || cashiers.length > MOST_CASHIERS }
}

const NO_TERMS: Terms = { terms: [], fitsMore: false }

function idTerms(text: string, finder: SaleFinder): Terms {
  if (text.length < SHORTEST_ID) return { terms: [term.id(text)], fitsMore: false }
  const ids = finder.lastTermsBeginning(term.id(text), MOST_IDS + 1)
  return { terms: [term.id(text), ...ids.slice(0, MOST_IDS)], fitsMore: ids.length > MOST_IDS }
}

/** The overlap of the chosen and the typed range. */
function spanOf(chosen: HistoryFilters, typed: Meant): Pick<SaleSearch, 'from' | 'to'> {
  const starts = [chosen.from, typed.from].flatMap((moment) =>
    moment === null ? [] : [startOf(moment) ?? 0],
  )
  const ends = [chosen.to, typed.to].flatMap((moment) => (moment === null ? [] : [endOf(moment) ?? 0]))
  return {
    from: starts.length === 0 ? null : Math.max(...starts),
    to: ends.length === 0 ? null : Math.min(...ends),
  }
}

const distinct = (terms: readonly string[]): readonly string[] => [...new Set(terms)]

/** Finds goods by the names that they were sold under, in either alphabet, even goods that the shop no longer has. */
type SoldNames = {
  /** Goods for which every typed word begins a word of the name or the code, the last sold names first. */
  readonly named: (words: string, most: number) => readonly SoldGoods[]
}

type IndexedName = { readonly goods: SoldGoods; readonly line: string }

function soldNames(finder: Pick<SaleFinder, 'soldGoods'>): SoldNames {
  const names: IndexedName[] = []
  return {
    named: (words, most) => {
      for (const goods of finder.soldGoods(names.length)) names.push({ goods, line: lineOf(goods) })
      const wanted = wordsOf(words).map((word) => normalisedQuery(word).map((one) => ` ${one}`))
      if (wanted.length === 0) return []
      const found = new Map<string, SoldGoods>()
      for (let at = names.length - 1; at >= 0 && found.size < most; at--) {
        const one = names[at]
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
