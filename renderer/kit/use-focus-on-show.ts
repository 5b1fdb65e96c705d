import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Focuses an element as soon as it appears, before the next key is handled. With `again` also each time the element becomes
 * visible again, after its part of the page was hidden.
 *
 * React Aria's own `autoFocus` can be too late: after Enter in a form it waits for the end of all CSS transitions on the page.
 * If an element is hidden during its transition, that end is never reported.
 */
export function useFocusOnShow(wanted: boolean | 'again', element: RefObject<HTMLElement | null>): void {
  const isGiven = useRef(!wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it appears, and when a hidden part is shown again.
  useLayoutEffect(() => {
    if (wanted === 'again' || !isGiven.current) element.current?.focus()
    isGiven.current = true
  }, [])
}
