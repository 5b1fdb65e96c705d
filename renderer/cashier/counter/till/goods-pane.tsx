import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type Failure, failure } from '../../../../shared/failure.ts'
import { isMeasured } from '../../../../shared/money/quantity.ts'
import { typedMoney } from '../../../../shared/money/typed-money.ts'
import type { Reply } from '../../../../shared/page/index.ts'
import { nameOf } from '../../../../shared/sale/sale.ts'
import type { Product } from '../../../../shared/shop/product.ts'
import { isEntry } from '../../../kit/index.ts'
import { isQuestion } from '../../page/approval-asked.ts'
import { announce, call, page, useText, useView } from '../../page/index.ts'
import { readQuantityPrefix } from '../../page/scan.ts'
import type { Scan } from '../../page/scanning/index.ts'
import { pressed as isKey, ShortcutSheet, useShortcut } from '../../page/shortcuts/index.ts'
import { sound } from '../../page/sounds/index.ts'
import { NoOwnGoods } from '../../parts/own-data.tsx'
import { AddingRefusal } from './adding-refusal.tsx'
import { Categories } from './categories.tsx'
import { isZero } from './line-steps.ts'
import { markMatches } from './match.ts'
import { MiscEntry } from './misc-entry.tsx'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { nextPlace } from './tile-grid.ts'
import styles from './till.module.css'
import { currentLine, type LitStore, type Unlisted, unlistedIn, useAdding } from './use-adding.ts'
import { type FirstGoods, useGoods } from './use-goods.ts'
import type { Flush } from './use-saving.ts'
import { useTillKeys } from './use-till-keys.ts'
import { WeightEntry } from './weight-entry.tsx'

/** The shortcut sheet, which replaces the goods. */
export type Sheet = { readonly open: boolean; readonly toggle: () => void; readonly close: () => void }

/** A form in place of the goods: for goods without a product, or for the weight of tapped goods. */
type GoodsForm = MiscForm | WeighedForm

/** Opened with this price. `back`: the text of the search once it is closed untouched. */
type MiscForm = { readonly misc: string; readonly back: string; readonly unlisted: Unlisted | null }

/** `after`: the text of the search once the goods are added. */
type WeighedForm = { readonly weighed: Product; readonly after: string }

type GoodsPaneProps = {
  readonly search: RefObject<HTMLInputElement | null>
  readonly lit: LitStore
  readonly sheet: Sheet
  /** Adds what is typed in the form for tapped or misc goods; null if nothing is typed. */
  readonly flush: RefObject<Flush | null>
}

/**
 * Search, categories and found products. All typing goes to the search box. Memoized, so that changes of the cart do
 * not render it.
 */
export const GoodsPane = memo(({ search, lit, sheet, flush }: GoodsPaneProps) => {
  const say = useText()
  const adding = useAdding(lit)
  const grid = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [category, setCategory] = useState<string | null>(null)
  const [place, setPlace] = useState<number | null>(null)
  const [form, setForm] = useState<GoodsForm | null>(null)
  const opened = useRef(form)
  /** What is typed now, for answers that come late. */
  const typedNow = useRef(text)
  useLayoutEffect(() => {
    opened.current = form
    typedNow.current = text
  })
  /** The text for which Enter waits for the search, so that repeated presses add one product. */
  const seeking = useRef<string | null>(null)
  // When another cart comes to the counter, clear what was typed for the previous one.
  const saleId = useView(({ counter }) => counter?.sale.id ?? null)
  const [typedFor, setTypedFor] = useState(saleId)
  if (saleId !== typedFor) {
    setTypedFor(saleId)
    if (typedFor !== null) {
      setText('')
      setPlace(null)
      setForm(null)
    }
  }
  const { quantity, sought } = readQuantityPrefix(text)
  const { goods, more, firstOf } = useGoods(sought, category)
  const selected = place ?? enteredPlace(sought, goods)
  /** Until the answer comes, the selection among the old results that are still shown. */
  const shown = place ?? enteredPlace(goods.query ?? '', goods)

  /** Closes a form, but not another one that was opened while its goods were added. */
  const close = useCallback(
    (closing: GoodsForm) => {
      if (opened.current !== closing) return
      setForm(null)
      search.current?.focus()
    },
    [search],
  )
  /** Adds what is typed in the open form and closes it. After a refusal it stays open. */
  const leaveForm = useCallback(async (): Promise<boolean> => {
    if (form === null) return true
    if (flush.current !== null && !(await flush.current())) return false
    close(form)
    return true
  }, [flush, form, close])
  const isWeighed = form !== null && 'weighed' in form
  const type = useCallback(
    (typed: string) => {
      setText(typed)
      setPlace(null)
      adding.forget()
      sheet.close()
      if (isWeighed) void leaveForm()
    },
    [adding.forget, sheet.close, isWeighed, leaveForm],
  )
  // Clears the box and draws it at once, so that the next scan need not wait and a second Enter finds an empty box. If the
  // product is refused, the text comes back. What was typed while Enter waited stays.
  const addCode = async (code: string, after: string, many = quantity, how?: 'chosen' | 'weighs') => {
    if (typedNow.current === text) flushSync(() => type(after))
    if (!isEntry(document.activeElement)) search.current?.focus()
    const refused = await adding.add(code, many, how)
    if (refused?.name === 'WEIGHT_MISSING' && (await askWeight(refused, after))) return
    // The cashier answered No, so there is nothing to correct.
    if (refused !== null && isQuestion(refused)) return
    if (refused !== null) setText((now) => (now === after ? text : now))
    selectText(search.current, [after, text])
  }
  /** Whether nothing was typed, opened or focused since then, so that a form may open and take the focus. */
  const isFree = (typed: string): boolean =>
    typedNow.current === typed && opened.current === null && document.activeElement === search.current
  /** Opens the form for the weight of these goods, or says that it is missing. Returns whether it asks. */
  const askWeight = async (missing: Failure, typed: string): Promise<boolean> => {
    const code = missing.detail ?? ''
    const found = await call('searchGoods', { query: code, category: null, limit: 1 })
    const [product] = found.ok ? found.value.products : []
    const asks = product?.code === code && isFree(typed)
    if (asks) setForm({ weighed: product, after: typed })
    else adding.refuse({ failure: missing, code, quantity })
    return asks
  }
  const addWeighed = async (of: WeighedForm, many: string): Promise<boolean> => {
    adding.forget()
    const refused = await adding.add(of.weighed.code, many, 'chosen')
    if (refused !== null && !isQuestion(refused)) return false
    close(of)
    setText((now) => (now === text ? of.after : now))
    selectText(search.current, [of.after])
    return true
  }
  const addScanned = async ({ code, quantity: many, field, waited }: Scan) => {
    if (isWeighed && !(await leaveForm())) return
    if (waited) return void adding.add(code, many)
    // A field of another form keeps the focus, and what is typed anywhere stays.
    if (field !== search.current && isEntry(field)) {
      adding.forget()
      await adding.add(code, many)
    } else await addCode(code, '', many, 'weighs')
  }
  const isToWeigh = ({ unit }: Product): boolean => quantity === null && isMeasured(unit)
  /** Adds a chosen product; the search then has the text `after`. Weighed goods without a quantity ask for it first. */
  const take = async (product: Product, after: string, isLate = false) => {
    const { code } = product
    if (!isToWeigh(product)) await addCode(code, after, quantity, 'chosen')
    else if (!isLate || isFree(text)) setForm({ weighed: product, after })
    else adding.refuse({ failure: failure('WEIGHT_MISSING', code), code, quantity })
  }
  const enter = async () => {
    if (sought === '') return
    const fresh = goods.query === sought && goods.category === category
    if (place === null && !HAS_LETTER.test(sought)) {
      const [first] = fresh ? goods.products : []
      if (first?.code === sought && isToWeigh(first)) return take(first, '')
      return addCode(sought, '', quantity, 'weighs')
    }
    // The first Enter is still searching and will add the product, so a second Enter for the same text adds nothing.
    if (seeking.current === text) return
    if (!fresh) seeking.current = text
    const found = fresh ? goods : await firstOf(sought, (place ?? 0) + 1)
    if (seeking.current === text) seeking.current = null
    if (place === null && found?.exact) return addCode(sought, '', quantity, 'weighs')
    const taken = found?.products[place ?? enteredPlace(sought, found) ?? -1]
    if (taken !== undefined) return take(taken, '', !fresh)
    if (found === null) return
    sound('refused')
    announce(found.total === 0 ? say('till.found', { count: 0 }) : say('till.choose'))
  }
  const pressed = useRef((_product: Product) => {})
  useEffect(() => {
    pressed.current = (product) => void take(product, sought)
  })
  const press = useCallback((product: Product) => pressed.current(product), [])
  /** A number before F2 is the quantity of the current line, and before F5 a percentage off it. */
  const changeLine = async (change: (lineId: string, saleId: string) => Promise<Reply<unknown>>) => {
    const sale = page.getState().view?.counter?.sale
    const line = sale && currentLine(sale, lit)
    if (!sale || !line) return
    type('')
    if (await adding.change(() => change(line.id, sale.id)))
      announce(say('line.changed', { name: nameOf(line) }))
    else setText((now) => (now === '' ? text : now))
    selectText(search.current, [text])
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isNumber(text) && (isKey('editLine', event) || isKey('discountLine', event))) {
      event.preventDefault()
      const isDiscount = isKey('discountLine', event)
      void changeLine((lineId, saleId) => {
        if (isDiscount) return call('discountLine', { saleId, lineId, discount: `${text.trim()}%` })
        if (isZero(text)) return call('removeLine', { saleId, lineId })
        return call('changeLine', { saleId, lineId, quantity: text })
      })
      return
    }
    if (isKey('add', event)) {
      event.preventDefault()
      if (!event.repeat) void enter()
    } else if (isKey('clear', event) && (text !== '' || sheet.open)) {
      event.preventDefault()
      type('')
    } else {
      const next = nextPlace(event.key, selected, goods.products.length, grid.current)
      if (next === undefined) return
      event.preventDefault()
      setPlace(next)
    }
  }
  useTillKeys({
    search,
    onScan: (scan) => void addScanned(scan),
  })

  const hasGoods = useView(({ mode, goods }) => mode === 'test' || goods.own)

  const untouched = useRef(true)
  const lastUnknown = adding.refusals.findLast((refusal) => unlistedIn(refusal) !== null)
  const offered = useMemo(() => (lastUnknown ? unlistedIn(lastUnknown) : null), [lastUnknown])
  const toggleMisc = useCallback(async () => {
    // What stood in the search may be a code: it becomes no price without a further key.
    if (form !== null && 'misc' in form && untouched.current) {
      setText(form.back)
      return close(form)
    }
    if (!(await leaveForm()) || (form !== null && 'misc' in form)) return
    type('')
    const price = isWeighed || offered !== null || typedMoney(text) === null ? '' : text
    setForm({ misc: price, back: offered === null ? price : text, unlisted: offered })
  }, [form, isWeighed, text, offered, type, leaveForm, close])
  const sellUnlisted = async (unlisted: Unlisted) => {
    if (!(await leaveForm())) return
    type('')
    setForm({ misc: '', back: text, unlisted })
  }
  const pressMisc = useCallback(() => void toggleMisc(), [toggleMisc])
  // The sheet replaces the form.
  const pressSheet = useCallback(
    () => void leaveForm().then((isLeft) => isLeft && sheet.toggle()),
    [leaveForm, sheet.toggle],
  )
  useShortcut('misc', pressMisc)
  useShortcut('sheet', pressSheet)
  useShortcut('question', pressSheet, text === '')
  useShortcut('clear', sheet.toggle, sheet.open)

  return (
    <main className={styles.goods}>
      <SearchBox
        inputRef={search}
        text={text}
        quantity={quantity}
        found={sought === '' ? null : goods.total}
        selected={shown === null ? null : (goods.products[shown]?.code ?? null)}
        onType={type}
        onKeyDown={onKeyDown}
        onKeys={pressSheet}
        onMisc={pressMisc}
        keysShown={sheet.open}
        listShown={!sheet.open && form === null && hasGoods}
      />
      {sheet.open || !hasGoods ? null : <Categories chosen={category} onChoose={setCategory} />}
      {adding.refusals.map((refusal, place) => (
        <AddingRefusal
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only added to
          key={place}
          refusal={refusal}
          keyed={refusal === lastUnknown}
          onMisc={(unlisted) => void sellUnlisted(unlisted)}
        />
      ))}
      {sheet.open ? (
        <ShortcutSheet onClose={sheet.toggle} />
      ) : form !== null && 'misc' in form ? (
        <MiscEntry
          key={form.unlisted?.code ?? ''}
          price={form.misc}
          unlisted={form.unlisted}
          add={adding.addMisc}
          onClose={() => close(form)}
          flush={flush}
          untouched={untouched}
        />
      ) : form !== null ? (
        <WeightEntry
          key={form.weighed.code}
          product={form.weighed}
          add={(many) => addWeighed(form, many)}
          onClose={() => close(form)}
          flush={flush}
        />
      ) : !hasGoods ? (
        <NoOwnGoods />
      ) : (
        <Results
          gridRef={grid}
          goods={goods}
          sought={goods.query ?? ''}
          selected={shown}
          onPress={press}
          onMore={more}
        />
      )}
    </main>
  )
})
GoodsPane.displayName = 'GoodsPane'

/** A quantity or a percentage. A longer number is a code. */
const isNumber = (text: string): boolean => /^\s*\d{1,6}([.,]\d{1,3})?\s*$/.test(text)

const HAS_LETTER = /\p{L}/u

/** The tile that Enter takes if no arrow key has chosen one: the product with this code, or the only one with such a name. */
function enteredPlace(sought: string, { products: [first], total, exact }: FirstGoods): number | null {
  if (first === undefined) return null
  return exact || (total === 1 && isOfName(sought, first.name)) ? 0 : null
}

/** Whether the text is of letters, or all its words are in the name. Otherwise it may be a part of a code, like "AB-1". */
const isOfName = (sought: string, name: string): boolean =>
  HAS_LETTER.test(sought) &&
  (!/\d/.test(sought) ||
    sought.split(/\s+/).every((word) => markMatches(name, word).some(({ marked }) => marked)))

/** Selects the remaining text, so that the next key replaces it. Text typed since is left alone. */
function selectText(input: HTMLInputElement | null, stayed: readonly string[]): void {
  requestAnimationFrame(() => {
    if (input === null || input.value === '' || document.activeElement !== input) return
    if (stayed.includes(input.value)) input.select()
  })
}
