import type { ReactNode } from 'react'
import styles from './empty.module.css'
import { type IconName, RoundIcon } from './icon.tsx'

type EmptyProps = {
  readonly icon: IconName
  readonly title: string
  readonly todo: string
  readonly children?: ReactNode
}

/** Says that a list is empty, and how to fill it; a child is the button that leads there. */
export const Empty = ({ icon, title, todo, children }: EmptyProps) => (
  <div className={styles.empty}>
    <RoundIcon name={icon} size={30} around={68} />
    <strong>{title}</strong>
    <p>{todo}</p>
    {children}
  </div>
)
