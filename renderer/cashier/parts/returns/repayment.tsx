import { useState } from 'react'
import { handed } from '../../../../shared/money/cash-rounding.ts'
import type { RepaymentWay, ReturnPart, ReturnStepAction } from '../../../../shared/sale/return.ts'
import { TextEntry, Toolbar, TwoStepButton } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { useText } from '../../page/text.ts'
import type { Command } from '../../page/use-command.ts'
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
  const say = useText()
  const [note, setNote] = useState('')
  const { way } = part
  const amount = withSign(handed(part))
  const repaid = (how: RepaymentWay) => settle({ do: 'repaid', partId: part.id, how, note })
  if (way === 'cash')
    return (
      <>
        <p className={styles.todo}>{say('return.todo.cash', { amount })}</p>
        <Toolbar>
          <TwoStepButton
            tone="main"
            sure={say('return.action.sure')}
            onSure={() => repaid('cash')}
            pending={acting.pending}
          >
            {say('return.action.gave', { amount })}
          </TwoStepButton>
        </Toolbar>
      </>
    )
  return (
    <div className={styles.repayment} data-typed={note !== ''}>
      <p className={styles.todo}>{say(`return.todo.${way}`, { amount })}</p>
      <TextEntry label={say(`return.note.${way}`)} value={note} onChange={setNote} />
      <Toolbar>
        <TwoStepButton
          tone="main"
          sure={say('return.action.sure')}
          onSure={() => repaid(way)}
          pending={acting.pending}
        >
          {say(`return.action.sent.${way}`, { amount })}
        </TwoStepButton>
        <TwoStepButton
          tone="subtle"
          sure={say('return.action.sure')}
          onSure={() => repaid('cash')}
          pending={acting.pending}
        >
          {say('return.action.cash-instead')}
        </TwoStepButton>
      </Toolbar>
    </div>
  )
}
