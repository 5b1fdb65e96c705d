import { type FormEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { TAX_KINDS, type TaxKind } from '../../../../shared/money/tax.ts'
import { Choice, optionsOf, TextEntry } from '../../../kit/index.ts'
import { announce, say, useCommand } from '../../page/index.ts'
import { useShortcut } from '../../page/shortcuts/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { EntryButtons } from './entry-buttons.tsx'
import styles from './misc-entry.module.css'
import { useAddedOnce } from './use-added-once.ts'
import type { Adding } from './use-adding.ts'
import type { Flush } from './use-saving.ts'

type MiscEntryProps = {
  /** What was typed into the search box, if it is a price. */
  readonly price: string
  readonly add: Adding['addMisc']
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
  /** Whether nobody typed or pressed anything here. */
  readonly untouched: RefObject<boolean>
}

/** Goods that are no product of the shop: a price, a name where one helps, and how they are taxed. */
export function MiscEntry({ price: typedBefore, add, onClose, flush, untouched }: MiscEntryProps) {
  const adding = useCommand()
  const [price, setPrice] = useState(typedBefore)
  const [name, setName] = useState('')
  const [taxKind, setTaxKind] = useState<TaxKind>('vat')
  useShortcut('clear', onClose)
  useLayoutEffect(() => {
    untouched.current = price === typedBefore && name === '' && !adding.pending
  })
  const addOnce = useAddedOnce(flush, `${price}${name}`.trim() !== '', async () => {
    const reply = await adding.run(() => add({ price, name, taxKind }))
    if (!reply?.ok) return false
    announce(say('till.added', { name: name.trim() || say('misc.name') }))
    onClose()
    return true
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void addOnce()
  }
  return (
    <form className={styles.entry} onSubmit={submit} aria-label={say('misc.title')} data-testid="misc-entry">
      <h2 className={styles.title}>{say('misc.title')}</h2>
      <div className={styles.fields}>
        <TextEntry
          label={say('goods.field.price')}
          value={price}
          onChange={setPrice}
          inputMode="decimal"
          figures
          autoFocus
          testId="misc-price"
        />
        <TextEntry label={say('word.nameOptional')} value={name} onChange={setName} hint={say('misc.name')} />
      </div>
      <Choice<TaxKind>
        label={say('goods.field.taxKind')}
        value={taxKind}
        onChange={setTaxKind}
        options={optionsOf(TAX_KINDS, (kind) => say(`goods.taxKind.${kind}`))}
      />
      <FailureNote failure={adding.failure} testId="misc-failure" />
      <EntryButtons submitWords={say('word.addToCart')} pending={adding.pending} onClose={onClose} />
    </form>
  )
}
