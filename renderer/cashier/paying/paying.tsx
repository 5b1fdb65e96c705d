import type { SaleView } from '../../../shared/ipc/index.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { withSign } from '../figures.ts'
import { SaleFacts } from '../sale-facts.tsx'
import { SaleLines } from '../sale-lines.tsx'
import type { PayingState } from '../state.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { PayingActions } from './actions.tsx'
import { PartPayments } from './part-payments.tsx'
import { Payer } from './payer.tsx'
import styles from './paying.module.css'
import { ShownQr } from './shown-qr.tsx'
import { situationOf } from './situation.ts'
import { SituationNote } from './situation-note.tsx'
import { Steps } from './steps.tsx'

type PayingProps = { readonly counter: SaleView; readonly state: PayingState }

/** Goods to the left, the QR in the middle, what is going on and what to press to the right. */
export function Paying({ counter, state }: PayingProps) {
  const say = useText()
  const practice = useView((view) => view.mode === 'practice')
  const { sale, totals, watch, times } = counter
  const situation = situationOf(say, state, watch)
  return (
    <main className={styles.paying} data-testid="paying" data-state={state.name}>
      <aside className={styles.side}>
        <h1 data-testid="sale-number">{say('cart.sale', { number: formatSaleNumber(sale.sequence) })}</h1>
        <SaleLines lines={sale.lines} />
        <SaleFacts sale={sale} totals={totals} />
        {practice && 'invoice' in state ? <Payer sale={sale} state={state} /> : null}
      </aside>
      <section className={styles.middle}>
        <span className={styles.amount} data-testid="total">
          {withSign(state.total)}
        </span>
        <ShownQr state={state} situation={situation} />
      </section>
      <aside className={styles.side}>
        <h2>{say('paying.steps')}</h2>
        <Steps state={state} times={times} watch={watch} />
        <PartPayments state={state} />
        <SituationNote situation={situation} forever={state.name === 'awaiting-payment'} />
        <PayingActions sale={sale} state={state} />
      </aside>
    </main>
  )
}
