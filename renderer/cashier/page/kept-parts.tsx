import { Activity, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { isEntry, isFocusLost } from '../../kit/index.ts'
import styles from './kept-parts.module.css'

type KeptPartsProps<Part extends string> = {
  readonly open: Part
  /** Of the element around a part. Without it the part is laid out as if there were none. */
  readonly className?: string | undefined
  /** Nothing for a part that is over. */
  readonly children: (part: Part) => ReactNode
}

/**
 * Shows one of several parts, such as rooms, or the sales of a list. Another part that has an open form stays mounted,
 * hidden and without hotkeys, so that its typed text is not lost, and gets the focus of its field back. A part without a
 * form is unmounted.
 */
export function KeptParts<Part extends string>({ open, className, children }: KeptPartsProps<Part>) {
  const id = useId()
  const [kept, keep] = useState<readonly Part[]>([])
  const focused = useRef(new Map<Part, Element>())
  const parts = kept.includes(open) ? kept : [...kept, open]
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another part is opened.
  useLayoutEffect(() => {
    const withForm = parts.filter((part) => part === open || hasForm(`[data-part="${id}${part}"]`))
    keep(withForm)
    for (const part of focused.current.keys()) if (!withForm.includes(part)) focused.current.delete(part)
    const had = focused.current.get(open)
    if (had instanceof HTMLElement && isEntry(had) && isFocusLost()) had.focus()
  }, [open])
  // A part that is over is removed at once: React draws hidden parts later, so a form that is opened again could be the old one.
  const shown = parts.flatMap((part) => {
    const content = children(part)
    return part === open || content ? [{ part, content }] : []
  })
  return shown.map(({ part, content }) => (
    <Activity key={part} mode={part === open ? 'visible' : 'hidden'}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes which element has the focus. */}
      <div
        className={className ?? styles.bare}
        data-part={`${id}${part}`}
        onFocus={({ target }) => focused.current.set(part, target)}
      >
        {content}
      </div>
    </Activity>
  ))
}

const formsIn = (place: string): Element[] => [
  ...document.querySelectorAll(`${place} :is(form:not(search form), [data-typed=true])`),
]

/**
 * Whether a part of the page, shown or hidden, has an open form. Fields that are always shown, such as the search of the till
 * and the note of a repayment, count once they have text. Filters do not count.
 */
const hasForm = (place: string): boolean => formsIn(place).length > 0

/** Whether the screen shows a form. */
export const isFormShown = (): boolean => formsIn('body').some((form) => form.checkVisibility())
