import { keptTenders } from '../../../../shared/sale/money-of-sale.ts'
import { Icon, Note, PressButton } from '../../../kit/index.ts'
import { say, useView } from '../../page/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { ToGoods } from '../../parts/own-data.tsx'
import { offerToAdd } from '../../rooms/goods/index.ts'
import type { Refusal } from './use-adding.ts'

/** Why no product was added, shown below the search. */
export function AddingRefusal({ refusal }: { readonly refusal: Refusal }) {
  const tendered = useView(({ counter }) => counter !== null && keptTenders(counter.sale).length > 0)
  // The tenders were given back since, so the cart can change again.
  if (refusal.failure.name === 'SALE_TENDERED' && !tendered) return null
  if (refusal.failure.name === 'SAMPLE_NOT_SOLD')
    return (
      <Note tone="bad" testId="till-notice">
        <span>{say('failure.SAMPLE_NOT_SOLD')}</span>
        <span>
          <ToGoods />
        </span>
      </Note>
    )
  if (refusal.failure.name !== 'PRODUCT_UNKNOWN')
    return <FailureNote failure={refusal.failure} testId="till-notice" />
  const code = refusal.failure.detail ?? refusal.code
  const wanted = { scanned: refusal.code, quantity: refusal.quantity }
  return (
    <Note tone="bad" testId="till-notice">
      <span>{say('till.unknown', { code })}</span>
      <span>
        <PressButton onPress={() => offerToAdd(code, wanted)}>
          <Icon name="plus" size={18} />
          {say('till.unknown.add')}
        </PressButton>
      </span>
    </Note>
  )
}
