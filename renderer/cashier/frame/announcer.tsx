import { usePage } from '../store.ts'
import styles from './frame.module.css'

/** Says aloud what happened, for whoever does not look at the screen. */
export function Announcer() {
  const { text, number } = usePage((page) => page.announcement)
  return (
    <div className={styles.aloud} aria-live="polite" data-testid="announcement">
      <span key={number}>{text}</span>
    </div>
  )
}
