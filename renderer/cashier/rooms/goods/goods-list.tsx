import { memo, type RefObject, useCallback, useState } from 'react'
import { Button, ToggleButton } from 'react-aria-components'
import type { GoodsRow } from '../../../../shared/shop/goods.ts'
import { Icon, RowList } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, useCommand, useText, useView } from '../../page/index.ts'
import { usePictures } from '../../parts/use-pictures.ts'
import styles from './goods-list.module.css'
import type { GoodsRows } from './use-goods-rows.ts'

/** Row height in px. Rows are placed by this value and not measured. */
const heightAt = (textSize: number): number => Math.round(32 + (32 * textSize) / 100)

export type GoodsListProps = {
  /** Identifies the query. A new one scrolls to the top. */
  readonly question: string
  readonly rows: GoodsRows
  readonly total: number
  readonly openedCode: string | null
  readonly starring: boolean
  readonly onOpen: (row: GoodsRow) => void
  readonly enter: RefObject<(() => void) | null>
  readonly onLeave: () => void
}

export function GoodsList(props: GoodsListProps) {
  const { question, rows, total, openedCode, starring, onOpen, enter, onLeave } = props
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
        const content = <GoodsLine row={row} picture={picture} starring={starring} onOpen={onOpen} />
        return { id, chosen: row.product.code === openedCode, content, testId: 'goods-row' }
      }}
      onSight={onSight}
      enter={enter}
      onLeave={onLeave}
    />
  )
}

type GoodsLineProps = {
  readonly row: GoodsRow
  readonly picture: string | undefined
  /** Whether products can be starred. Sample goods cannot. */
  readonly starring: boolean
  readonly onOpen: (row: GoodsRow) => void
}

const GoodsLine = memo(({ row, picture, starring, onOpen }: GoodsLineProps) => (
  <>
    <Star row={row} enabled={starring} />
    <Open row={row} picture={picture} onOpen={onOpen} />
  </>
))
GoodsLine.displayName = 'GoodsLine'

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

function Open({ row, picture, onOpen }: Omit<GoodsLineProps, 'starring'>) {
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
      <span className={styles.price}>
        {price}
        <small> / {product.unit}</small>
      </span>
    </Button>
  )
}
