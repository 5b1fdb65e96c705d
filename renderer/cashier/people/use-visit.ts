import { useEffect, useState } from 'react'
import { showRoom, useView } from '../store.ts'

/**
 * Counts those who stood at the till one after another. Whoever locks it and comes back finds everything as it was; the
 * next one finds the till, and nothing half typed.
 */
export function useVisit(): number {
  const who = useView(({ person }) => person?.id ?? null)
  const [visit, setVisit] = useState({ who, number: 0 })
  if (who !== null && who !== visit.who)
    setVisit({ who, number: visit.who === null ? visit.number : visit.number + 1 })
  useEffect(() => {
    if (visit.number > 0) showRoom('till')
  }, [visit.number])
  return visit.number
}
