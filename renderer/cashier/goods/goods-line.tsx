import { memo } from 'react'
import { Button, ToggleButton } from 'react-aria-components'
import type { GoodsRow } from '../../../shared/goods.ts'
import { Icon } from '../../kit/index.ts'
import { call } from '../call.ts'
import { withSign } from '../figures.ts'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './goods-list.module.css'

type GoodsLineProps = {
  readonly index: number
  readonly total: number
  readonly top: number
  readonly height: number
  /** Undefined while it is fetched. */
  readonly row: GoodsRow | undefined
  readonly picture: string | undefined
  readonly opened: boolean
  /** Whether a star may be set: the sample's may not. */
  readonly starring: boolean
  readonly onOpen: (row: GoodsRow) => void
}

export const GoodsLine = memo(
  ({ index, total, top, height, row, picture, opened, starring, onOpen }: GoodsLineProps) => (
    <li
      className={styles.row}
      style={{ height, transform: `translateY(${top}px)` }}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-row={index}
      data-opened={opened}
      data-testid={row === undefined ? 'goods-waiting' : 'goods-row'}
      data-code={row?.product.code}
    >
      {row === undefined ? (
        <span className={styles.waiting} />
      ) : (
        <>
          <Star row={row} enabled={starring} />
          <Open row={row} picture={picture} onOpen={onOpen} />
        </>
      )}
    </li>
  ),
)
GoodsLine.displayName = 'GoodsLine'

function Star({ row, enabled }: { readonly row: GoodsRow; readonly enabled: boolean }) {
  const say = useText()
  const starring = useAct()
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
      data-testid="goods-star"
    >
      <Icon name="star" size={22} />
    </ToggleButton>
  )
}

type OpenProps = Pick<GoodsLineProps, 'onOpen' | 'picture'> & { readonly row: GoodsRow }

function Open({ row, picture, onOpen }: OpenProps) {
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
      {hidden ? <span className={styles.hidden}>{say('goods.hidden.badge')}</span> : null}
      <span className={styles.price}>
        {price}
        <small> / {product.unit}</small>
      </span>
    </Button>
  )
}
