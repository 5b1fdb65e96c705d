import type { Failure } from '../../../shared/failure.ts'
import type { Sale } from '../../../shared/sale.ts'
import { Icon } from '../../kit/index.ts'
import { RetryReceipt } from '../retry-receipt.tsx'
import type { PaidState } from '../state.ts'
import { failureText, serviceWords, useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './paid.module.css'
import { progressOf } from './progress.ts'

type OwedProps = { readonly sale: Sale; readonly state: PaidState }

/** The money is there, the paper is not: why, what to do, and that the customer need not wait for it. */
export function Owed({ sale, state }: OwedProps) {
  const say = useText()
  const retrying = useAct()
  const owed = state.name === 'receipt-owed'
  const why = owed ? state.failure : delayOf(progressOf(say, state))
  if (why === null) return null
  const failure = retrying.failure ?? why
  const detail = serviceWords(failure)
  return (
    <div className={styles.owed} role="status" data-testid="receipt-owed">
      <Icon name="warning" size={24} />
      <div className={styles.owedWords}>
        <strong>{say(owed ? 'paid.owed.title' : 'paid.delayed.title')}</strong>
        <span>{failureText(say, failure)}</span>
        {detail === null ? null : <span>{say('failure.detail', { detail })}</span>}
        <span>{say(owed ? 'paid.owed.todo' : 'paid.delayed.todo')}</span>
      </div>
      <RetryReceipt saleId={sale.id} retrying={retrying} />
    </div>
  )
}

const delayOf = (progress: ReturnType<typeof progressOf>): Failure | null =>
  progress.find(({ failure }) => failure !== null)?.failure ?? null
