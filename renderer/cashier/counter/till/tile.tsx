import { Fragment, memo } from 'react'
import { shortened, unbroken } from '../../../../shared/sale/sale.ts'
import type { Product } from '../../../../shared/shop/product.ts'
import { classNames } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { markMatches } from './match.ts'
import styles from './results.module.css'

type TileProps = {
  readonly product: Product
  readonly sought: string
  readonly selected: boolean
  /** Outside the visible pane until it is scrolled. */
  readonly below: boolean
  /** A data URL. */
  readonly picture: string | undefined
  readonly onPress: (product: Product) => void
}

const HUES = 6

/** A category always has the same hue, so that goods are found faster by colour. */
const hueOf = (category: string): number => {
  let sum = 0
  for (const letter of category) sum += letter.codePointAt(0) ?? 0
  return sum % HUES
}

/** The most letters that fit in the three lines for a name on a tile. */
const LONGEST_NAME = 44

/** A product to press. With the keyboard it is selected from the search box, which keeps the focus. */
export const Tile = memo(({ product, sought, selected, below, picture, onPress }: TileProps) => (
  <button
    type="button"
    role="option"
    aria-selected={selected}
    tabIndex={-1}
    id={tileId(product.code)}
    className={classNames(styles.tile, below && styles.below)}
    data-hue={hueOf(product.category)}
    data-testid="tile"
    data-code={product.code}
    onClick={() => onPress(product)}
  >
    <span className={styles.name}>
      {markMatches(shortened(unbroken(product.name), LONGEST_NAME), sought).map((part) =>
        part.marked ? <mark key={part.at}>{part.text}</mark> : <Fragment key={part.at}>{part.text}</Fragment>,
      )}
    </span>
    {picture === undefined ? null : <img className={styles.picture} src={picture} alt="" />}
    <span className={styles.foot}>
      <span className={styles.price}>
        {withSign(product.price)}
        <small> / {product.unit}</small>
      </span>
    </span>
  </button>
))
Tile.displayName = 'Tile'

/** The element id by which the search box refers to the selected tile. */
export const tileId = (code: string): string => `tile-${code}`
