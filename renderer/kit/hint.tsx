import type { ReactNode } from 'react'
import styles from './field.module.css'

type HintProps = { readonly testId?: string; readonly children: ReactNode }

/** Words of less weight than those around them. */
export const Hint = ({ testId, children }: HintProps) => (
  <p className={styles.hint} data-testid={testId}>
    {children}
  </p>
)

/** For a screen reader alone: the screen says it by a figure or by its place. */
export const Aloud = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles.aloud}>{children}</span>
)
