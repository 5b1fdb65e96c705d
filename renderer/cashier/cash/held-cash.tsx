import { formatMoney, sumMoney } from '../../../shared/money.ts'
import type { CashTender } from '../../../shared/sale.ts'
import { PressButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './cash.module.css'

type HeldCashProps = {
  readonly saleId: string
  readonly cash: readonly CashTender[]
  /** Money came late: whether the cash goes back too is decided with it. */
  readonly undecided?: boolean
}

/** Cash of a sale that did not come about: it is the payer's, and said loudly until it was given back. */
export function HeldCash({ saleId, cash, undecided = false }: HeldCashProps) {
  const say = useText()
  const returning = useAct()
  if (cash.length === 0) return null
  const amount = formatMoney(sumMoney(cash.map((tender) => tender.amount)))
  const giveBack = () =>
    returning.run(async () => {
      const replies = []
      for (const { id } of cash) replies.push(await call('returnCash', { saleId, tenderId: id }))
      return replies.find((reply) => !reply.ok) ?? { ok: true, value: undefined }
    })
  return (
    <div className={styles.held} role="alert" data-testid="cash-held">
      <span>{say(undecided ? 'cash.held.late' : 'cash.held', { amount })}</span>
      <FailureNote failure={returning.failure} />
      <PressButton
        tone={undecided ? 'plain' : 'main'}
        onPress={() => void giveBack()}
        pending={returning.pending}
        testId="cash-give-back"
      >
        {say('cash.held.done')}
      </PressButton>
    </div>
  )
}
