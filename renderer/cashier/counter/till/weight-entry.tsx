import { type FormEvent, type RefObject, useState } from 'react'
import { formatMoney } from '../../../../shared/money/money.ts'
import { parseQuantity, priceOf } from '../../../../shared/money/quantity.ts'
import type { Product } from '../../../../shared/shop/product.ts'
import { TextEntry } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { say } from '../../page/index.ts'
import { useShortcut } from '../../page/shortcuts/index.ts'
import { EntryButtons } from './entry-buttons.tsx'
import styles from './misc-entry.module.css'
import { useAddedOnce } from './use-added-once.ts'
import type { Flush } from './use-saving.ts'

type WeightEntryProps = {
  readonly product: Product
  /** Resolves to false after a refusal. */
  readonly add: (quantity: string) => Promise<boolean>
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
}

/** Asks for the weight or volume of goods without a quantity, and shows what it costs. The main process refuses an invalid amount, and the typed text stays. */
export function WeightEntry({ product, add, onClose, flush }: WeightEntryProps) {
  const [quantity, setQuantity] = useState('')
  useShortcut('clear', onClose)
  const isTyped = quantity.trim() !== ''
  const addOnce = useAddedOnce(flush, isTyped, () => add(quantity.trim()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTyped) void addOnce()
  }
  const amount = parseQuantity(quantity)
  const title = say('weigh.title', { name: product.name })
  return (
    <form className={styles.entry} onSubmit={submit} aria-label={title} data-testid="weight-entry">
      <h2 className={styles.title}>{title}</h2>
      <TextEntry
        label={say('weigh.label', { unit: product.unit })}
        value={quantity}
        onChange={setQuantity}
        inputMode="decimal"
        figures
        autoFocus
        testId="weight"
        hint={say('cart.price.weighed', { price: formatMoney(product.price), unit: product.unit })}
      />
      <output className={styles.sum} data-testid="weight-total">
        {amount === null ? null : withSign(priceOf(product.price, amount))}
      </output>
      <EntryButtons submitWords={say('word.addToCart')} onClose={onClose} />
    </form>
  )
}
