import type { ReactNode } from 'react'
import styles from './field.module.css'

/** Secondary text. */
export const Hint = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles.hint}>{children}</p>
)

/** Text for a screen reader only, where the screen shows it by an icon or a position. */
export const Aloud = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.aloud}>{children}</span>
)
