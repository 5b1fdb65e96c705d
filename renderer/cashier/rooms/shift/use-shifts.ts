import { useCallback, useEffect, useRef } from 'react'
import { SHIFTS_A_PAGE } from '../../../../shared/books/shift.ts'
import { call } from '../../page/call.ts'
import { useAsked } from '../../page/use-asked.ts'

/** The newest shifts, and the shift `also`. `more` lists older ones too. The list stays until the next one is there. */
export function useShifts(also: string | null = null) {
  const wanted = useRef({ most: SHIFTS_A_PAGE, also })
  const { value, failure, again } = useAsked(useCallback(() => call('listShifts', wanted.current), []))
  useEffect(() => {
    if (wanted.current.also === also) return
    wanted.current.also = also
    again()
  }, [also, again])
  const more = useCallback(() => {
    wanted.current.most += SHIFTS_A_PAGE
    again()
  }, [again])
  return { value, failure, more }
}
