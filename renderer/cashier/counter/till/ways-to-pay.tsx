import type { TenderKind } from '../../../../shared/sale/sale.ts'
import { classNames, PressButton } from '../../../kit/index.ts'
import { say, useView } from '../../page/index.ts'
import { SHORTCUTS } from '../../page/shortcuts/index.ts'
import { SellerMissing, useChargesQr } from '../../parts/own-data.tsx'
import { TenderButtons, useTendersOn } from '../../parts/tenders/index.ts'
import styles from './cart.module.css'

type WaysToPayProps = {
  readonly empty: boolean
  readonly charging: boolean
  readonly onTender: (kind: TenderKind) => void
  readonly onCharge: () => void
}

/**
 * The accepted tenders in one row, each with its key. Cash and QR are used most and keep their place at its end.
 */
export function WaysToPay({ empty, charging, onTender, onCharge }: WaysToPayProps) {
  const offline = useView(({ connection }) => connection.state === 'disconnected')
  const takesQr = useChargesQr()
  const kinds = useTendersOn()
  const others = kinds.filter((kind) => kind !== 'cash')
  const cash = kinds.filter((kind) => kind === 'cash')
  const usual = takesQr || cash.length > 0
  const buttons = { onChoose: onTender, disabled: empty, size: 'large' } as const
  return (
    <>
      {/* Shown before a press, because without a connection no QR can be requested. */}
      {offline && takesQr && !empty ? <p className={styles.warning}>{say('cart.charge.offline')}</p> : null}
      <SellerMissing />
      <div className={classNames(styles.tenders, kinds.length + (takesQr ? 1 : 0) > 2 && styles.many)}>
        <TenderButtons {...buttons} kinds={others} tone={usual ? 'plain' : 'main'} />
        <TenderButtons {...buttons} kinds={cash} tone={offline || !takesQr ? 'main' : 'plain'} />
        {takesQr ? (
          <PressButton
            tone={offline && kinds.length > 0 ? 'plain' : 'main'}
            size="large"
            hotkey={SHORTCUTS.charge.shown}
            onPress={onCharge}
            disabled={empty}
            pending={charging}
            testId="charge"
          >
            {say('word.qrPayment')}
          </PressButton>
        ) : null}
      </div>
    </>
  )
}
