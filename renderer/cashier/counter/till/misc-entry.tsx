import { type FormEvent, type RefObject, useLayoutEffect, useState } from 'react'
import { money } from '../../../../shared/money/money.ts'
import { TAX_KINDS, type TaxKind } from '../../../../shared/money/tax.ts'
import { MOST_MISC } from '../../../../shared/sale/sale.ts'
import { Choice, optionsOf, TextEntry } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { announce, say, useCommand, useMay, useView } from '../../page/index.ts'
import { useShortcut } from '../../page/shortcuts/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { EntryButtons } from './entry-buttons.tsx'
import styles from './misc-entry.module.css'
import { useAddedOnce } from './use-added-once.ts'
import type { Adding, Unlisted } from './use-adding.ts'
import type { Flush } from './use-saving.ts'

type MiscEntryProps = {
  /** What was typed into the search box, if it is a price. */
  readonly price: string
  /** Null if no code was scanned. */
  readonly unlisted: Unlisted | null
  readonly add: Adding['addMisc']
  readonly onClose: () => void
  readonly flush: RefObject<Flush | null>
  /** Whether nobody typed or pressed anything here. */
  readonly untouched: RefObject<boolean>
}

/** Goods that are no product of the shop, perhaps with a code: a price, a name where one helps, and how they are taxed. */
export function MiscEntry({ price: typedBefore, unlisted, add, onClose, flush, untouched }: MiscEntryProps) {
  const adding = useCommand()
  const limit = useLimitWords()
  const [price, setPrice] = useState(typedBefore)
  const [name, setName] = useState('')
  const [taxKind, setTaxKind] = useState<TaxKind>('vat')
  useShortcut('clear', onClose)
  useLayoutEffect(() => {
    untouched.current = price === typedBefore && name === '' && !adding.pending
  })
  const addOnce = useAddedOnce(flush, `${price}${name}`.trim() !== '', async () => {
    const reply = await adding.run(() => add({ price, name, taxKind, ...of(unlisted) }))
    if (!reply?.ok) return false
    announce(say('till.added', { name: name.trim() || say('misc.name') }))
    onClose()
    return true
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void addOnce()
  }
  const title = unlisted === null ? say('misc.title') : say('misc.unlisted', { code: unlisted.code })
  return (
    <form className={styles.entry} onSubmit={submit} aria-label={title} data-testid="misc-entry">
      <h2 className={styles.title}>
        {title} {unlisted?.quantity ? say('till.times', { quantity: unlisted.quantity }) : null}
      </h2>
      <div className={styles.fields}>
        <TextEntry
          label={say('goods.field.price')}
          value={price}
          onChange={setPrice}
          inputMode="decimal"
          figures
          autoFocus
          hint={limit}
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

const of = (unlisted: Unlisted | null) =>
  unlisted && { code: unlisted.code, ...(unlisted.quantity === null ? {} : { quantity: unlisted.quantity }) }

/** What a cashier sells without an approval; empty for others, and if every misc item needs one. */
function useLimitWords(): string {
  const limit = useView((view) => view.settings.miscLimit)
  const isFree = useMay('price-override')
  return isFree || limit === 0 ? '' : say('misc.limit', { amount: withSign(money(limit)), most: MOST_MISC })
}
