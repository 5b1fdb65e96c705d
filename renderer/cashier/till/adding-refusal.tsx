import { Note } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import type { Refusal } from './use-adding.ts'

/** Why nothing was rung up: beside the search, in nobody's way. */
export function AddingRefusal({ refusal }: { readonly refusal: Refusal | null }) {
  const say = useText()
  const tendered = useView(
    ({ counter }) => counter?.sale.state.name === 'open' && counter.sale.state.cash.length > 0,
  )
  if (refusal === null) return null
  // The cash was given back meanwhile: the goods are free again.
  if (refusal.failure.name === 'SALE_TENDERED' && !tendered) return null
  if (refusal.failure.name !== 'PRODUCT_UNKNOWN')
    return <FailureNote failure={refusal.failure} testId="till-notice" />
  return (
    <Note tone="bad" testId="till-notice">
      {say('till.unknown', { code: refusal.code })}
    </Note>
  )
}
