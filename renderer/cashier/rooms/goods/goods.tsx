import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { idleRules } from '../../../../shared/shop/age-and-bans.ts'
import { GOODS_ONLY, type GoodsFilter, type GoodsRow } from '../../../../shared/shop/goods.ts'
import type { MoreItem } from '../../../kit/index.ts'
import {
  Columns,
  Empty,
  FilterBar,
  FilterEntry,
  Icon,
  ListSearch,
  MainColumn,
  MoreMenu,
  Note,
  optionsOf,
  PageHead,
  PressButton,
  TwoStepButton,
} from '../../../kit/index.ts'
import { call, say, useAnnounced, useAsked, useCommand, useMay, useView } from '../../page/index.ts'
import { type Scan, useScans } from '../../page/scanning/index.ts'
import { sound } from '../../page/sounds/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { SavedFile } from '../../parts/saved-file.tsx'
import styles from './goods.module.css'
import { GoodsList, type GoodsListProps } from './goods-list.tsx'
import {
  closeBeside,
  insteadOfForm,
  openLabels,
  openNew,
  openRow,
  openRules,
  openWeighed,
  pick,
  showImport,
  toggle,
  useGoodsPage,
} from './goods-page.ts'
import { ImportGoods } from './import/import-goods.tsx'
import { LabelFields } from './label-fields.tsx'
import { CategoryEntry, PickAll, PickedBar, SortBar } from './list-bars.tsx'
import { ManyGoods } from './many-goods.tsx'
import { ProductForm, wrongFields } from './product-form.tsx'
import { RuleFields } from './rule-fields.tsx'
import { ScannedProduct, type Unknown } from './scanned-product.tsx'
import { UnlistedCodes, UnlistedNote } from './unlisted-codes.tsx'
import { type Sorting, useGoodsRows } from './use-goods-rows.ts'
import { usePriceCell } from './use-price-cell.ts'
import { WeighedFields } from './weighed-fields.tsx'

/** The list of goods with the open form beside it, or the import. */
export function Goods() {
  const importing = useGoodsPage((page) => page.importing)
  return importing ? <ImportGoods /> : <AllGoods />
}

function AllGoods() {
  const beside = useGoodsPage((page) => page.beside)
  const form = useGoodsPage((page) => page.form)
  const own = useView((view) => view.goods.own)
  const changing = useMay('goods') && own
  const [filter, setFilter] = useState<GoodsFilter>({ query: '', category: '', only: 'all' })
  const [sorting, setSorting] = useState<Sorting>({ order: null, down: false })
  const { query, only } = filter
  const asked = useMemo(() => ({ ...filter, query: filter.query.trim() }), [filter])
  const narrow = (changed: Partial<GoodsFilter>) => setFilter((now) => ({ ...now, ...changed }))
  const rows = useGoodsRows(asked, sorting)
  const prices = usePriceCell()
  const search = useRef<HTMLInputElement>(null)
  const enter = useRef<(() => void) | null>(null)
  const focusSearch = () => search.current?.focus()
  const close = () => {
    closeBeside()
    focusSearch()
  }
  const [unknown, setUnknown] = useState<Unknown | null>(null)
  const findScanned = async ({ code: scanned }: Scan) => {
    const reply = await call('findGoods', { code: scanned })
    if (!reply.ok) return sound('refused')
    const { code, row } = reply.value
    setUnknown(row === null ? { code, changed: false } : null)
    // A typed price stays until it is saved or left.
    if (row === null || prices.isTyped) return sound('refused')
    if (beside === 'labels' || beside === 'many') return pick(code)
    setFilter({ query: code, category: '', only: row.hidden ? 'hidden' : 'all' })
    if (changing) prices.open(row)
  }
  /** After the price of a scanned product, the list shows what was changed so far. */
  const showRepriced = () => {
    if (filter.query === prices.cell?.row.product.code)
      setFilter({ query: '', category: '', only: 'repriced' })
    focusSearch()
  }
  const open = (row: GoodsRow) =>
    beside === 'labels' || beside === 'many' ? toggle(row.product.code) : insteadOfForm(() => openRow(row))
  /** Enter in the search opens the product if only one is found, and otherwise moves to the first one in the list. */
  const take = () => {
    const only = rows.total === 1 ? rows.rowAt(0) : undefined
    if (only === undefined) enter.current?.()
    else open(only)
  }
  useScans(findScanned, { enabled: beside !== 'form' })
  // A form that was opened from the till keeps the focus.
  useLayoutEffect(() => {
    if (beside === null) search.current?.focus()
  }, [beside])
  return (
    <Columns second={beside === null ? null : 'form'} as="main" testId="goods">
      <MainColumn>
        <Head />
        <FilterBar>
          <ListSearch
            label={say('goods.search')}
            value={query}
            onChange={(typed) => narrow({ query: typed })}
            answered={rows.answered}
            onWalk={() => enter.current?.()}
            onTake={take}
            maxLength={120}
            inputRef={search}
          />
          <CategoryEntry value={filter.category} onChange={(category) => narrow({ category })} />
          <FilterEntry
            label={say('goods.only')}
            value={only}
            none="all"
            onChange={(value) => narrow({ only: value })}
            options={optionsOf(GOODS_ONLY, (value) => say(`goods.only.${value}`))}
            testId="goods-only"
          />
        </FilterBar>
        <Notes />
        {beside === 'unlisted' ? null : <UnlistedNote />}
        {beside === 'form' ? null : <ScannedProduct scanned={unknown} onAdd={() => setUnknown(null)} />}
        <FailureNote failure={rows.failure} />
        <FailureNote
          failure={prices.failure}
          {...(prices.failure === null ? {} : { todo: wrongFields(say, prices.failure) })}
          testId="goods-price-failure"
        />
        <SortBar sorting={sorting} onChange={setSorting}>
          {changing && rows.total !== null ? <PickAll filter={asked} total={rows.total} /> : null}
        </SortBar>
        <Rows
          rows={rows}
          question={JSON.stringify([asked, sorting])}
          only={only}
          openedCode={form?.row?.product.code ?? null}
          starring={own}
          changing={changing}
          prices={prices}
          onOpen={open}
          enter={enter}
          onLeave={focusSearch}
          onLast={showRepriced}
        />
        {changing ? <PickedBar /> : null}
      </MainColumn>
      {beside === 'form' && form !== null ? (
        <ProductForm key={form.number} form={form} onClose={close} />
      ) : null}
      {beside === 'weighed' ? <WeighedFields onClose={close} /> : null}
      {beside === 'rules' ? <RuleFields onClose={close} /> : null}
      {beside === 'unlisted' ? <UnlistedCodes onClose={close} /> : null}
      {beside === 'many' ? <ManyGoods onClose={close} /> : null}
      {beside === 'labels' ? <LabelFields filter={asked} onClose={close} /> : null}
    </Columns>
  )
}

function Head() {
  const own = useView((view) => view.goods.own)
  const count = useView((view) => view.goods.count)
  const mayChange = useMay('goods')
  return (
    <PageHead
      title={say('word.goods')}
      note={
        own ? (
          <span className={styles.count} data-testid="goods-count">
            {say('goods.count', { count })}
          </span>
        ) : null
      }
    >
      {mayChange ? <ForManagers /> : null}
      <PressButton size="small" tone="main" onPress={() => insteadOfForm(openNew)} testId="goods-add">
        <Icon name="plus" size={18} />
        {say('goods.add')}
      </PressButton>
    </PageHead>
  )
}

/** These actions take too many commands to approve each one, so they are shown only to persons who may run them. */
function ForManagers() {
  const exported = useGoodsExport()
  return (
    <>
      <MoreMenu
        label={say('action.more')}
        pending={exported.pending}
        testId="goods-more"
        items={[
          { label: say('word.labels'), onPress: () => insteadOfForm(() => openLabels()) },
          { label: say('rules.open'), onPress: () => insteadOfForm(openRules) },
          { label: say('goods.weighed'), onPress: () => insteadOfForm(openWeighed), testId: 'goods-weighed' },
          ...exported.items,
        ]}
      />
      <PressButton size="small" onPress={() => showImport(true)} testId="goods-import">
        {say('goods.import')}
      </PressButton>
      {exported.outcome}
    </>
  )
}

function Notes() {
  const own = useView((view) => view.goods.own)
  const keeping = useCommand()
  return (
    <>
      {own ? null : (
        <div className={styles.sample}>
          <span>{say('goods.sample')}</span>
          <TwoStepButton
            size="small"
            tone="subtle"
            sure={say('goods.sample.keep.sure')}
            onSure={() => void keeping.run(() => call('keepSample'))}
            pending={keeping.pending}
          >
            {say('goods.sample.keep')}
          </TwoStepButton>
        </div>
      )}
      <FailureNote failure={keeping.failure} />
      <IdleRules />
    </>
  )
}

/** Warns of rules whose category has no goods, for example because it was renamed. */
function IdleRules() {
  const rules = useView((view) => view.settings.saleRules)
  const usual = useView((view) => view.settings.newGoods.category)
  const { value: categories } = useAsked(useCallback(() => call('listCategories'), []))
  const idle = categories === null ? [] : idleRules(rules, [...categories, usual])
  return (
    <Note tone="warn" testId="rules-idle">
      {idle.length > 0 && say('rules.idle', { categories: idle.join('”, “') })}
    </Note>
  )
}

type RowsProps = Omit<GoodsListProps, 'total'> & { readonly only: GoodsFilter['only'] }

const NOTHING = {
  all: ['goods.empty.title', 'goods.empty.todo'],
  favourites: ['goods.empty.favourites.title', 'goods.empty.favourites.todo'],
  hidden: ['goods.empty.hidden.title', 'goods.empty.hidden.todo'],
  codeless: ['goods.empty.codeless.title', 'goods.empty.codeless.todo'],
  repriced: ['goods.empty.repriced.title', 'goods.empty.repriced.todo'],
} as const

function Rows({ only, ...list }: RowsProps) {
  const { total } = list.rows
  useAnnounced(total === 0 ? say(NOTHING[only][0]) : null)
  if (total === null) return <p className={styles.loading}>{say('goods.loading')}</p>
  if (total === 0) {
    const [title, todo] = NOTHING[only]
    return <Empty icon="search" title={say(title)} todo={say(todo)} />
  }
  return <GoodsList {...list} total={total} />
}

/** Exports all goods to a file in the documents folder. */
function useGoodsExport() {
  const { run, pending, failure } = useCommand()
  const [path, setPath] = useState<string | null>(null)
  const start = async (format: 'csv' | 'xlsx') => {
    setPath(null)
    const reply = await run(() => call('exportGoods', { format }))
    if (reply?.ok) setPath(reply.value.path)
  }
  const items = (['csv', 'xlsx'] as const).map(
    (format): MoreItem => ({ label: say(`goods.export.${format}`), onPress: () => void start(format) }),
  )
  const outcome =
    path === null && failure === null ? null : (
      <div className={styles.exported}>
        <FailureNote failure={failure} />
        <SavedFile testId="goods-exported">{path && say('goods.export.done', { path })}</SavedFile>
      </div>
    )
  return { items, pending, outcome }
}
