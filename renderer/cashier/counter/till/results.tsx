import { memo, type RefObject, startTransition, type UIEvent, useEffect, useRef, useState } from 'react'
import type { Product } from '../../../../shared/shop/product.ts'
import { Empty } from '../../../kit/index.ts'
import { useAnnounced, useText } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { usePictures } from '../../parts/use-pictures.ts'
import styles from './results.module.css'
import { Tile, tileId } from './tile.tsx'
import { useRoom } from './tile-grid.ts'
import type { Goods } from './use-goods.ts'

type ResultsProps = {
  readonly gridRef: RefObject<HTMLDivElement | null>
  readonly goods: Goods
  readonly sought: string
  readonly selected: number | null
  readonly onPress: (product: Product) => void
  readonly onMore: () => void
}

/** Memoized, so that it is rendered for new results and not for every typed letter. */
export const Results = memo(({ gridRef, goods, sought, selected, onPress, onMore }: ResultsProps) => {
  const say = useText()
  const pictures = usePictures(goods.pictured)
  const chosen = selected === null ? null : (goods.products[selected]?.code ?? null)
  const scrolled = useRef(false)
  const room = useRoom(gridRef)
  const drawn = useDrawn(goods, room)
  useEffect(() => {
    // The first tile is visible unless the list is scrolled. Scrolling to it would force a layout for every letter.
    if (chosen === null || (selected === 0 && !scrolled.current)) return
    document.getElementById(tileId(chosen))?.scrollIntoView({ block: 'nearest' })
  }, [chosen, selected])
  const onScroll = ({ currentTarget: pane }: UIEvent<HTMLElement>) => {
    scrolled.current = pane.scrollTop > 0
    const left = pane.scrollHeight - pane.scrollTop - pane.clientHeight
    if (left < 600 && goods.products.length < goods.total) onMore()
  }
  return (
    <div className={styles.pane} onScroll={onScroll}>
      <FailureNote failure={goods.failure} />
      <NothingFound goods={goods} />
      <div
        className={styles.grid}
        ref={gridRef}
        id="goods"
        role="listbox"
        aria-label={say('word.goods')}
        data-query={goods.query ?? undefined}
      >
        {drawn.map((product, place) => (
          <Tile
            key={product.code}
            product={product}
            sought={sought}
            picture={pictures.get(product.code)}
            selected={place === selected}
            below={place >= room}
            onPress={onPress}
          />
        ))}
      </div>
      {goods.products.length >= 180 && goods.total > goods.products.length ? (
        <p className={styles.more}>{say('till.more', { shown: goods.products.length })}</p>
      ) : null}
    </div>
  )
})
Results.displayName = 'Results'

/** After the frame that shows the first results, and before a person can scroll. */
const REST_AFTER_MS = 60

/** Renders the tiles that fit the screen at once and the others later, so that typing stays fast. */
function useDrawn(goods: Goods, room: number): readonly Product[] {
  const [settled, setSettled] = useState(goods)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setSettled(goods)), REST_AFTER_MS)
    return () => clearTimeout(timer)
  }, [goods])
  // For the same search, tiles that are already rendered stay: the list may be scrolled.
  const same = settled.query === goods.query && settled.category === goods.category
  return same ? goods.products : goods.products.slice(0, room)
}

function NothingFound({ goods }: { readonly goods: Goods }) {
  const say = useText()
  const nothing = goods.query !== null && goods.failure === null && goods.products.length === 0
  // The same words at each further letter, so that they are announced once.
  useAnnounced(nothing && goods.query !== '' ? say('till.found', { count: 0 }) : null)
  if (goods.query === null || !nothing) return null
  if (goods.query === '') return <p className={styles.more}>{say('till.nothing.category')}</p>
  return (
    <Empty
      icon="search"
      title={say('till.nothing.title', { query: goods.query })}
      todo={say('till.nothing.todo')}
    />
  )
}
