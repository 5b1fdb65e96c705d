import type { ReactNode } from 'react'
import styles from './field.module.css'

/** Secondary text. */
export const Hint = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.hint}>{children}</p>
)

/** Text for screen readers only, where the screen uses an icon or a position. */
export const Aloud = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.aloud}>{children}</span>
)
