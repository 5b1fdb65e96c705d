import { useState } from 'react'
import type { SaleView } from '../../../shared/ipc/index.ts'
import { NO_MONEY } from '../../../shared/money.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { call } from '../call.ts'
import { CashPanel } from '../cash/index.ts'
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
import { missingOf, situationOf } from './situation.ts'
import { SituationNote } from './situation-note.tsx'
import { Steps } from './steps.tsx'

type PayingProps = { readonly counter: SaleView; readonly state: PayingState }

/**
 * Goods to the left, the QR in the middle, what is going on and what to press to the right. What is in the way is said
 * first: on a low screen the rest of it may be under the buttons.
 */
export function Paying({ counter, state }: PayingProps) {
  const say = useText()
  const practice = useView((view) => view.mode === 'practice')
  const { sale, totals, watch, times } = counter
  const situation = situationOf(say, state, watch, sale.held)
  const [cash, setCash] = useState(false)
  const missing = missingOf(state.due, 'paid' in state ? state.paid : NO_MONEY)
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
          {withSign(state.due)}
        </span>
        <ShownQr state={state} situation={situation} />
      </section>
      {cash ? (
        <aside className={styles.cash}>
          <CashPanel
            take={(received, act) => call('takeCash', { saleId: sale.id, received }, act)}
            due={missing}
            part={false}
            words={say(state.name === 'invoicing' ? 'paying.cash.words.unmade' : 'paying.cash.words')}
            onClose={() => setCash(false)}
          />
        </aside>
      ) : (
        <aside className={styles.side}>
          <h2>{say('paying.steps')}</h2>
          {situation.tone === 'warn' ? <SituationNote situation={situation} forever={false} /> : null}
          <PartPayments state={state} />
          <Steps state={state} times={times} watch={watch} />
          {situation.tone === 'warn' ? null : (
            <SituationNote situation={situation} forever={state.name === 'awaiting-payment'} />
          )}
          <PayingActions sale={sale} state={state} onCash={() => setCash(true)} />
        </aside>
      )}
    </main>
  )
}
