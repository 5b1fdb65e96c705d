import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Focuses an element as soon as it appears, before the next key. `again`: also each time that its hidden part of the page is
 * shown again.
 *
 * React Aria's own `autoFocus` runs later. After Enter in a form it waits until no CSS transition runs on the page, and it
 * never hears the end of a transition whose element was hidden meanwhile.
 */
export function useFocusOnShow(wanted: boolean | 'again', element: RefObject<HTMLElement | null>): void {
  const isGiven = useRef(!wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it appears, and when a hidden part is shown again.
  useLayoutEffect(() => {
    if (wanted === 'again' || !isGiven.current) element.current?.focus()
    isGiven.current = true
  }, [])
}
