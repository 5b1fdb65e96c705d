import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './kit-page.module.css'

/** A state that normally needs a pointer or the keyboard. React Aria has a data attribute for each. */
export type Pose = 'hovered' | 'pressed' | 'focus-visible'

/** Shows its children in this state. */
export function Posed({ pose, children }: { readonly pose: Pose; readonly children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    for (const one of part.current?.querySelectorAll('button, input, label, select') ?? [])
      one.setAttribute(`data-${pose}`, 'true')
  }, [pose])
  return (
    <div ref={part} className={styles.posed}>
      {children}
      <small>{pose}</small>
    </div>
  )
}
