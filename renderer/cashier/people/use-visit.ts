import { useLayoutEffect, useState } from 'react'
import { approvalAsked } from '../approval-asked.ts'
import { clearRooms } from '../room-store.ts'
import { startAnew } from '../store.ts'

/**
 * Counts the changes of the person who was signed in last, for use as a React key. The same person finds the screens
 * unchanged after a lock; another person starts at the till without half-typed values, messages and announcements. A
 * till without people has no person: who becomes its first one goes on with the screens.
 */
export function useVisit(who: string | null): number {
  const [visit, setVisit] = useState({ who, number: 0 })
  if (who !== visit.who)
    setVisit({ who, number: who === null || visit.who === null ? visit.number : visit.number + 1 })
  useLayoutEffect(() => {
    if (visit.number === 0) return
    approvalAsked.getState().asked?.answer(false)
    clearRooms()
    startAnew()
  }, [visit.number])
  return visit.number
}
