import { type FormEvent, useState } from 'react'
import type { Product } from '../../../shared/product.ts'
import { TextEntry } from '../../kit/index.ts'
import { useShortcut } from '../shortcuts/index.ts'
import { useText } from '../text.ts'
import { EntryButtons } from './entry-buttons.tsx'
import styles from './misc-entry.module.css'

type WeightEntryProps = {
  readonly product: Product
  readonly onWeight: (quantity: string) => void
  readonly onClose: () => void
}

/** Asks for the weight or volume of tapped goods. The main process refuses an invalid amount, and the typed text is shown again. */
export function WeightEntry({ product, onWeight, onClose }: WeightEntryProps) {
  const say = useText()
  const [quantity, setQuantity] = useState('')
  useShortcut('clear', onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (quantity.trim() !== '') onWeight(quantity.trim())
  }
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
      />
      <EntryButtons submitWords={say('weigh.add')} onClose={onClose} />
    </form>
  )
}
