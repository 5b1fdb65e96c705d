import { useState } from 'react'
import { formatMoney, NO_MONEY } from '../../../../shared/money/money.ts'
import type { SaleView } from '../../../../shared/page/index.ts'
import { formatSaleNumber, type Sale } from '../../../../shared/sale/sale.ts'
import { unneededOf } from '../../../../shared/sale/status.ts'
import { EndPage, Note, PressButton, useFreeKeyboard, useHotkey } from '../../../kit/index.ts'
import { withSign } from '../../../texts/index.ts'
import { call, say, showRoom, useAnnounced, useCommand } from '../../page/index.ts'
import type { StatusOf } from '../../page/status.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { clockTime, dayAndTime } from '../../parts/moment.ts'
import { PaymentRows } from '../../parts/payment-rows.tsx'
import { GiveBack, NextWords } from '../../parts/qrs.tsx'
import { ReturnForm } from '../../parts/returns/index.ts'
import { HeldTenders } from '../../parts/tenders/index.ts'
import styles from './ended.module.css'

type CancelledProps = { readonly counter: SaleView; readonly status: StatusOf<'cancelled'> }

/** A cancelled sale: continue with the next one, or ring up its goods again. */
export function Cancelled({ counter, status }: CancelledProps) {
  /** The paid part of the same cart that is given back. */
  const [givenBack, giveBack] = useState<string | null>(null)
  useAnnounced(say('cancelled.title'))
  if (givenBack !== null) return <ReturnForm all saleId={givenBack} onLeave={() => giveBack(null)} />
  return (
    <EndPage icon="cross" tone="plain" title={say('cancelled.title')} testId="cancelled">
      <p className={styles.facts}>
        <span data-testid="sale-number">
          {say('word.saleNumbered', { number: formatSaleNumber(counter.sale.sequence) })}
        </span>
        {` · ${withSign(status.total)} · ${clockTime(status.at)}`}
      </p>
      <FailureNote failure={counter.sale.refusal} tone="warn" />
      <MoneyWords sale={counter.sale} status={status} />
      {status.invoice === null || status.monitorUntil === null ? null : (
        <p className={styles.subtle}>
          {say('cancelled.monitored', { time: dayAndTime(status.monitorUntil) })}
        </p>
      )}
      <HeldTenders saleId={counter.sale.id} tenders={status.tenders} />
      <WaysOn
        saleId={counter.sale.id}
        repeatable={counter.sale.lines.length > 0}
        pressing={status.tenders.length === 0}
      />
      <GiveBack onPress={giveBack} />
    </EndPage>
  )
}

type MoneyWordsProps = { readonly sale: Sale; readonly status: StatusOf<'cancelled'> }

/** Says whether money was taken. Until the service has cancelled the shown QR, that is unknown. */
function MoneyWords({ sale, status: { invoice, tenders } }: MoneyWordsProps) {
  const unneeded = invoice === null ? 'none' : unneededOf(sale)
  if (unneeded === 'cancelling') return <Note tone="warn">{say('cancelled.words.unanswered')}</Note>
  if (unneeded === 'left-open') return <Note tone="warn">{say('paid.unneeded.left-open')}</Note>
  return <p>{say(tenders.length > 0 ? 'cancelled.words.tenders' : 'cancelled.words')}</p>
}

type WaysOnProps = {
  readonly saleId: string
  readonly repeatable: boolean
  /** Whether the next sale is the main action. It is not while money must be given back. */
  readonly pressing: boolean
}

function WaysOn({ saleId, repeatable, pressing }: WaysOnProps) {
  const leaving = useCommand()
  useFreeKeyboard()
  const next = () => void leaving.run(() => call('nextSale', { saleId }))
  const repeat = () => void leaving.run(() => call('repeatGoods', { saleId }))
  useHotkey('Enter', next)
  useHotkey('Escape', repeat, repeatable)
  return (
    <div className={styles.ways}>
      <FailureNote failure={leaving.failure} />
      <PressButton
        tone={pressing ? 'main' : 'plain'}
        size="large"
        hotkey="Enter"
        onPress={next}
        pending={leaving.pending}
        testId="next-sale"
      >
        <NextWords none="cancelled.next" />
      </PressButton>
      {repeatable ? (
        <PressButton size="large" hotkey="Esc" onPress={repeat} pending={leaving.pending}>
          {say('cancelled.repeat')}
        </PressButton>
      ) : null}
    </div>
  )
}

type LatePaymentProps = { readonly counter: SaleView; readonly status: StatusOf<'late-payment'> }

/** A late payment: money for a sale that was not sold. A person decides about it. */
export function LatePayment({ counter, status }: LatePaymentProps) {
  const { sale } = counter
  const why = hasLeft(sale) ? 'left' : 'late'
  const words = WORDS[why]
  const owed = status.owed > NO_MONEY
  const settled = !owed && status.tenders.length === 0
  return (
    <EndPage
      icon={settled ? 'check' : 'warning'}
      tone={settled ? 'plain' : 'bad'}
      title={say(words.title)}
      testId="late-payment"
      data-why={why}
    >
      <p className={styles.facts}>
        <span data-testid="sale-number">
          {say('word.saleNumbered', { number: formatSaleNumber(sale.sequence) })}
        </span>
        {` · ${clockTime(status.foundAt)}`}
      </p>
      <Note tone="good" testId="late-settled">
        {settled && say('late.settled')}
      </Note>
      {owed ? (
        <Note tone="bad" title={say(words.words, { amount: formatMoney(status.owed) })}>
          {say(words.todo)}
        </Note>
      ) : null}
      <div className={styles.rows}>
        <PaymentRows payments={status.payments} tenders={[]} />
      </div>
      {owed ? (
        <PressButton tone="main" size="large" onPress={() => showRoom('attention')}>
          {say(words.open)}
        </PressButton>
      ) : null}
      <HeldTenders saleId={sale.id} tenders={status.tenders} undecided={owed} />
      <WaysOn saleId={sale.id} repeatable={false} pressing={settled} />
    </EndPage>
  )
}

const WORDS = {
  late: { title: 'late.title', words: 'late.words', todo: 'late.todo', open: 'word.openAttentionList' },
  left: { title: 'left.title', words: 'left.words', todo: 'left.todo', open: 'left.open' },
} as const

/** Whether the sale was ended after a part payment. Otherwise the money came after the cancellation. */
const hasLeft = ({ payments, endedAt }: Sale): boolean =>
  payments.some(({ cameAt }) => cameAt !== null && endedAt !== null && cameAt <= endedAt)
