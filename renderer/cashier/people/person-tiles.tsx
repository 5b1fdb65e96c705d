import { useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { Person } from '../../../shared/staff.ts'
import { useText } from '../text.ts'
import styles from './people.module.css'

type PersonTilesProps = {
  readonly label: string
  readonly people: readonly Person[]
  readonly chosen: string | null
  readonly onChoose: (staffId: string) => void
}

/** Everybody in sight, one of them chosen. */
export function PersonTiles({ label, people, chosen, onChoose }: PersonTilesProps) {
  const say = useText()
  return (
    <ToggleButtonGroup
      className={styles.tiles ?? ''}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={chosen === null ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const [first] = keys
        if (first !== undefined) onChoose(String(first))
      }}
    >
      {people.map(({ id, name, role }) => (
        <ToggleButton key={id} id={id} className={styles.tile ?? ''} data-testid="person-tile">
          <b>{name}</b>
          <span>{say(`role.${role}`)}</span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

/** One of them is always chosen: the one who was, or the first. */
export function useChosen(people: readonly Person[], first: string | null) {
  const [wanted, setWanted] = useState(first)
  const chosen = people.find(({ id }) => id === wanted) ?? people[0] ?? null
  const step = (by: 1 | -1) => {
    const at = people.findIndex(({ id }) => id === chosen?.id)
    const next = people[(at + by + people.length) % people.length]
    if (next !== undefined) setWanted(next.id)
  }
  return { chosen, choose: setWanted, step }
}
