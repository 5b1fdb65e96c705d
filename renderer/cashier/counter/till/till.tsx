import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { SaleView } from '../../../../shared/page/index.ts'
import { isEntry } from '../../../kit/index.ts'
import { SearchFocus } from '../../parts/search-focus.ts'
import { Cart } from './cart.tsx'
import { GoodsPane, type Sheet } from './goods-pane.tsx'
import styles from './till.module.css'
import { createLit } from './use-adding.ts'
import type { Flush } from './use-saving.ts'

/** Goods on the left, the cart on the right. The focus always returns to the search box. */
export function Till({ counter }: { readonly counter: SaleView | null }) {
  const search = useRef<HTMLInputElement>(null)
  const [lit] = useState(createLit)
  const goodsFlush = useRef<Flush | null>(null)
  const focusSearch = useCallback(() => search.current?.focus(), [])
  // Also runs when the till is unlocked and its screens become visible.
  useLayoutEffect(() => {
    if (!isEntry(document.activeElement)) focusSearch()
  }, [focusSearch])
  const sheet = useSheet(focusSearch)
  return (
    <SearchFocus value={focusSearch}>
      <div className={styles.till}>
        <GoodsPane search={search} lit={lit} sheet={sheet} flush={goodsFlush} />
        <Cart key={counter?.sale.id ?? 'next'} counter={counter} lit={lit} goodsFlush={goodsFlush} />
      </div>
    </SearchFocus>
  )
}

function useSheet(focusSearch: () => void): Sheet {
  const [open, setOpen] = useState(false)
  const toggle = useCallback(() => {
    setOpen((now) => !now)
    focusSearch()
  }, [focusSearch])
  const close = useCallback(() => setOpen(false), [])
  return useMemo(() => ({ open, toggle, close }), [open, toggle, close])
}
