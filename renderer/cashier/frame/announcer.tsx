import { Aloud } from '../../kit/index.ts'
import { usePage } from '../store.ts'
import styles from './announcer.module.css'

/** Says aloud what happened, for whoever does not look at the screen. */
export function Announcer() {
  const { text, number } = usePage((page) => page.announcement)
  return (
    <div className={styles.announcer} aria-live="polite" data-testid="announcement">
      <Aloud key={number}>{text}</Aloud>
    </div>
  )
}
