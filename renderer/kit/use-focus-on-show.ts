import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus to an element when it appears, before the next key can come. React Aria's `autoFocus` comes a moment later,
 * and after an Enter it waits for all transitions of the page. Some never end for it: a part was hidden in the middle of one. `again`: also when a hidden part is shown again; otherwise the focus goes
 * back to what had it.
 */
export function useFocusOnShow(wanted: boolean | 'again', element: RefObject<HTMLElement | null>): void {
  const isGiven = useRef(!wanted)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it appears, and when a hidden part is shown again.
  useLayoutEffect(() => {
    if (wanted === 'again' || !isGiven.current) element.current?.focus()
    isGiven.current = true
  }, [])
}
