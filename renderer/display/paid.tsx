import type { DisplayScene } from '../../shared/ipc/display.ts'
import { NO_MONEY } from '../../shared/money.ts'
import { useText } from '../texts/index.ts'
import { Amount, LesserAmount } from './amount.tsx'
import { Mark } from './mark.tsx'
import styles from './message.module.css'
import { Panes } from './panes.tsx'

type PaidProps = { readonly shop: string } & Omit<Extract<DisplayScene, { name: 'paid' }>, 'name'>

/** Thanks, the total, and the change where there is one: that is what the payer still waits for. */
export function Paid({ shop, total, change, receipt }: PaidProps) {
  const say = useText()
  return (
    <Panes
      tone="good"
      shop={shop}
      main={
        <div className={styles.message} data-testid="display-message">
          <Mark name="check" />
          <h1>{say('display.thanks')}</h1>
          {receipt === 'none' ? null : <p>{say(`display.receipt.${receipt}`)}</p>}
        </div>
      }
      foot={
        change === NO_MONEY ? (
          <Amount label={say('display.thanks.paid')} amount={total} testId="display-amount" />
        ) : (
          <>
            <LesserAmount label={say('display.total')} amount={total} testId="display-total" />
            <Amount label={say('display.change')} amount={change} testId="display-amount" />
          </>
        )
      }
    />
  )
}
