import type { DisplayScene } from '../../shared/ipc/display.ts'
import { NO_MONEY } from '../../shared/money.ts'
import { useText } from '../texts/index.ts'
import { Amount } from './amount.tsx'
import { Mark } from './mark.tsx'
import styles from './message.module.css'
import { Panes } from './panes.tsx'

type WordsProps = {
  readonly shop: string
  readonly scene: Extract<DisplayScene, { name: 'cancelling' | 'cancelled' | 'late' }>
}

const MARKS = { cancelling: 'wait', cancelled: 'cross', late: 'wait' } as const

/** Nothing to pay here any more: why, in words for the payer. */
export function Words({ shop, scene }: WordsProps) {
  const say = useText()
  const { name } = scene
  const cashBack = name === 'cancelled' ? scene.cashBack : NO_MONEY
  return (
    <Panes
      tone="quiet"
      shop={shop}
      main={
        <div className={styles.message} data-testid="display-message">
          <Mark name={MARKS[name]} />
          <h1>{say(`display.${name}`)}</h1>
          <p>{say(`display.${name}.words`)}</p>
        </div>
      }
      foot={
        cashBack === NO_MONEY ? null : (
          <Amount label={say('display.cashBack')} amount={cashBack} testId="display-amount" />
        )
      }
    />
  )
}
