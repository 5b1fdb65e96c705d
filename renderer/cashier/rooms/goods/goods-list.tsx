import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button, ToggleButton } from 'react-aria-components'
import type { GoodsRow } from '../../../../shared/shop/goods.ts'
import { Icon, RowList, typeDigit } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, useCommand, useText, useView } from '../../page/index.ts'
import { usePictures } from '../../parts/use-pictures.ts'
import styles from './goods-list.module.css'
import { pick, toggle, useGoodsPage } from './goods-page.ts'
import { OldPrice } from './old-price.tsx'
import type { GoodsRows } from './use-goods-rows.ts'
import type { PriceCell } from './use-price-cell.ts'

/** Row height in px. Rows are placed by this value and not measured. */
const heightAt = (textSize: number): number => Math.round(32 + (32 * textSize) / 100)

export type GoodsListProps = {
  /** Identifies the query. A new one scrolls to the top. */
  readonly question: string
  readonly rows: GoodsRows
  readonly total: number
  readonly openedCode: string | null
  readonly starring: boolean
  /** Whether goods can be picked, and prices typed in the list. */
  readonly changing: boolean
  readonly prices: PriceCell
  readonly onOpen: (row: GoodsRow) => void
  readonly enter: RefObject<(() => void) | null>
  readonly onLeave: () => void
  /** Called when the price of the last row is saved. */
  readonly onLast: () => void
}

export function GoodsList(props: GoodsListProps) {
  const { question, rows, total, openedCode, starring, changing, prices, onOpen, enter, onLeave, onLast } =
    props
  const { want, rowAt } = rows
  const say = useText()
  const rowHeight = useView((view) => heightAt(view.settings.textSize))
  const [sight, setSight] = useState({ first: 0, last: -1 })
  const onSight = useCallback(
    (first: number, last: number) => {
      want(first, last)
      setSight({ first, last })
    },
    [want],
  )
  const inSight = Array.from({ length: sight.last - sight.first + 1 }, (_, at) => rowAt(sight.first + at))
  const picked = useGoodsPage((page) => page.picked)
  const repriced = useGoodsPage((page) => page.repriced)
  const onKey = (event: KeyboardEvent<HTMLElement>, index: number): boolean => {
    const row = rowAt(index)
    const onRow = event.target instanceof Element && event.target.matches('[data-open]')
    if (!changing || !onRow || row === undefined || event.ctrlKey || event.altKey) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.shiftKey && step !== undefined)
      pick(...[row, rowAt(index + step)].flatMap((one) => one?.product.code ?? []))
    if (event.key === 'F2') prices.open(row)
    if (event.key === ' ') toggle(row.product.code)
    return event.key === 'F2' || event.key === ' '
  }
  /** Saves the price, and goes to that of the next row; after the last one the cell is closed. */
  const onSave = async (index: number) => {
    const next = rowAt(index + 1)
    if (!(await prices.save())) return
    prices.leave()
    if (next === undefined) onLast()
    else prices.open(next)
  }
  const pictures = usePictures(inSight.flatMap((row) => (row?.pictured ? [row.product.code] : [])))
  return (
    <RowList
      label={say('goods.list')}
      subject={question}
      count={total}
      rowHeight={rowHeight}
      row={(index) => {
        const row = rowAt(index)
        // The id is the index, so that a loaded row replaces its placeholder.
        const id = String(index)
        if (row === undefined)
          return { id, chosen: false, content: <span className={styles.waiting} />, testId: 'goods-waiting' }
        const picture = pictures.get(row.product.code)
        const { code } = row.product
        const content = (
          <>
            {changing ? <Pick row={row} picked={picked.includes(code)} /> : null}
            <GoodsLine
              row={row}
              picture={picture}
              starring={starring}
              was={repriced.get(code) ?? null}
              priced={prices.cell?.row.product.code !== code}
              onOpen={onOpen}
            />
            {prices.cell?.row.product.code === code ? (
              <Price
                prices={prices}
                name={row.product.name}
                onSave={() => void onSave(index)}
                onLeave={onLeave}
              />
            ) : null}
          </>
        )
        return { id, chosen: row.product.code === openedCode, content, testId: 'goods-row' }
      }}
      onSight={onSight}
      enter={enter}
      onLeave={onLeave}
      onKey={onKey}
    />
  )
}

type GoodsLineProps = {
  readonly row: GoodsRow
  readonly picture: string | undefined
  /** Whether products can be starred. Sample goods cannot. */
  readonly starring: boolean
  /** The price before it was changed here. */
  readonly was: string | null
  /** Whether the row shows its price. While the price is edited, the input shows it instead. */
  readonly priced: boolean
  readonly onOpen: (row: GoodsRow) => void
}

const GoodsLine = memo(({ starring, ...line }: GoodsLineProps) => (
  <>
    <Star row={line.row} enabled={starring} />
    <Open {...line} />
  </>
))
GoodsLine.displayName = 'GoodsLine'

function Pick({ row, picked }: { readonly row: GoodsRow; readonly picked: boolean }) {
  const say = useText()
  const { code, name } = row.product
  return (
    <ToggleButton
      className={styles.pick ?? ''}
      preventFocusOnPress
      isSelected={picked}
      onChange={() => toggle(code)}
      aria-label={say('goods.pick', { name })}
      data-testid="goods-pick"
    >
      <span className={styles.box}>{picked ? <Icon name="check" size={18} /> : null}</span>
    </ToggleButton>
  )
}

type PriceProps = {
  readonly prices: PriceCell
  readonly name: string
  readonly onSave: () => void
  readonly onLeave: () => void
}

function Price({ prices, name, onSave, onLeave }: PriceProps) {
  const say = useText()
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.select(), [])
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (typeDigit(event)) return
    if (event.key === 'Enter') onSave()
    if (event.key !== 'Escape') return
    prices.leave()
    onLeave()
  }
  return (
    <input
      ref={field}
      className={styles.cell}
      value={prices.cell?.text ?? ''}
      onChange={(event) => prices.type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      aria-label={say('goods.priceOf', { name })}
      aria-invalid={prices.failure !== null}
      inputMode="numeric"
      maxLength={20}
      autoComplete="off"
      data-numbers="digits"
      data-typed={prices.isTyped}
      data-testid="goods-price"
    />
  )
}

function Star({ row, enabled }: { readonly row: GoodsRow; readonly enabled: boolean }) {
  const say = useText()
  const starring = useCommand()
  const { code, name } = row.product
  const change = (favourite: boolean) => void starring.run(() => call('starGoods', { code, favourite }))
  return (
    <ToggleButton
      className={styles.star ?? ''}
      preventFocusOnPress
      isSelected={row.favourite}
      onChange={change}
      isDisabled={!enabled}
      aria-label={say('goods.star', { name })}
    >
      <Icon name="star" size={22} />
    </ToggleButton>
  )
}

function Open({ row, picture, was, priced, onOpen }: Omit<GoodsLineProps, 'starring'>) {
  const say = useText()
  const { product, hidden } = row
  const price = withSign(product.price)
  return (
    <Button className={styles.open ?? ''} onPress={() => onOpen(row)} data-open data-testid="goods-open">
      {picture === undefined ? (
        <span className={styles.blank} aria-hidden="true">
          {product.name.slice(0, 1)}
        </span>
      ) : (
        <img className={styles.picture} src={picture} alt="" width={44} height={44} />
      )}
      <span className={styles.words}>
        <b>{product.name}</b>
        <small>
          {product.code} · {product.category}
        </small>
      </span>
      {product.taxKind === 'vat' ? null : (
        <span className={styles.tax} data-testid="goods-tax">
          {say(product.taxKind === 'exempt' ? 'goods.exempt.badge' : 'goods.taxKind.zero-rated')}
        </span>
      )}
      {hidden ? <span className={styles.hidden}>{say('goods.hidden.badge')}</span> : null}
      {priced ? (
        <span className={styles.price}>
          {was === null ? null : <OldPrice was={was} />}
          {price}
          <small> / {product.unit}</small>
        </span>
      ) : null}
    </Button>
  )
}
