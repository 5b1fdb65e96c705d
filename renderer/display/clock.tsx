import { useEffect, useState } from 'react'
import { clockTime } from '../texts/index.ts'
import styles from './clock.module.css'

/** "14:32", right to the minute. */
export function Clock() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return (
    <time className={styles.clock} data-testid="display-clock">
      {clockTime(now)}
    </time>
  )
}

const MINUTE_MS = 60_000
