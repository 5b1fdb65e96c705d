import { useEffect, useState } from 'react'
import { clockTime, say } from '../texts/index.ts'
import styles from './idle.module.css'
import { Panes } from './panes.tsx'

type IdleProps = { readonly shop: string; readonly logo: string | null }

/** Shown between sales: the shop and the time. */
export const Idle = ({ shop, logo }: IdleProps) => (
  <Panes
    shop=""
    main={
      <div className={styles.welcome}>
        {logo === null ? null : <img className={styles.logo} src={logo} alt="" />}
        <h1 className={styles.name} data-length={lengthOf(shop)} data-testid="display-shop">
          {shop}
        </h1>
        <p>{say('display.welcome')}</p>
      </div>
    }
    words={<Clock />}
  />
)

/** Long names get a smaller font, so that they are never cut. */
const lengthOf = ({ length }: string): 'short' | 'long' | 'longest' =>
  length > 44 ? 'longest' : length > 24 ? 'long' : 'short'

/** The time "14:32", updated on the minute. */
function Clock() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE_MS - (now % MINUTE_MS))
    return () => clearTimeout(timer)
  }, [now])
  return <time className={styles.clock}>{clockTime(now)}</time>
}

const MINUTE_MS = 60_000
