import { memo } from 'react'
import { formatMoney, money, sumOf } from '../../../../shared/money/money.ts'
import type { Sale, TenderKind } from '../../../../shared/sale/sale.ts'
import { endsByCancelling } from '../../../../shared/sale/status.ts'
import { PressButton, TwoStepButton, useHotkey } from '../../../kit/index.ts'
import { backToCart } from '../../page/being-paid.ts'
import { call, useCommand, useText } from '../../page/index.ts'
import type { PayingStatus } from '../../page/status.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { TenderButtons, useTenderKeys, useTendersOn } from '../../parts/tenders/index.ts'
import styles from './paying.module.css'
import { isQueued } from './situation.ts'

type ActionsProps = {
  readonly sale: Sale
  readonly status: PayingStatus
  readonly onTender: (kind: TenderKind) => void
}

export const PayingActions = memo(({ sale, status, onTender }: ActionsProps) => {
  const say = useText()
  const checking = useCommand()
  const leaving = useCommand()
  const releasing = useCommand()
  const saleId = sale.id
  const checkable = status.name !== 'invoicing'
  const check = () => void checking.run(() => call('checkNow', { saleId }))
  const release = () => void releasing.run(() => call('releaseWork', { saleId }))
  // The cancellation continues in the background.
  const next = () => void leaving.run(() => call('nextSale', { saleId }))
  useHotkey('F5', check, checkable)
  useHotkey('Enter', next, isUnderWay(status))
  useHotkey('F9', next, !isUnderWay(status))
  return (
    <div className={styles.actions}>
      <FailureNote failure={checking.failure ?? leaving.failure ?? releasing.failure} />
      {sale.held && isQueued(status) ? (
        <PressButton tone="main" wide onPress={release} pending={releasing.pending}>
          {say('waiting.release')}
        </PressButton>
      ) : null}
      <div className={styles.pair}>
        {checkable ? (
          <PressButton hotkey="F5" onPress={check} pending={checking.pending} testId="check-now">
            {say('word.checkNow')}
          </PressButton>
        ) : null}
        {isUnderWay(status) ? (
          <PressButton hotkey="Enter" onPress={next} pending={leaving.pending} testId="next-sale">
            {say('paid.next')}
          </PressButton>
        ) : (
          <PressButton hotkey="F9" onPress={next} pending={leaving.pending}>
            {say('paying.aside')}
          </PressButton>
        )}
      </div>
      <TendersInstead status={status} onTender={onTender} />
      <Cancel sale={sale} status={status} />
    </div>
  )
})

type TendersInsteadProps = Pick<ActionsProps, 'status' | 'onTender'>

/**
 * Takes the missing amount at the counter. After a part payment and during a cancellation, cash is offered even if the
 * settings do not allow it.
 */
function TendersInstead({ status, onTender }: TendersInsteadProps) {
  const say = useText()
  const on = useTendersOn()
  const begun = status.name === 'partly-paid' || status.name === 'cancelling'
  const kinds = on.length === 0 && begun ? (['cash'] as const) : on
  useTenderKeys(kinds, onTender, true)
  if (kinds.length === 0) return null
  const words = say(status.name === 'partly-paid' ? 'paying.tender.rest' : 'paying.tender')
  return (
    <section className={styles.instead} aria-label={words}>
      <span>{words}</span>
      {[kinds.filter((kind) => kind === 'cash'), kinds.filter((kind) => kind !== 'cash')].map((row) =>
        row.length === 0 ? null : (
          <div key={row[0]} className={styles.pair}>
            <TenderButtons kinds={row} onChoose={onTender} />
          </div>
        ),
      )}
    </section>
  )
}

/** Withdraws a charge with its QR. A sale with a part payment, or with a failed cancellation, is ended. */
function Cancel({ sale, status }: Pick<ActionsProps, 'sale' | 'status'>) {
  const say = useText()
  const cancelling = useCommand()
  const ends = endsByCancelling(status)
  const cancel = () => (ends ? call('cancelCharge', { saleId: sale.id }) : backToCart(sale.id, false))
  const sure =
    status.name === 'partly-paid'
      ? say('paying.end.sure', { amount: formatMoney(money(status.paid + sumOf(status.tenders))) })
      : say(ends ? 'paying.end.open.sure' : 'paying.back.sure')
  return (
    <>
      <FailureNote failure={cancelling.failure} />
      <TwoStepButton
        hotkey="Esc"
        code="Escape"
        wide
        sure={sure}
        about={status.name}
        onSure={() => void cancelling.run(cancel)}
        pending={cancelling.pending}
        disabled={isUnderWay(status) && !ends}
        testId="cancel-charge"
      >
        {say(ends ? 'paying.cancel' : 'paying.back')}
      </TwoStepButton>
    </>
  )
}

/** Whether the charge is being cancelled or withdrawn. */
const isUnderWay = (status: PayingStatus): boolean =>
  status.name === 'cancelling' || (status.name === 'invoicing' && status.withdrawing)
