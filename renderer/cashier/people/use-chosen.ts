import { useState } from 'react'
import type { Person } from '../../../shared/staff.ts'

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
