import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Gives the focus to an element when it appears, before the next key can come. React Aria's `autoFocus` comes a moment later,
 * and after an Enter it waits for all transitions of the page. Some never end for it: a part was hidden in the middle of one.
 */
export function useFocusOnShow(isWanted: boolean, element: RefObject<HTMLElement | null>): void {
  const isGiven = useRef(!isWanted)
  useLayoutEffect(() => {
    // A hidden part that is shown again gives the focus back to what had it.
    if (!isGiven.current) element.current?.focus()
    isGiven.current = true
  }, [element])
}
