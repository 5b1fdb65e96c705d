import { type ReactNode, useCallback, useId } from 'react'
import { GOODS_ORDERS, type GoodsFilter, type GoodsOrder } from '../../../../shared/shop/goods.ts'
import { MOST_PLANNED } from '../../../../shared/shop/goods-plan.ts'
import { PressButton, Suggestions } from '../../../kit/index.ts'
import { call, useAsked, useText } from '../../page/index.ts'
import styles from './goods-list.module.css'
import {
  forgetRepriced,
  insteadOfForm,
  openLabels,
  openMany,
  pick,
  pickNothing,
  useGoodsPage,
} from './goods-page.ts'
import type { Sorting } from './use-goods-rows.ts'

type CategoryEntryProps = { readonly value: string; readonly onChange: (category: string) => void }

/** The filter by category: the beginning of its name is enough. */
export function CategoryEntry({ value, onChange }: CategoryEntryProps) {
  const say = useText()
  const list = useId()
  const { value: categories } = useAsked(useCallback(() => call('listCategories'), []))
  return (
    <>
      <input
        className={styles.category}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
        aria-label={say('goods.category.filter')}
        placeholder={say('goods.category.all')}
        list={list}
        autoComplete="off"
        maxLength={120}
        data-testid="goods-in-category"
      />
      <Suggestions id={list} values={categories ?? []} />
    </>
  )
}

type SortBarProps = {
  readonly sorting: Sorting
  readonly onChange: (sorting: Sorting) => void
  readonly children: ReactNode
}

/** Buttons that sort the list by a column. A second press reverses the order. */
export function SortBar({ sorting, onChange, children }: SortBarProps) {
  const say = useText()
  const next = (order: GoodsOrder): Sorting => ({ order, down: order === sorting.order && !sorting.down })
  return (
    <fieldset className={styles.bar}>
      <legend>{say('goods.sort')}</legend>
      {GOODS_ORDERS.map((order) => {
        const isUsed = order === sorting.order
        const name = say(`goods.sort.${order}`)
        const way = say(sorting.down ? 'goods.sort.down' : 'goods.sort.up')
        return (
          <PressButton
            key={order}
            size="small"
            tone={isUsed ? 'plain' : 'subtle'}
            {...(isUsed ? { label: `${name}, ${way}` } : {})}
            onPress={() => onChange(next(order))}
            testId={`goods-sort-${order}`}
          >
            {isUsed ? `${name} ${sorting.down ? '↓' : '↑'}` : name}
          </PressButton>
        )
      })}
      {children}
    </fieldset>
  )
}

type PickAllProps = { readonly filter: GoodsFilter; readonly total: number }

export function PickAll({ filter, total }: PickAllProps) {
  const say = useText()
  const pickAll = async () => {
    const reply = await call('listGoodsCodes', filter)
    if (reply.ok) pick(...reply.value)
  }
  return (
    <PressButton size="small" tone="subtle" onPress={() => void pickAll()} testId="goods-pick-all">
      {say('goods.pick.all', { count: Math.min(total, MOST_PLANNED) })}
    </PressButton>
  )
}

/** What can be done with the picked goods and with those whose price was changed here. */
export function PickedBar() {
  const say = useText()
  const picked = useGoodsPage((page) => page.picked.length)
  const repriced = useGoodsPage((page) => page.repriced.size)
  if (picked + repriced === 0) return null
  return (
    <div className={styles.bar}>
      {picked === 0 ? null : (
        <>
          <PressButton size="small" onPress={() => insteadOfForm(openMany)} testId="goods-change-many">
            {say('goods.many.open', { count: picked })}
          </PressButton>
          <PressButton
            size="small"
            onPress={() => insteadOfForm(() => openLabels())}
            testId="goods-picked-labels"
          >
            {say('goods.pick.labels')}
          </PressButton>
          <PressButton size="small" tone="subtle" onPress={pickNothing} testId="goods-pick-none">
            {say('goods.pick.none')}
          </PressButton>
        </>
      )}
      {repriced === 0 ? null : (
        <PressButton
          size="small"
          tone="main"
          onPress={() =>
            insteadOfForm(() => {
              openLabels('repriced')
              forgetRepriced()
            })
          }
          testId="goods-repriced-labels"
        >
          {say('goods.repriced.labels', { count: repriced })}
        </PressButton>
      )}
    </div>
  )
}
