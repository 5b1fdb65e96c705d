import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ScrollRow } from './scroll-row.tsx'
import styles from './toolbar.module.css'

type ToolbarProps = { readonly end?: boolean; readonly children: ReactNode }

/** Buttons in a row that wraps; `end` puts them at the right. */
export const Toolbar = ({ end = false, children }: ToolbarProps) => (
  <div className={classNames(styles.tools, end && styles.end)}>{children}</div>
)

/** Buttons or filters in one row that scrolls where it does not fit. */
export const ToolRow = ({ children }: { readonly children: ReactNode }) => (
  <ScrollRow>
    {(row) => (
      <div ref={row} className={classNames(styles.tools, styles.oneRow)}>
        {children}
      </div>
    )}
  </ScrollRow>
)

/** Two buttons: back, and a wider one that goes on. */
export const ButtonPair = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.pair}>{children}</div>
)

type ButtonGridProps = { readonly label: string; readonly children: ReactNode }

/** Buttons in three columns: notes, or the digits of a PIN. */
export const ButtonGrid = ({ label, children }: ButtonGridProps) => (
  <fieldset className={styles.grid} aria-label={label}>
    {children}
  </fieldset>
)
