import { useCallback, useRef, useState } from 'react'
import type { SaleView } from '../../../shared/ipc/index.ts'
import { useShortcut } from '../shortcuts/index.ts'
import { Cart } from './cart.tsx'
import { GoodsPane } from './goods-pane.tsx'
import { SearchFocus } from './search-focus.ts'
import styles from './till.module.css'
import { useAdding } from './use-adding.ts'

/** Goods to the left, the cart to the right; the keyboard is the search box's, and returns to it. */
export function Till({ counter }: { readonly counter: SaleView | null }) {
  const search = useRef<HTMLInputElement>(null)
  const adding = useAdding()
  const focusSearch = useCallback(() => search.current?.focus(), [])
  const [sheet, setSheet] = useState(false)
  const toggle = () => {
    setSheet(!sheet)
    focusSearch()
  }
  const closeSheet = useCallback(() => setSheet(false), [])
  useShortcut('sheet', toggle)
  return (
    <SearchFocus value={focusSearch}>
      <div className={styles.till}>
        <GoodsPane search={search} adding={adding} sheet={{ open: sheet, toggle, close: closeSheet }} />
        <Cart key={counter?.sale.id ?? 'next'} counter={counter} lit={adding.lit} />
      </div>
    </SearchFocus>
  )
}
