import { Aloud } from '../../kit/index.ts'
import { usePage } from '../store.ts'

/** Says aloud what happened, for whoever does not look at the screen. */
export function Announcer() {
  const { text, number } = usePage((page) => page.announcement)
  return (
    <div aria-live="polite" data-testid="announcement">
      <Aloud key={number}>{text}</Aloud>
    </div>
  )
}
