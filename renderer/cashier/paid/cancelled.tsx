import type { SaleView } from '../../../shared/ipc/index.ts'
import { formatMoney, sumMoney } from '../../../shared/money.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { Icon, Note, PressButton, useFreeKeyboard, useHotkey } from '../../kit/index.ts'
import { call } from '../call.ts'
import { HeldCash } from '../cash/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { withSign } from '../figures.ts'
import { clockTime, dayAndTime } from '../moment.ts'
import type { StateOf } from '../state.ts'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './ended.module.css'

type CancelledProps = { readonly counter: SaleView; readonly state: StateOf<'cancelled'> }

/** A quiet end: nothing to hurry for, two ways on. */
export function Cancelled({ counter, state }: CancelledProps) {
  const say = useText()
  const came = state.payments.filter(({ status }) => status === 'PAID').map(({ amount }) => amount)
  return (
    <main className={styles.ended} data-testid="cancelled">
      <span className={styles.figure}>
        <Icon name="cross" size={44} />
      </span>
      <h1>{say('cancelled.title')}</h1>
      <p className={styles.facts}>
        <span data-testid="sale-number">
          {say('cart.sale', { number: formatSaleNumber(counter.sale.sequence) })}
        </span>
        {` · ${withSign(state.total)} · ${clockTime(state.at)}`}
      </p>
      {came.length > 0 ? (
        <Note tone="warn">{say('cancelled.part', { amount: formatMoney(sumMoney(came)) })}</Note>
      ) : (
        <p>{say(state.cash.length > 0 ? 'cancelled.words.cash' : 'cancelled.words')}</p>
      )}
      {state.invoice === null ? null : (
        <p className={styles.quiet}>{say('cancelled.watched', { time: dayAndTime(state.watchUntil) })}</p>
      )}
      <HeldCash saleId={counter.sale.id} cash={state.cash} />
      <WaysOn
        saleId={counter.sale.id}
        repeatable={counter.sale.lines.length > 0}
        pressing={state.cash.length === 0}
      />
    </main>
  )
}

type WaysOnProps = {
  readonly saleId: string
  readonly repeatable: boolean
  /** Whether going on is what the screen asks for; cash to give back comes first. */
  readonly pressing: boolean
}

export function WaysOn({ saleId, repeatable, pressing }: WaysOnProps) {
  const say = useText()
  const leaving = useAct()
  useFreeKeyboard()
  const next = () => void leaving.run(() => call('nextSale', { saleId }))
  const repeat = () => void leaving.run(() => call('repeatGoods', { saleId }))
  useHotkey('Enter', next)
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
        {say('cancelled.next')}
      </PressButton>
      {repeatable ? (
        <PressButton size="large" onPress={repeat} pending={leaving.pending} testId="repeat-goods">
          {say('cancelled.repeat')}
        </PressButton>
      ) : null}
    </div>
  )
}
