import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { moneyAsText } from '../../../../shared/money/money.ts'
import { formatQuantity } from '../../../../shared/money/quantity.ts'
import { countOf, piecesOf, type SaleLine } from '../../../../shared/sale/sale.ts'
import { Icon, PressButton, TextEntry } from '../../../kit/index.ts'
import { call, failureText, say, useCommand } from '../../page/index.ts'
import { typedDiscount } from '../../parts/discount-words.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useSearchFocus } from '../../parts/search-focus.ts'
import styles from './cart-line.module.css'
import { DiscountEntry } from './discount-entry.tsx'
import { fieldOf, type LineField, lineSteps, type TypedLine } from './line-steps.ts'
import { type Flush, useSavedFields } from './use-saving.ts'

type LineEditorProps = {
  readonly saleId: string
  readonly line: SaleLine
  /** The field that has the focus first. */
  readonly first: LineField
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
}

const typedOf = (line: SaleLine): TypedLine => ({
  quantity: formatQuantity(countOf(line)),
  price: moneyAsText(line.unitPrice),
  discount: typedDiscount(line.discount),
  note: line.note ?? '',
})

/** Edits a line. Refused text stays, with the error at its field. */
export function LineEditor({ saleId, line, first: start, onClose, flush }: LineEditorProps) {
  const focusSearch = useSearchFocus()
  const removing = useCommand()
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const fields = useSavedFields({
    opened: typedOf(line),
    stepsOf: (had, typed) => lineSteps(saleId, line.id, had, typed),
    onClose: () => {
      onClose()
      focusSearch()
    },
    flush,
  })
  const { typed, type, refused } = fields
  const wrong = fieldOf(refused, typed.price.trim() !== fields.had.price)
  const wordsAt = (field: LineField) =>
    refused !== null && wrong === field ? failureText(say, refused.failure) : null
  const remove = async () => {
    const reply = await removing.run(() => call('removeLine', { saleId, lineId: line.id }))
    if (reply?.ok) focusSearch()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    fields.close()
  }
  useEffect(() => {
    first.current?.select()
  }, [])
  // Scrolls to the whole line if it fits, and at least to the editor with its errors.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error makes the editor taller.
  useEffect(() => {
    form.current?.closest('li')?.scrollIntoView({ block: 'nearest' })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [refused?.failure])
  return (
    <form
      ref={form}
      className={styles.editor}
      onSubmit={fields.submit}
      onKeyDown={onKeyDown}
      data-testid="line-editor"
    >
      <div className={styles.fields}>
        <TextEntry
          label={
            piecesOf(line) === 1
              ? say('cart.edit.quantity', { unit: line.product.unit })
              : say('cart.edit.packs')
          }
          value={typed.quantity}
          onChange={(quantity) => type({ quantity })}
          inputMode="decimal"
          error={wordsAt('quantity')}
          {...(start === 'quantity' ? { inputRef: first, autoFocus: true } : {})}
          figures
        />
        <TextEntry
          label={say('cart.edit.price')}
          value={typed.price}
          onChange={(price) => type({ price })}
          inputMode="decimal"
          error={wordsAt('price')}
          testId="line-price-input"
          figures
        />
      </div>
      <DiscountEntry
        label={say('line.discount')}
        value={typed.discount}
        onChange={(discount) => type({ discount })}
        onQuick={(discount) => fields.typeAndSave({ discount })}
        error={wordsAt('discount')}
        {...(start === 'discount' ? { inputRef: first, autoFocus: true } : {})}
      />
      <TextEntry
        label={say('line.note')}
        value={typed.note}
        onChange={(note) => type({ note })}
        error={wordsAt('note')}
      />
      <div className={styles.foot}>
        <FailureNote failure={wrong === null ? (refused?.failure ?? removing.failure) : removing.failure} />
        <div className={styles.tools}>
          <PressButton tone="danger" size="small" onPress={() => void remove()} pending={removing.pending}>
            <Icon name="trash" size={18} />
            {say('cart.edit.remove')}
          </PressButton>
          <PressButton
            tone="main"
            size="small"
            hotkey="Enter"
            submits
            pending={fields.pending}
            testId="line-save"
          >
            {say('word.save')}
          </PressButton>
        </div>
      </div>
    </form>
  )
}
