import { useCallback } from 'react'
import type { TillChoice } from '../../../../shared/books/all-tills.ts'
import { FilterEntry } from '../../../kit/index.ts'
import { call } from '../../page/call.ts'
import { isInShop, useView } from '../../page/store.ts'
import { useText } from '../../page/text.ts'
import { useAskedOnce } from '../../page/use-asked.ts'

/** The chosen tills: only this one where it belongs to no shop database. */
export const useTillChoice = (chosen: TillChoice): TillChoice =>
  useView((view) => (isInShop(view) ? chosen : 'this'))

type TillFilterProps = {
  readonly value: TillChoice
  readonly onChange: (till: TillChoice) => void
}

/** This till, all tills of the shop, or one of them. Renders nothing where the till belongs to no shop database. */
export function TillFilter({ value, onChange }: TillFilterProps) {
  const isMember = useView(isInShop)
  return isMember ? <Filter value={value} onChange={onChange} /> : null
}

function Filter({ value, onChange }: TillFilterProps) {
  const say = useText()
  const { value: others } = useAskedOnce(useCallback(() => call('listOtherTills'), []))
  const known = others ?? []
  // A chosen till stays in the list while the list is loaded.
  const codes = value === 'this' || value === 'all' || known.includes(value) ? known : [...known, value]
  return (
    <FilterEntry<string>
      label={say('allTills.till')}
      value={value}
      none="this"
      options={[
        { value: 'this', label: say('allTills.this') },
        { value: 'all', label: say('allTills.all') },
        ...codes.map((code) => ({ value: code, label: say('allTills.one', { code }) })),
      ]}
      onChange={onChange}
      testId="till-filter"
    />
  )
}
