import type { Sale } from '../../../shared/sale.ts'
import { PressButton, TwoStepButton, useHotkey } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import type { PayingState } from '../state.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './paying.module.css'
import { isQueued } from './situation.ts'

type ActionsProps = {
  readonly sale: Sale
  readonly state: PayingState
  readonly onCash: () => void
}

export function PayingActions({ sale, state, onCash }: ActionsProps) {
  const say = useText()
  const checking = useAct()
  const cancelling = useAct()
  const leaving = useAct()
  const releasing = useAct()
  const saleId = sale.id
  const takesCash = useView(({ settings }) => settings.tenders.cash === 'on')
  // Money that is in already is not stuck: its rest is taken all the same.
  const cashable = takesCash || state.name === 'partly-paid' || state.name === 'cancelling'
  const checkable = state.name !== 'invoicing'
  const cancellable = state.name !== 'cancelling' && !(state.name === 'invoicing' && state.withdrawing)
  const check = () => void checking.run(() => call('checkNow', { saleId }))
  const release = () => void releasing.run(() => call('releaseWork', { saleId }))
  const cancel = () => void cancelling.run(() => call('cancelCharge', { saleId }))
  // The cancellation goes on without the cashier.
  const next = () => void leaving.run(() => call('nextSale', { saleId }))
  useHotkey('F5', check, checkable)
  useHotkey('Enter', next, state.name === 'cancelling')
  useHotkey('F9', next, state.name !== 'cancelling')
  useHotkey('F10', onCash, cashable)
  return (
    <div className={styles.actions}>
      <FailureNote failure={checking.failure ?? cancelling.failure ?? leaving.failure ?? releasing.failure} />
      {sale.held && isQueued(state) ? (
        <PressButton tone="main" wide onPress={release} pending={releasing.pending} testId="release-work">
          {say('waiting.release')}
        </PressButton>
      ) : null}
      {checkable ? (
        <PressButton hotkey="F5" wide onPress={check} pending={checking.pending} testId="check-now">
          {say('paying.check')}
        </PressButton>
      ) : null}
      {state.name === 'cancelling' ? (
        <PressButton hotkey="Enter" wide onPress={next} pending={leaving.pending} testId="next-sale">
          {say('paid.next')}
        </PressButton>
      ) : null}
      {cashable ? (
        <PressButton hotkey="F10" wide onPress={onCash} testId="take-cash-instead">
          {say(state.name === 'partly-paid' ? 'paying.cash.rest' : 'paying.cash')}
        </PressButton>
      ) : null}
      {state.name === 'cancelling' ? null : (
        <PressButton hotkey="F9" wide onPress={next} pending={leaving.pending} testId="set-aside">
          {say('paying.aside')}
        </PressButton>
      )}
      <TwoStepButton
        // What was half confirmed of another state is asked anew: money may have come meanwhile.
        key={state.name}
        hotkey="Esc"
        code="Escape"
        wide
        sure={say('paying.cancel.sure')}
        onSure={cancel}
        pending={cancelling.pending}
        disabled={!cancellable}
        testId="cancel-charge"
      >
        {say('paying.cancel')}
      </TwoStepButton>
    </div>
  )
}
