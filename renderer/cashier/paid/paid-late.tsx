import type { SaleView } from '../../../shared/ipc/index.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { Icon, Note, PressButton } from '../../kit/index.ts'
import { HeldCash } from '../cash/index.ts'
import { clockTime } from '../moment.ts'
import { PaymentRows } from '../payment-rows.tsx'
import type { StateOf } from '../state.ts'
import { showRoom } from '../store.ts'
import { useText } from '../text.ts'
import { WaysOn } from './cancelled.tsx'
import styles from './ended.module.css'

type PaidLateProps = { readonly counter: SaleView; readonly state: StateOf<'paid-late'> }

/** Money for a sale that was cancelled: a person decides, and nothing is hidden meanwhile. */
export function PaidLate({ counter, state }: PaidLateProps) {
  const say = useText()
  return (
    <main className={styles.ended} data-testid="paid-late">
      <span className={styles.alarm}>
        <Icon name="warning" size={44} />
      </span>
      <h1>{say('late.title')}</h1>
      <p className={styles.facts}>
        <span data-testid="sale-number">
          {say('cart.sale', { number: formatSaleNumber(counter.sale.sequence) })}
        </span>
        {` · ${clockTime(state.foundAt)}`}
      </p>
      <Note tone="bad" title={say('late.words', { amount: formatMoney(state.paid) })}>
        {say('late.todo')}
      </Note>
      <div className={styles.rows}>
        <PaymentRows payments={state.payments} />
      </div>
      <HeldCash saleId={counter.sale.id} cash={state.cash} undecided />
      <PressButton tone="main" size="large" onPress={() => showRoom('attention')} testId="open-attention">
        {say('late.open')}
      </PressButton>
      <WaysOn saleId={counter.sale.id} repeatable={false} pressing={false} />
    </main>
  )
}
