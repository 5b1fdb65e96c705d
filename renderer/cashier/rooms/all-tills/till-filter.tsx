import { useCallback } from 'react'
import type { TillChoice } from '../../../../shared/books/all-tills.ts'
import { FilterEntry } from '../../../kit/index.ts'
import { call, isInShop, say, useAskedOnce, useView } from '../../page/index.ts'

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
