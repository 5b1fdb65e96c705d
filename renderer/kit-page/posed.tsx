import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './kit-page.module.css'

/** A state that a hand or the keyboard brings about; react-aria shows it by an attribute of this name. */
export type Pose = 'hovered' | 'pressed' | 'focus-visible'

/** What is in it, as if it were just being touched. */
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
