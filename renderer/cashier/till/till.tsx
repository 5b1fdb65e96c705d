import type { SaleView } from '../../../shared/ipc/index.ts'
import { Cart } from './cart.tsx'
import { GoodsPane } from './goods-pane.tsx'
import styles from './till.module.css'
import { useAdding } from './use-adding.ts'

/** Goods to the left, the cart to the right. */
export function Till({ counter }: { readonly counter: SaleView | null }) {
  const adding = useAdding()
  return (
    <div className={styles.till}>
      <GoodsPane adding={adding} />
      <Cart key={counter?.sale.id ?? 'next'} counter={counter} lit={adding.lit} />
    </div>
  )
}
