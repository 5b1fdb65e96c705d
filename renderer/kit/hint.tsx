import type { ReactNode } from 'react'
import styles from './field.module.css'

/** Words of less weight than those around them. */
export const Hint = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.hint}>{children}</p>
)

/** For a screen reader alone: the screen says it by a figure or by its place. */
export const Aloud = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.aloud}>{children}</span>
)
