import { Note } from '../../kit/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import type { Refusal } from './use-adding.ts'

/** Why nothing was rung up: beside the search, in nobody's way. */
export function AddingRefusal({ refusal }: { readonly refusal: Refusal | null }) {
  const say = useText()
  if (refusal === null) return null
  if (refusal.failure.name !== 'PRODUCT_UNKNOWN')
    return <FailureNote failure={refusal.failure} testId="till-notice" />
  return (
    <Note tone="bad" testId="till-notice">
      {say('till.unknown', { code: refusal.code })}
    </Note>
  )
}
