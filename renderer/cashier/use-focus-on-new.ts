import { useLayoutEffect, useRef } from 'react'

/**
 * For the "Show more" button below a list. After a press with the keyboard the focus moves to the first new row, because
 * the button is then below all new rows or gone. Attach `more` to a wrapper of the button beside the list, and call
 * `follow` at the press. `count` is the number of shown rows.
 */
export function useFocusOnNew(count: number) {
  const more = useRef<HTMLDivElement>(null)
  const before = useRef<{ readonly box: Element; readonly buttons: ReadonlySet<Element> }>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when more rows are shown.
  useLayoutEffect(() => {
    const had = before.current
    before.current = null
    const focused = document.activeElement
    if (had === null || (focused !== document.body && !more.current?.contains(focused))) return
    const added = [...had.box.querySelectorAll('button')].find((button) => !had.buttons.has(button))
    added?.focus()
  }, [count])
  const follow = () => {
    const box = more.current?.parentElement
    const pressed = more.current?.contains(document.activeElement)
    before.current = box && pressed ? { box, buttons: new Set(box.querySelectorAll('button')) } : null
  }
  return { more, follow }
}
