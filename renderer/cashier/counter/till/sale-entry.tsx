import type { RefObject } from 'react'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { TextEntry } from '../../../kit/index.ts'
import { call, failureText, say } from '../../page/index.ts'
import { useShortcut } from '../../page/shortcuts/index.ts'
import { typedDiscount } from '../../parts/discount-words.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './cart.module.css'
import { DiscountEntry } from './discount-entry.tsx'
import { EntryButtons } from './entry-buttons.tsx'
import { type Flush, type Step, useSavedFields } from './use-saving.ts'

type SaleEntryProps = {
  readonly sale: Sale
  /** Tenders were taken: the discount is locked, but the note can change. */
  readonly locked: boolean
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
}

type Typed = { readonly discount: string; readonly note: string }

/** Discount and note of the whole sale, shown below the total. */
export function SaleEntry({ sale, locked, onClose, flush }: SaleEntryProps) {
  const fields = useSavedFields<Typed>({
    opened: { discount: typedDiscount(sale.discount), note: sale.note },
    stepsOf: (had, typed) => stepsOf(sale.id, had, typed),
    onClose,
    flush,
  })
  const { typed, type, refused, close } = fields
  const ofDiscount = refused?.field === 'discount' && /^DISCOUNT_/.test(refused.failure.name)
  useShortcut('clear', close)
  return (
    <form className={styles.entry} onSubmit={fields.submit} data-testid="sale-entry">
      <DiscountEntry
        label={say('cart.more.discount')}
        value={typed.discount}
        onChange={(discount) => type({ discount })}
        onQuick={(discount) => fields.typeAndSave({ discount })}
        error={refused !== null && ofDiscount ? failureText(say, refused.failure) : null}
        disabled={locked}
        autoFocus={!locked}
      />
      <TextEntry
        label={say('cart.more.note')}
        value={typed.note}
        onChange={(note) => type({ note })}
        autoFocus={locked}
      />
      <FailureNote failure={ofDiscount ? null : (refused?.failure ?? null)} />
      <EntryButtons submitWords={say('word.save')} pending={fields.pending} onClose={close} />
    </form>
  )
}

function stepsOf(saleId: string, had: Typed, typed: Typed): readonly Step<Typed>[] {
  const [discount, note] = [typed.discount.trim(), typed.note.trim()]
  const steps: Step<Typed>[] = []
  if (discount !== had.discount)
    steps.push({
      field: 'discount',
      keeps: { discount },
      save: () => call('discountSale', { saleId, discount }),
    })
  if (note !== had.note)
    steps.push({ field: 'note', keeps: { note }, save: () => call('noteSale', { saleId, note }) })
  return steps
}
