import { formatMoney, type Money } from '../../../shared/money.ts'
import type { CashTender } from '../../../shared/sale.ts'
import { TwoStepButton } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './cash.module.css'

type TakenCashProps = {
  readonly saleId: string
  readonly cash: readonly CashTender[]
  readonly due: Money
}

/** The part that was taken, each with its way back, and what stays to pay. */
export function TakenCash({ saleId, cash, due }: TakenCashProps) {
  const say = useText()
  const returning = useAct()
  if (cash.length === 0) return null
  return (
    <section className={styles.taken} aria-label={say('cash.taken')}>
      <ul>
        {cash.map(({ id, amount }) => (
          <li key={id} data-testid="tender">
            <span>{say('cash.taken.row', { amount: formatMoney(amount) })}</span>
            <TwoStepButton
              tone="quiet"
              size="small"
              sure={say('cash.return.sure')}
              onSure={() => void returning.run(() => call('returnCash', { saleId, tenderId: id }))}
              pending={returning.pending}
              testId="tender-return"
            >
              {say('cash.return')}
            </TwoStepButton>
          </li>
        ))}
      </ul>
      <FailureNote failure={returning.failure} />
      <p className={styles.locked}>{say('cash.locked')}</p>
      <p className={styles.rest}>
        <span>{say('cash.rest')}</span>
        <b data-testid="cart-due">{withSign(due)}</b>
      </p>
    </section>
  )
}
