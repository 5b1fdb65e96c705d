import { keptTenders } from '../../../../shared/sale/money-of-sale.ts'
import { Icon, Note, PressButton, Toolbar } from '../../../kit/index.ts'
import { say, useView } from '../../page/index.ts'
import { SHORTCUTS } from '../../page/shortcuts/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { ToGoods } from '../../parts/own-data.tsx'
import { offerToAdd } from '../../rooms/goods/index.ts'
import { type Refusal, type Unlisted, unlistedIn } from './use-adding.ts'

type AddingRefusalProps = {
  readonly refusal: Refusal
  /** Whether the key for misc items sells this code. */
  readonly keyed: boolean
  readonly onMisc: (unlisted: Unlisted) => void
}

/** Why no product was added, shown below the search. */
export function AddingRefusal({ refusal, keyed, onMisc }: AddingRefusalProps) {
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
  const unlisted = unlistedIn(refusal)
  if (unlisted === null) return <FailureNote failure={refusal.failure} testId="till-notice" />
  const { code } = unlisted
  const wanted = { scanned: refusal.code, quantity: refusal.quantity }
  return (
    <Note tone="bad" testId="till-notice">
      <span>{say('till.unknown', { code })}</span>
      <Toolbar>
        <PressButton
          onPress={() => onMisc(unlisted)}
          {...(keyed ? { hotkey: SHORTCUTS.misc.shown } : {})}
          testId="unlisted-sell"
        >
          {say('till.unknown.misc')}
        </PressButton>
        <PressButton onPress={() => offerToAdd(code, wanted)}>
          <Icon name="plus" size={18} />
          {say('till.unknown.add')}
        </PressButton>
      </Toolbar>
    </Note>
  )
}
