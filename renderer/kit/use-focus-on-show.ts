import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Focuses an element as soon as it appears, before the next key is handled. `again` also focuses it each time its part of the
 * page is shown again.
 *
 * React Aria's own `autoFocus` can come too late: after Enter in a form it waits until every CSS transition on the page has
 * ended. A transition of an element that is hidden meanwhile never ends, so the field would never be focused.
 */
export function useFocusOnShow(wanted: boolean | 'again', element: RefObject<HTMLElement | null>): void {
  const isGiven = useRef(!wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it appears, and when a hidden part is shown again.
  useLayoutEffect(() => {
    if (wanted === 'again' || !isGiven.current) element.current?.focus()
    isGiven.current = true
  }, [])
}
