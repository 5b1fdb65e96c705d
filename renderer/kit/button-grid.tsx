import type { ReactNode } from 'react'
import styles from './button-grid.module.css'

type ButtonGridProps = { readonly label: string; readonly children: ReactNode }

/** Buttons for the finger, three abreast: notes, or the digits of a PIN. */
export const ButtonGrid = ({ label, children }: ButtonGridProps) => (
  <fieldset className={styles.grid} aria-label={label}>
    {children}
  </fieldset>
)
