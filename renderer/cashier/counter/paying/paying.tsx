import { useCallback, useMemo, useRef, useState } from 'react'
import { money, sumOf } from '../../../../shared/money/money.ts'
import type { SaleView } from '../../../../shared/page/index.ts'
import { formatSaleNumber, type Payment, type TenderKind } from '../../../../shared/sale/sale.ts'
import { Note, Title } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, useText, useView } from '../../page/index.ts'
import type { PayingStatus } from '../../page/status.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { PaymentRows } from '../../parts/payment-rows.tsx'
import { PlaceWords } from '../../parts/qrs.tsx'
import { Receiver } from '../../parts/receiver.tsx'
import { SaleFacts } from '../../parts/sale-facts.tsx'
import { SaleLines } from '../../parts/sale-lines.tsx'
import { TenderPanel } from '../../parts/tenders/index.ts'
import type { Flush } from '../till/index.ts'
import { PayingActions } from './actions.tsx'
import { Payer } from './payer.tsx'
import styles from './paying.module.css'
import { ShownQr } from './shown-qr.tsx'
import { missingBy, paidByQr, type Situation, situationOf } from './situation.ts'
import { Steps } from './steps.tsx'

type PayingProps = { readonly counter: SaleView; readonly status: PayingStatus }

/**
 * Goods on the left, the QR in the middle, state and buttons on the right. A failure comes first, because on a low
 * screen the buttons may cover what follows.
 */
export function Paying({ counter, status }: PayingProps) {
  const say = useText()
  const isTestMode = useView((view) => view.mode === 'test')
  const { sale, totals, monitoring, invoicedAt } = counter
  const unchecked = monitoring?.failure ?? null
  // After a check that found nothing, only `Steps` changes. All other parts keep the same props and are not rendered again.
  const situation = useMemo(
    () => situationOf(say, status, unchecked, sale.held),
    [say, status, unchecked, sale.held],
  )
  const [tender, setTender] = useState<TenderKind | null>(null)
  const flush = useRef<Flush | null>(null)
  const take = useCallback((kind: TenderKind) => {
    void flush.current?.()
    setTender(kind)
  }, [])
  return (
    <main className={styles.paying} data-testid="paying" data-state={status.name}>
      <aside className={styles.side}>
        <Title testId="sale-number">
          {say('word.saleNumbered', { number: formatSaleNumber(sale.sequence) })}
        </Title>
        <SaleLines lines={sale.lines} />
        <SaleFacts sale={sale} totals={totals} />
        {counter.receiverChange === null ? null : <Receiver counter={counter} flush={flush} />}
        {isTestMode && 'invoice' in status ? <Payer sale={sale} status={status} /> : null}
      </aside>
      <section className={styles.middle}>
        {status.name === 'partly-paid' ? (
          <span className={styles.missing}>{say('paying.missing')}</span>
        ) : null}
        <span className={styles.amount} data-testid="total">
          {withSign(missingBy(status))}
        </span>
        <p className={styles.place} data-testid="qr-place">
          <PlaceWords />
        </p>
        <ShownQr status={status} situation={situation} />
      </section>
      {tender === null ? (
        <aside className={styles.side}>
          <h2>{say('paying.steps')}</h2>
          {situation.tone === 'warn' ? <SituationNote situation={situation} forever={false} /> : null}
          <PartPayments status={status} />
          <Steps status={status} invoicedAt={invoicedAt} monitoring={monitoring} />
          {situation.tone === 'warn' ? null : (
            <SituationNote situation={situation} forever={status.name === 'awaiting-payment'} />
          )}
          <PayingActions sale={sale} status={status} onTender={take} />
        </aside>
      ) : (
        <aside className={styles.tender}>
          <TenderPanel
            kinds={[tender]}
            take={(typed, key) => call('takeTender', { saleId: sale.id, ...typed }, key)}
            due={missingBy(status)}
            part={false}
            words={say(status.name === 'invoicing' ? 'paying.tender.words.unmade' : 'paying.tender.words')}
            onClose={() => setTender(null)}
          />
        </aside>
      )}
    </main>
  )
}

/** The amounts received so far. */
function PartPayments({ status }: { readonly status: PayingStatus }) {
  const say = useText()
  const { tenders } = status
  const payments = paymentsOf(status)
  if (payments.length + tenders.length === 0) return null
  return (
    <section className={styles.part} aria-label={say('paying.payments')} data-testid="part-payments">
      <PaymentRows payments={payments} tenders={tenders} />
      {payments.length + tenders.length === 1 ? null : (
        <dl className={styles.partTotals}>
          <dt>{say('paying.paid')}</dt>
          <dd>{withSign(money(paidByQr(status) + sumOf(tenders)))}</dd>
        </dl>
      )}
    </section>
  )
}

const paymentsOf = (status: PayingStatus): readonly Payment[] => ('payments' in status ? status.payments : [])

type Props = { readonly situation: Situation; readonly forever: boolean }

/** The failure and what to do; without a failure, the note that the QR does not expire. */
function SituationNote({ situation, forever }: Props) {
  const say = useText()
  const { failure, todo } = situation
  if (failure !== null) {
    return (
      <FailureNote
        failure={failure}
        tone="warn"
        {...(todo === null ? {} : { todo })}
        testId="paying-failure"
      />
    )
  }
  if (todo !== null) return <Note tone={situation.tone}>{todo}</Note>
  return forever ? <Note tone="plain">{say('paying.forever')}</Note> : null
}
