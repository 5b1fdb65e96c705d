import type { DisplaySums } from '../../shared/ipc/display.ts'
import { useText } from '../texts/index.ts'
import styles from './message.module.css'
import { Panes } from './panes.tsx'
import { Sums } from './sums.tsx'

type MakingProps = { readonly shop: string; readonly delayed: boolean; readonly sums: DisplaySums }

/** The place where the QR will be. */
export function Making({ shop, delayed, sums }: MakingProps) {
  const say = useText()
  return (
    <Panes
      shop={shop}
      main={
        <div className={styles.message} data-testid="display-message">
          <div className={styles.corners} aria-hidden="true" />
          <h1>{say(delayed ? 'display.delayed' : 'display.making')}</h1>
          <p>{say(delayed ? 'display.delayed.words' : 'display.making.words')}</p>
        </div>
      }
      foot={<Sums sums={sums} due />}
    />
  )
}
