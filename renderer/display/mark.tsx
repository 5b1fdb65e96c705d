import styles from './message.module.css'

const PATHS = {
  check: 'M4 12.5 9.5 18 20 7',
  cross: 'M6 6l12 12M18 6 6 18',
  wait: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
} as const

/** A state by its shape, beside its words. */
export const Mark = ({ name }: { readonly name: keyof typeof PATHS }) => (
  <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
