import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import { moneyAsText } from '../../../shared/money.ts'
import { formatQuantity } from '../../../shared/quantity.ts'
import type { SaleLine } from '../../../shared/sale.ts'
import { Icon, PressButton, TextEntry } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { failureText, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './cart-line.module.css'
import type { Flush } from './cart-lines.tsx'
import { useSearchFocus } from './search-focus.ts'

type LineEditorProps = {
  readonly saleId: string
  readonly line: SaleLine
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
}

type Field = 'quantity' | 'price' | null

/** Which of the two fields a refusal is about: an amount's is about the one that was changed. */
function fieldOf(failure: Failure | null, priceChanged: boolean): Field {
  if (failure === null) return null
  if (failure.name === 'QUANTITY_INVALID') return 'quantity'
  if (failure.name === 'PRICE_INVALID') return 'price'
  if (failure.name === 'AMOUNT_ZERO' || failure.name === 'AMOUNT_TOO_LARGE')
    return priceChanged ? 'price' : 'quantity'
  return null
}

/** Quantity and price of one line, as typed; refused text stays, with the reason at its field. */
export function LineEditor({ saleId, line, onClose, flush }: LineEditorProps) {
  const say = useText()
  const focusSearch = useSearchFocus()
  const saving = useAct()
  const removing = useAct()
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const [quantity, setQuantity] = useState(formatQuantity(line.quantity))
  const [price, setPrice] = useState(moneyAsText(line.unitPrice))
  const changes = {
    ...(quantity.trim() === formatQuantity(line.quantity) ? {} : { quantity: quantity.trim() }),
    ...(price.trim() === moneyAsText(line.unitPrice) ? {} : { price: price.trim() }),
  }
  const wrong = fieldOf(saving.failure, changes.price !== undefined)
  const words = saving.failure === null ? null : failureText(say, saving.failure)

  const close = () => {
    onClose()
    focusSearch()
  }
  const save: Flush = async () => {
    if (Object.keys(changes).length > 0) {
      const reply = await saving.run(() => call('changeLine', { saleId, lineId: line.id, ...changes }))
      if (!reply?.ok) return false
    }
    close()
    return true
  }
  const remove = async () => {
    const reply = await removing.run(() => call('removeLine', { saleId, lineId: line.id }))
    if (reply?.ok) focusSearch()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  useEffect(() => {
    first.current?.select()
  }, [])
  // The whole editor is in sight, and so is what is wrong with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal makes the editor taller.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [saving.failure])
  useEffect(() => {
    flush.current = save
    return () => {
      flush.current = null
    }
  })

  return (
    <form
      ref={form}
      className={styles.editor}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      data-testid="line-editor"
    >
      <div className={styles.fields}>
        <TextEntry
          label={say('cart.edit.quantity', { unit: line.product.unit })}
          value={quantity}
          onChange={setQuantity}
          inputMode="decimal"
          error={wrong === 'quantity' ? words : null}
          testId="line-quantity-input"
          inputRef={first}
          autoFocus
          figures
        />
        <TextEntry
          label={say('cart.edit.price')}
          value={price}
          onChange={setPrice}
          inputMode="decimal"
          error={wrong === 'price' ? words : null}
          testId="line-price-input"
          figures
        />
      </div>
      <FailureNote failure={wrong === null ? (saving.failure ?? removing.failure) : removing.failure} />
      <div className={styles.tools}>
        <PressButton
          tone="danger"
          size="small"
          onPress={() => void remove()}
          pending={removing.pending}
          testId="line-remove"
        >
          <Icon name="trash" size={18} />
          {say('cart.edit.remove')}
        </PressButton>
        <PressButton
          tone="main"
          size="small"
          hotkey="Enter"
          submits
          pending={saving.pending}
          testId="line-save"
        >
          {say('action.save')}
        </PressButton>
      </div>
    </form>
  )
}
