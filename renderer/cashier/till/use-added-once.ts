import { type RefObject, useEffect, useRef } from 'react'
import type { Flush } from './cart-lines.tsx'

/**
 * Adds what is typed in a form for goods once: at its button, before the next scan, and before the cart is paid or parked,
 * because the customer takes the goods along. Presses meanwhile get the same answer.
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
