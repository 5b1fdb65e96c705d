import { useEffect, useRef } from 'react'
import { isFocusLost } from '../../kit/index.ts'

/** What a list may consist of. */
const ROWS = 'button, [role=row], option'

/**
 * For the "Show more" button below a list. After a press with the keyboard the focus moves to the first new row, because
 * the button is then below all new rows or gone. Attach `more` to a wrapper of the button beside the list, and call
 * `follow` at the press. `count` is the number of shown rows.
 */
export function useFocusOnNew(count: number) {
  const more = useRef<HTMLDivElement>(null)
  const before = useRef<{ readonly box: Element; readonly rows: ReadonlySet<Element> }>(null)
  // A frame later, because the rows of some lists are drawn after the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when more rows are shown.
  useEffect(() => {
    const had = before.current
    before.current = null
    if (had === null) return
    const frame = requestAnimationFrame(() => {
      if (!isFocusLost() && !more.current?.contains(document.activeElement)) return
      const added = [...had.box.querySelectorAll<HTMLElement>(ROWS)].find((row) => !had.rows.has(row))
      ;(added?.closest('select') ?? added)?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [count])
  const follow = () => {
    const box = more.current?.parentElement
    const pressed = more.current?.contains(document.activeElement)
    before.current = box && pressed ? { box, rows: new Set(box.querySelectorAll(ROWS)) } : null
  }
  return { more, follow }
}
