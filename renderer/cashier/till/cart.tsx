import { useRef } from 'react'
import type { SaleView } from '../../../shared/ipc/index.ts'
import { formatSaleNumber } from '../../../shared/sale.ts'
import { Empty, PressButton, TwoStepButton, useHotkey } from '../../kit/index.ts'
import { call } from '../call.ts'
import { FailureNote } from '../failure-note.tsx'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './cart.module.css'
import { CartLines, type Flush } from './cart-lines.tsx'
import { Receiver } from './receiver.tsx'
import { CartTotals } from './totals.tsx'
import type { Adding } from './use-adding.ts'

type CartProps = { readonly counter: SaleView | null; readonly lit: Adding['lit'] }

export function Cart({ counter, lit }: CartProps) {
  const say = useText()
  const flush = useRef<Flush | null>(null)
  return (
    <aside className={styles.cart} data-testid="cart">
      <CartHeader counter={counter} />
      {counter === null ? null : <Refused counter={counter} />}
      {counter === null || counter.sale.lines.length === 0 ? (
        <Empty icon="cart" title={say('cart.empty.title')} todo={say('cart.empty.todo')} />
      ) : (
        <CartLines sale={counter.sale} lit={lit} flush={flush} />
      )}
      <footer className={styles.foot}>
        {counter === null ? null : <Receiver sale={counter.sale} />}
        <CartTotals totals={counter?.totals ?? null} />
        <CartActions counter={counter} flush={flush} />
      </footer>
    </aside>
  )
}

function CartHeader({ counter }: { readonly counter: SaleView | null }) {
  const say = useText()
  const title =
    counter === null ? say('cart.new') : say('cart.sale', { number: formatSaleNumber(counter.sale.sequence) })
  return (
    <header className={styles.header}>
      <h1 data-testid="sale-number">{title}</h1>
      {counter === null ? null : (
        <span data-testid="line-count">{say('cart.lines', { count: counter.totals.lineCount })}</span>
      )}
    </header>
  )
}

/** The invoice of the last charge was refused: no money moved, and the cart is as it was. */
function Refused({ counter }: { readonly counter: SaleView }) {
  const say = useText()
  const { state } = counter.sale
  if (state.name !== 'open' || state.failure === null) return null
  return (
    <div className={styles.refused}>
      <FailureNote
        failure={state.failure}
        title={say('cart.refused.title')}
        todo={say('cart.refused.todo')}
        testId="invoice-refused"
      />
    </div>
  )
}

type ActionsProps = { readonly counter: SaleView | null; readonly flush: { readonly current: Flush | null } }

function CartActions({ counter, flush }: ActionsProps) {
  const say = useText()
  const charging = useAct()
  const clearing = useAct()
  const saleId = counter?.sale.id ?? null
  const empty = counter === null || counter.sale.lines.length === 0
  const busy = charging.pending || clearing.pending
  const charge = async () => {
    if (saleId === null || empty || busy) return
    // What is typed in an open line is part of the sale: it is saved first, or the charge waits for its correction.
    if (flush.current !== null && !(await flush.current())) return
    await charging.run(() => call('charge', { saleId }))
  }
  const clear = () => {
    if (saleId !== null) void clearing.run(() => call('discardSale', { saleId }))
  }
  useHotkey('F12', () => void charge(), !empty && !busy)
  return (
    <div className={styles.actions}>
      <FailureNote failure={charging.failure ?? clearing.failure} />
      <OfflineNote show={!empty} />
      <div className={styles.buttons}>
        <TwoStepButton
          sure={say('cart.clear.sure')}
          onSure={clear}
          disabled={empty}
          pending={clearing.pending}
          testId="discard"
        >
          {say('cart.clear')}
        </TwoStepButton>
        <PressButton
          tone="main"
          size="large"
          hotkey="F12"
          onPress={() => void charge()}
          disabled={empty}
          pending={charging.pending}
          testId="charge"
        >
          {say('cart.charge')}
        </PressButton>
      </div>
    </div>
  )
}

/** Said before the press: a QR cannot be made without the line (design, "Offline"). */
function OfflineNote({ show }: { readonly show: boolean }) {
  const say = useText()
  const offline = useView(({ connection }) => connection.state === 'disconnected')
  if (!offline || !show) return null
  return <p className={styles.offline}>{say('cart.charge.offline')}</p>
}
