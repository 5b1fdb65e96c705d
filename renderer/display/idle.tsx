import { useText } from '../texts/index.ts'
import { Clock } from './clock.tsx'
import styles from './idle.module.css'
import { Panes } from './panes.tsx'

type IdleProps = { readonly shop: string; readonly logo: string | null }

/** Nobody is at the counter: whose shop it is, and the time. */
export function Idle({ shop, logo }: IdleProps) {
  const say = useText()
  return (
    <Panes
      shop=""
      main={
        <div className={styles.welcome}>
          {logo === null ? null : (
            <img className={styles.logo} src={logo} alt="" data-testid="display-logo" />
          )}
          <h1 className={styles.name} data-long={shop.length > LONG_NAME} data-testid="display-shop">
            {shop}
          </h1>
          <p>{say('display.welcome')}</p>
        </div>
      }
      words={<Clock />}
    />
  )
}

const LONG_NAME = 24
