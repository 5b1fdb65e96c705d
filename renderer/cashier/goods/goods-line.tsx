import { memo } from 'react'
import { Button, ToggleButton } from 'react-aria-components'
import type { GoodsRow } from '../../../shared/goods.ts'
import { Icon } from '../../kit/index.ts'
import { call } from '../call.ts'
import { withSign } from '../figures.ts'
import { useText } from '../text.ts'
import { useCommand } from '../use-command.ts'
import styles from './goods-list.module.css'

type GoodsLineProps = {
  readonly row: GoodsRow
  readonly picture: string | undefined
  /** Whether a star may be set: the sample's may not. */
  readonly starring: boolean
  readonly onOpen: (row: GoodsRow) => void
}

export const GoodsLine = memo(({ row, picture, starring, onOpen }: GoodsLineProps) => (
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
      data-testid="goods-star"
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
