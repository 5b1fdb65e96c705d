import { type FormEvent, memo, useState } from 'react'
import type { PaymentType, Sale } from '../../../../shared/sale/sale.ts'
import { Choice, optionsOf, PressButton, SelectBox, TextEntry } from '../../../kit/index.ts'
import { call, failureText, useCommand, useText } from '../../page/index.ts'
import type { PayingStatus } from '../../page/status.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import styles from './payer.module.css'

/** Six-digit codes of banks seen in payments (docs/payment-service.md#bank-codes). */
const BANKS = ['050000', '040000', '150000', '320000', '340000'] as const

type Way = Exclude<PaymentType, 'unknown'>
type PayerProps = { readonly sale: Sale; readonly status: PayingStatus }

/** Test mode only: simulates the payer, so that a trainee needs no phone. */
export const Payer = memo(({ sale, status }: PayerProps) => {
  const say = useText()
  const paying = useCommand()
  const [type, setType] = useState<Way>('P2P')
  const [bankCode, setBankCode] = useState<(typeof BANKS)[number]>(BANKS[0])
  const [amount, setAmount] = useState('')
  const atField = paying.failure !== null && AMOUNT_FAILURES.has(paying.failure.name)
  const pay = async (typed: string) => {
    const reply = await paying.run(() =>
      call('payInTestMode', { saleId: sale.id, amount: typed, type, bankCode }, keyOf(sale, typed)),
    )
    if (reply?.ok) setAmount('')
  }
  const payPart = (event: FormEvent) => {
    event.preventDefault()
    if (amount.trim() !== '') void pay(amount.trim())
  }
  return (
    <section className={styles.payer} aria-label={say('payer.title')} data-testid="payer">
      <h2>{say('payer.title')}</h2>
      <div className={styles.way}>
        <Choice<Way>
          label={say('word.paymentMethod')}
          labelHidden
          value={type}
          onChange={setType}
          options={[
            { value: 'P2P', label: say('payer.transfer') },
            { value: 'CARD', label: say('payer.card') },
          ]}
        />
        <SelectBox
          className={styles.bank}
          aria-label={say('word.bank')}
          value={bankCode}
          options={optionsOf(BANKS, (code) => say(`bank.${code}`))}
          onChange={setBankCode}
        />
      </div>
      <PressButton wide onPress={() => void pay('')} pending={paying.pending} testId="practice-pay">
        {say(status.name === 'partly-paid' ? 'payer.rest' : 'payer.whole')}
      </PressButton>
      <form className={styles.partly} onSubmit={payPart}>
        <TextEntry
          label={say('payer.amount')}
          value={amount}
          onChange={setAmount}
          inputMode="decimal"
          error={atField && paying.failure ? failureText(say, paying.failure) : null}
          testId="practice-amount"
        />
        <PressButton
          submits
          pending={paying.pending}
          disabled={amount.trim() === ''}
          testId="practice-pay-part"
        >
          {say('payer.part')}
        </PressButton>
      </form>
      <FailureNote failure={atField ? null : paying.failure} />
    </section>
  )
})

/** The idempotency key for paying the whole due: repeated presses before the view changes pay once. */
const keyOf = ({ id, version }: Sale, typed: string): string | undefined =>
  typed === '' ? `${id}-${version}` : undefined

const AMOUNT_FAILURES: ReadonlySet<string> = new Set([
  'AMOUNT_INVALID',
  'AMOUNT_ZERO',
  'AMOUNT_TOO_LARGE',
  'INPUT_INVALID',
  'INVALID_AMOUNT',
])
