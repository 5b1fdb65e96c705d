import type { ReactNode } from 'react'
import styles from './aloud.module.css'

/** For a screen reader alone: the screen says it by a figure or by its place. */
export const Aloud = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.aloud}>{children}</span>
)
