import { Activity, type ReactNode, useId, useLayoutEffect, useState } from 'react'
import styles from './kept-parts.module.css'
import { hasForm } from './open-form.ts'

type KeptPartsProps<Part extends string> = {
  readonly open: Part
  /** Of the element around a part. Without it the part is laid out as if there were none. */
  readonly className?: string | undefined
  readonly children: (part: Part) => ReactNode
}

/**
 * Shows one of several parts, such as rooms, or the sales of a list. Another part that has an open form stays mounted, hidden and without hotkeys, so that its
 * typed text is not lost. A part without a form is unmounted.
 */
export function KeptParts<Part extends string>({ open, className, children }: KeptPartsProps<Part>) {
  const id = useId()
  const [kept, keep] = useState<readonly Part[]>([])
  const parts = kept.includes(open) ? kept : [...kept, open]
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another part is opened.
  useLayoutEffect(() => {
    keep(parts.filter((part) => part === open || hasForm(`[data-part="${id}${part}"]`)))
  }, [open])
  return parts.map((part) => (
    <Activity key={part} mode={part === open ? 'visible' : 'hidden'}>
      <div className={className ?? styles.bare} data-part={`${id}${part}`}>
        {children(part)}
      </div>
    </Activity>
  ))
}
