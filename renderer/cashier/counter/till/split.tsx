import type { Failure } from '../../../../shared/failure.ts'
import { formatMoney } from '../../../../shared/money/money.ts'
import { bearsTax } from '../../../../shared/money/tax.ts'
import type { SaleView } from '../../../../shared/page/index.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { PressButton } from '../../../kit/index.ts'
import { announce, call, say, useCommand, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './cart.module.css'
import { useSearchFocus } from './search-focus.ts'

type SplitOfferProps = { readonly sale: Sale; readonly why: Failure }

/**
 * Offers to split a cart whose goods bear different taxes, because one e-receipt cannot contain them. Renders nothing
 * once the cart can be charged.
 */
export function SplitOffer({ sale, why }: SplitOfferProps) {
  const splitting = useCommand()
  const focusSearch = useSearchFocus()
  const codes = useView(({ settings }) => settings.tax.codes)
  const kinds = new Set(sale.lines.filter(bearsTax).map(({ product }) => codes[product.taxKind]))
  const split = async () => {
    const reply = await splitting.run(() => call('splitSale', { saleId: sale.id }))
    if (!reply?.ok) return
    announce(say('split.done'))
    focusSearch()
  }
  if (kinds.size < 2) return null
  return (
    <>
      <FailureNote failure={splitting.failure ?? why} testId="tax-kinds-mixed" />
      <PressButton
        tone="main"
        wide
        autoFocus
        hotkey="Enter"
        onPress={() => void split()}
        pending={splitting.pending}
      >
        {say('split.do')}
      </PressButton>
    </>
  )
}

/** Reports that this cart is a part of a split one, and that the other part follows by itself. */
export function PartOfSplit({ counter }: { readonly counter: SaleView }) {
  const following = useView((view) => view.following)
  if (following === null && counter.sale.continues === null) return null
  return (
    <p className={styles.split} data-testid="split-part">
      {following === null
        ? say('split.last')
        : say('split.following', { amount: formatMoney(following.total) })}
    </p>
  )
}
