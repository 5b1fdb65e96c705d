import type { SaleView } from '../../../shared/ipc/index.ts'
import { formatMoney, NO_MONEY } from '../../../shared/money.ts'
import { formatSaleNumber, type Sale } from '../../../shared/sale.ts'
import { Icon, Note, PressButton } from '../../kit/index.ts'
import { clockTime } from '../moment.ts'
import { PaymentRows } from '../payment-rows.tsx'
import type { StatusOf } from '../status.ts'
import { showRoom } from '../store.ts'
import { HeldTenders } from '../tenders/index.ts'
import { useText } from '../text.ts'
import { WaysOn } from './cancelled.tsx'
import styles from './ended.module.css'

type LatePaymentProps = { readonly counter: SaleView; readonly status: StatusOf<'paid-late'> }

/** Money of a sale that was not sold: a person decides, and nothing is hidden meanwhile. */
export function LatePayment({ counter, status }: LatePaymentProps) {
  const say = useText()
  const { sale } = counter
  const why = hasLeft(sale) ? 'left' : 'late'
  const owed = status.owed > NO_MONEY
  const settled = !owed && status.tenders.length === 0
  return (
    <main className={styles.ended} data-testid="paid-late" data-why={why}>
      <span className={settled ? styles.figure : styles.alarm}>
        <Icon name={settled ? 'check' : 'warning'} size={44} />
      </span>
      <h1>{say(`${why}.title`)}</h1>
      <p className={styles.facts}>
        <span data-testid="sale-number">{say('cart.sale', { number: formatSaleNumber(sale.sequence) })}</span>
        {` · ${clockTime(status.foundAt)}`}
      </p>
      {settled ? (
        <Note tone="good" testId="late-settled">
          {say('late.settled')}
        </Note>
      ) : null}
      {owed ? (
        <Note tone="bad" title={say(`${why}.words`, { amount: formatMoney(status.owed) })}>
          {say(`${why}.todo`)}
        </Note>
      ) : null}
      <div className={styles.rows}>
        <PaymentRows payments={status.payments} tenders={[]} />
      </div>
      {owed ? (
        <PressButton tone="main" size="large" onPress={() => showRoom('attention')} testId="open-attention">
          {say(`${why}.open`)}
        </PressButton>
      ) : null}
      <HeldTenders saleId={sale.id} tenders={status.tenders} undecided={owed} />
      <WaysOn saleId={sale.id} repeatable={false} pressing={settled} />
    </main>
  )
}

/** The payer had paid a part, and the sale was ended with it; otherwise the money came after the cancellation. */
const hasLeft = ({ payments, endedAt }: Sale): boolean =>
  payments.some(({ cameAt }) => cameAt !== null && endedAt !== null && cameAt <= endedAt)
