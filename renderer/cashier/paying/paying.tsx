import { useState } from 'react'
import type { SaleView } from '../../../shared/ipc/index.ts'
import { formatSaleNumber, type TenderKind } from '../../../shared/sale.ts'
import { missingOf } from '../../../shared/sale-account.ts'
import { call } from '../call.ts'
import { withSign } from '../figures.ts'
import { SaleFacts } from '../sale-facts.tsx'
import { SaleLines } from '../sale-lines.tsx'
import type { PayingStatus } from '../status.ts'
import { useView } from '../store.ts'
import { TenderPanel } from '../tenders/index.ts'
import { useText } from '../text.ts'
import { PayingActions } from './actions.tsx'
import { PartPayments } from './part-payments.tsx'
import { Payer } from './payer.tsx'
import styles from './paying.module.css'
import { ShownQr } from './shown-qr.tsx'
import { paidByQr, situationOf } from './situation.ts'
import { SituationNote } from './situation-note.tsx'
import { Steps } from './steps.tsx'

type PayingProps = { readonly counter: SaleView; readonly status: PayingStatus }

/**
 * Goods to the left, the QR in the middle, what is going on and what to press to the right. What is in the way is said
 * first: on a low screen the rest of it may be under the buttons.
 */
export function Paying({ counter, status }: PayingProps) {
  const say = useText()
  const practice = useView((view) => view.mode === 'practice')
  const { sale, totals, watch, times } = counter
  const situation = situationOf(say, status, watch, sale.held)
  const [tender, setTender] = useState<TenderKind | null>(null)
  return (
    <main className={styles.paying} data-testid="paying" data-state={status.name}>
      <aside className={styles.side}>
        <h1 data-testid="sale-number">{say('cart.sale', { number: formatSaleNumber(sale.sequence) })}</h1>
        <SaleLines lines={sale.lines} />
        <SaleFacts sale={sale} totals={totals} />
        {practice && 'invoice' in status ? <Payer sale={sale} status={status} /> : null}
      </aside>
      <section className={styles.middle}>
        <span className={styles.amount} data-testid="total">
          {withSign(status.due)}
        </span>
        <ShownQr status={status} situation={situation} />
      </section>
      {tender === null ? (
        <aside className={styles.side}>
          <h2>{say('paying.steps')}</h2>
          {situation.tone === 'warn' ? <SituationNote situation={situation} forever={false} /> : null}
          <PartPayments status={status} />
          <Steps status={status} times={times} watch={watch} />
          {situation.tone === 'warn' ? null : (
            <SituationNote situation={situation} forever={status.name === 'awaiting-payment'} />
          )}
          <PayingActions sale={sale} status={status} onTender={setTender} />
        </aside>
      ) : (
        <aside className={styles.tender}>
          <TenderPanel
            kinds={[tender]}
            take={(typed, act) => call('takeTender', { saleId: sale.id, ...typed }, act)}
            due={missingOf(status.due, paidByQr(status))}
            part={false}
            words={say(status.name === 'invoicing' ? 'paying.tender.words.unmade' : 'paying.tender.words')}
            onClose={() => setTender(null)}
          />
        </aside>
      )}
    </main>
  )
}
