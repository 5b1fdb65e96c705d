import type { RefObject } from 'react'
import { useStore } from 'zustand'
import { NO_MONEY } from '../../../../shared/money/money.ts'
import type { CartApproval, SaleView } from '../../../../shared/page/index.ts'
import { keptTenders } from '../../../../shared/sale/money-of-sale.ts'
import type { TenderKind } from '../../../../shared/sale/sale.ts'
import { Note, PressButton, useSteady } from '../../../kit/index.ts'
import { atQr } from '../../page/being-paid.ts'
import { call, say, showRoom, useCommand, useMay, useView } from '../../page/index.ts'
import { useShortcut } from '../../page/shortcuts/index.ts'
import { cartApprovalWords } from '../../parts/discount-words.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { useChargesQr } from '../../parts/own-data.tsx'
import { useTenderKeys, useTendersOn } from '../../parts/tenders/index.ts'
import { ParkField } from '../parking/index.ts'
import styles from './cart.module.css'
import { SaleEntry } from './sale-entry.tsx'
import type { Flush } from './use-saving.ts'
import { WaysToPay } from './ways-to-pay.tsx'

/** The form that replaces the buttons. */
export type Entry = 'park' | 'more' | null

type ActionsProps = {
  readonly counter: SaleView | null
  /** Saves what is typed in all forms of the sale. False if something was refused. */
  readonly settled: Flush
  /** Saves the form for discount and note. */
  readonly entryFlush: RefObject<Flush | null>
  readonly entry: Entry
  readonly onLeave: () => void
  readonly onTender: (kind: TenderKind) => void
}

export function CartActions(props: ActionsProps) {
  const { counter, settled, entryFlush, entry, onLeave, onTender } = props
  const charging = useCommand()
  const shiftMissing = useView(({ shift }) => shift.missing)
  const chargesQr = useChargesQr()
  const kinds = useTendersOn()
  const saleId = counter?.sale.id ?? null
  const empty = counter === null || counter.sale.lines.length === 0
  const tendered = counter !== null && keptTenders(counter.sale).length > 0
  // The tenders are more than the goods of each tax cost.
  const fitsNone = useView(({ qrs }) => qrs?.amounts[qrs.at] === NO_MONEY)
  const isStuck = chargesQr && fitsNone && tendered
  const takesQr = chargesQr && !isStuck
  // What was scanned at the QR is still being added.
  const goesBack = useStore(atQr, (shown) => shown.goesBack)
  const ready = !empty && !charging.pending && !goesBack
  const whenSettled = async (action: () => unknown) => {
    if (ready && (await settled())) await action()
  }
  // The key contains the version, so that a repeated press charges the same state of the sale only once.
  const charge = () =>
    counter &&
    charging.run(() =>
      call('charge', { saleId: counter.sale.id }, `${counter.sale.id}-${counter.sale.version}`),
    )
  const pressCharge = useSteady(() => void whenSettled(charge))
  const pressTender = useSteady((kind: TenderKind) => void whenSettled(() => onTender(kind)))
  useShortcut('charge', pressCharge, ready && takesQr && !shiftMissing)
  useTenderKeys(kinds, pressTender, ready && !shiftMissing)
  if (entry === 'park' && saleId !== null)
    return <ParkField saleId={saleId} settled={settled} onClose={onLeave} />
  if (entry === 'more' && counter !== null)
    return <SaleEntry sale={counter.sale} locked={tendered} onClose={onLeave} flush={entryFlush} />
  return (
    <div className={styles.actions}>
      <FailureNote failure={charging.failure} />
      <Note tone="warn" testId="mixed-and-paid">
        {isStuck && say('failure.TAX_KINDS_MIXED')}
      </Note>
      {counter?.approval ? <ApprovalNeeded approval={counter.approval} /> : null}
      {shiftMissing ? (
        <ShiftMissing />
      ) : (
        <WaysToPay
          takesQr={takesQr}
          empty={empty}
          charging={charging.pending}
          onTender={pressTender}
          onCharge={pressCharge}
        />
      )}
    </div>
  )
}

/** Shown before a press, so that the cashier can call a manager or lower the discount. */
function ApprovalNeeded({ approval }: { readonly approval: CartApproval }) {
  const isAllowed = useMay(approval.permission)
  if (isAllowed) return null
  return (
    <p className={styles.warning} data-testid="cart-approval">
      {say('cart.approval', { what: cartApprovalWords(say, approval) })}
    </p>
  )
}

/** Replaces the payment buttons while no shift is open and the shop requires one. Goods can be added meanwhile. */
const ShiftMissing = () => (
  <div className={styles.missing}>
    <p>{say('shift.missing')}</p>
    <PressButton tone="main" size="large" wide onPress={() => showRoom('shift')}>
      {say('shift.open')}
    </PressButton>
  </div>
)
