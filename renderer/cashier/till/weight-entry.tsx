import { type FormEvent, useState } from 'react'
import type { Product } from '../../../shared/product.ts'
import { ButtonPair, PressButton, TextEntry } from '../../kit/index.ts'
import { SHORTCUTS, useShortcut } from '../shortcuts/index.ts'
import { useText } from '../text.ts'
import styles from './misc-entry.module.css'

type WeightEntryProps = {
  readonly product: Product
  readonly onWeight: (quantity: string) => void
  readonly onClose: () => void
}

/** Asks for the weight or volume of tapped goods. The counter refuses what is none, and the text comes back. */
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
      <ButtonPair>
        <PressButton hotkey={SHORTCUTS.clear.shown} onPress={onClose}>
          {say('shortcuts.close')}
        </PressButton>
        <PressButton submits tone="main" hotkey={SHORTCUTS.add.shown}>
          {say('weigh.add')}
        </PressButton>
      </ButtonPair>
    </form>
  )
}
