import { useState } from 'react'
import { handed } from '../../../../shared/money/cash-rounding.ts'
import type { RepaymentWay, ReturnPart, ReturnStepAction } from '../../../../shared/sale/return.ts'
import { TextEntry, Toolbar, TwoStepButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { type Command, say } from '../../page/index.ts'
import styles from './returns.module.css'

/** Records a person's decision about a step of the return. */
export type Settle = (action: ReturnStepAction) => void

type RepaymentProps = {
  readonly part: Extract<ReturnPart, { by: 'hand' }>
  readonly settle: Settle
  readonly acting: Command
}

/** The steps of a repayment by the shop; the last button records that it is done. */
export function Repayment({ part, settle, acting }: RepaymentProps) {
  const [note, setNote] = useState('')
  const { way } = part
  const amount = withSign(handed(part))
  const recorded = (how: RepaymentWay, words: string, tone: 'main' | 'subtle' = 'main') => (
    <TwoStepButton
      tone={tone}
      sure={say('return.action.sure')}
      onSure={() => settle({ do: 'repaid', partId: part.id, how, note })}
      pending={acting.pending}
    >
      {words}
    </TwoStepButton>
  )
  if (way === 'cash')
    return (
      <>
        <p className={styles.todo}>{say('return.todo.cash', { amount })}</p>
        <Toolbar>{recorded('cash', say('return.action.gave', { amount }))}</Toolbar>
      </>
    )
  return (
    <div className={styles.repayment} data-typed={note !== ''}>
      <p className={styles.todo}>{say(`return.todo.${way}`, { amount })}</p>
      <TextEntry label={say(`return.note.${way}`)} value={note} onChange={setNote} />
      <Toolbar>
        {recorded(way, say(`return.action.sent.${way}`, { amount }))}
        {recorded('cash', say('return.action.cash-instead'), 'subtle')}
      </Toolbar>
    </div>
  )
}
