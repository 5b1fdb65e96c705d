import { useState } from 'react'
import type { ReturnPart } from '../../../shared/return.ts'
import { TextEntry, TwoStepButton } from '../../kit/index.ts'
import { withSign } from '../figures.ts'
import { useText } from '../text.ts'
import type { Act } from '../use-act.ts'
import styles from './returns.module.css'
import type { Settle } from './steps.tsx'

type RepaymentProps = {
  readonly part: Extract<ReturnPart, { by: 'hand' }>
  readonly settle: Settle
  readonly acting: Act
}

/** The shop's own way of giving money back, told step by step; the last one says that it was done. */
export function Repayment({ part, settle, acting }: RepaymentProps) {
  const say = useText()
  const [note, setNote] = useState('')
  const amount = withSign(part.amount)
  const repaid = (how: 'cash' | 'transfer') => settle({ do: 'repaid', partId: part.id, how, note })
  if (part.way === 'cash')
    return (
      <>
        <p className={styles.todo}>{say('return.todo.cash', { amount })}</p>
        <div className={styles.tools}>
          <TwoStepButton
            tone="main"
            sure={say('return.act.sure')}
            onSure={() => repaid('cash')}
            pending={acting.pending}
            testId="return-gave"
          >
            {say('return.act.gave', { amount })}
          </TwoStepButton>
        </div>
      </>
    )
  return (
    <>
      <p className={styles.todo}>{say('return.todo.transfer', { amount })}</p>
      <TextEntry label={say('return.account')} value={note} onChange={setNote} testId="return-account" />
      <div className={styles.tools}>
        <TwoStepButton
          tone="main"
          sure={say('return.act.sure')}
          onSure={() => repaid('transfer')}
          pending={acting.pending}
          testId="return-transferred"
        >
          {say('return.act.transferred', { amount })}
        </TwoStepButton>
        <TwoStepButton
          tone="quiet"
          sure={say('return.act.sure')}
          onSure={() => repaid('cash')}
          pending={acting.pending}
          testId="return-cash-instead"
        >
          {say('return.act.cash-instead')}
        </TwoStepButton>
      </div>
    </>
  )
}
