import { type RefObject, useEffect, useRef } from 'react'
import type { Flush } from './use-saving.ts'

/**
 * For a form with goods that are not in the cart yet. The returned function adds them; calls during that wait for the same
 * result, so the goods are added once. `flush` has the same function while something is typed: it is called before the next
 * scan and before the cart is paid or parked, because the customer takes these goods along.
 */
export function useAddedOnce(flush: RefObject<Flush | null>, isTyped: boolean, add: Flush): Flush {
  const underWay = useRef<Promise<boolean> | null>(null)
  const once = (): Promise<boolean> => {
    underWay.current ??= add().then((isAdded) => {
      if (!isAdded) underWay.current = null
      return isAdded
    })
    return underWay.current
  }
  useEffect(() => {
    flush.current = isTyped ? once : null
    return () => {
      flush.current = null
    }
  })
  return once
}
