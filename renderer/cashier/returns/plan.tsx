import type { ReactNode } from 'react'
import type { ReturnPart, ReturnPlan } from '../../../shared/return.ts'
import { Icon, type IconName, Note } from '../../kit/index.ts'
import { withSign } from '../../texts/index.ts'
import { type Say, useText } from '../text.ts'
import styles from './returns.module.css'

/** The plan of a return in words: first the e-receipts, then the money by each way. */
export function Plan({ plan }: { readonly plan: ReturnPlan }) {
  const say = useText()
  return (
    <>
      <ol className={styles.rows} data-testid="return-plan">
        {plan.voids.map(({ paymentId, printedId }) => (
          <Row
            key={`void ${paymentId}`}
            icon="receipt"
            words={say('return.void')}
            why={printedId === null ? say('return.void.unsure') : say('return.void.id', { id: printedId })}
            kind="void"
          />
        ))}
        {plan.parts.map((part) => (
          <Row
            key={part.id}
            icon="undo"
            words={partWords(say, part)}
            why={partWhy(say, part)}
            amount={withSign(part.amount)}
            kind={part.by === 'refund' ? 'refund' : part.way}
          />
        ))}
      </ol>
      {plan.standing.map(({ paymentId, printedId }) => (
        <Note key={paymentId} tone="warn" testId="return-standing">
          {say('return.standing', { id: printedId })}
        </Note>
      ))}
    </>
  )
}

type RowProps = {
  readonly icon: IconName
  readonly words: string
  readonly why: string
  readonly amount?: string
  readonly kind: string
}

const Row = ({ icon, words, why, amount, kind }: RowProps): ReactNode => (
  <li className={styles.row} data-testid="return-plan-row" data-kind={kind}>
    <Icon name={icon} size={20} />
    <span className={styles.rowWords}>
      <b>{words}</b>
      <small>{why}</small>
    </span>
    {amount === undefined ? null : <b className={styles.rowAmount}>{amount}</b>}
  </li>
)

const partWords = (say: Say, part: ReturnPart): string =>
  part.by === 'refund' ? say('return.refund') : say(`return.hand.${part.way}`)

const partWhy = (say: Say, part: ReturnPart): string =>
  part.by === 'refund' ? say('return.refund.why') : say(`return.why.${part.why}`)
