import { type RefObject, useRef, useState } from 'react'
import type { SaleView } from '../../../shared/ipc/index.ts'
import { type Money, money } from '../../../shared/money.ts'
import { type CashTender, formatSaleNumber } from '../../../shared/sale.ts'
import { Empty, PressButton, TwoStepButton, useSteady } from '../../kit/index.ts'
import { call } from '../call.ts'
import { CashPanel, TakenCash } from '../cash/index.ts'
import { FailureNote } from '../failure-note.tsx'
import { ParkField, SetAside } from '../parking/index.ts'
import { ShiftMissing } from '../shift/index.ts'
import { SHORTCUTS, useShortcut } from '../shortcuts/index.ts'
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { useAct } from '../use-act.ts'
import styles from './cart.module.css'
import { CartLines, type Flush } from './cart-lines.tsx'
import type { LitStore } from './lit.ts'
import { Receiver } from './receiver.tsx'
import { SaleEntry } from './sale-entry.tsx'
import { SaleTools } from './sale-tools.tsx'
import { useSearchFocus } from './search-focus.ts'
import { CartTotals } from './totals.tsx'

type CartProps = { readonly counter: SaleView | null; readonly lit: LitStore }

type Panel = 'cash' | 'set aside' | null

/** The cart; or, in its place, the cash that is being taken or the sales set aside. Nothing covers the goods. */
export function Cart({ counter, lit }: CartProps) {
  const [panel, setPanel] = useState<Panel>(null)
  const focusSearch = useSearchFocus()
  const close = () => {
    setPanel(null)
    focusSearch()
  }
  const due = dueOf(counter)
  if (panel === 'set aside')
    return (
      <aside className={styles.cart} data-testid="cart">
        <SetAside onClose={close} />
      </aside>
    )
  if (panel === 'cash' && counter !== null && due > 0)
    return (
      <aside className={styles.cart} data-testid="cart">
        <CashPanel
          take={(received, act) => call('takeCash', { saleId: counter.sale.id, received }, act)}
          due={due}
          part
          onClose={close}
        />
      </aside>
    )
  return <Goods counter={counter} lit={lit} due={due} onPanel={setPanel} />
}

/** What is still to pay, for the screen: the main process decides by itself. */
function dueOf(counter: SaleView | null): Money {
  const taken = cashOf(counter).reduce((sum, tender) => sum + tender.amount, 0)
  return money(Math.max(0, (counter?.totals.total ?? 0) - taken))
}

const cashOf = (counter: SaleView | null): readonly CashTender[] =>
  counter?.sale.state.name === 'open' ? counter.sale.state.cash : []

/** What is typed beneath the total, in the place of the buttons. */
type Entry = 'park' | 'more' | null

type GoodsProps = CartProps & { readonly due: Money; readonly onPanel: (panel: Panel) => void }

function Goods({ counter, lit, due, onPanel }: GoodsProps) {
  const say = useText()
  const flush = useRef<Flush | null>(null)
  const receiverFlush = useRef<Flush | null>(null)
  const [entry, setEntry] = useState<Entry>(null)
  const focusSearch = useSearchFocus()
  const locked = cashOf(counter).length > 0
  const leave = () => {
    setEntry(null)
    focusSearch()
  }
  const enter = async (wanted: 'park' | 'more') => {
    // What is typed in an open line is part of the sale: it is saved first, or waits for its correction.
    if (flush.current === null || (await flush.current())) setEntry(wanted)
  }
  return (
    <aside className={styles.cart} data-testid="cart">
      <CartHeader counter={counter} onSetAside={() => onPanel('set aside')} />
      {counter === null ? null : <Refused counter={counter} />}
      {counter === null || counter.sale.lines.length === 0 ? (
        <Empty icon="cart" title={say('cart.empty.title')} todo={say('cart.empty.todo')} />
      ) : (
        <CartLines sale={counter.sale} lit={lit} flush={flush} />
      )}
      {counter === null ? null : (
        <Receiver sale={counter.sale} flush={receiverFlush}>
          <SaleTools
            counter={counter}
            entering={entry === 'more'}
            onMore={() => (entry === 'more' ? leave() : void enter('more'))}
          />
        </Receiver>
      )}
      <footer className={styles.foot}>
        <CartTotals counter={counter} locked={locked} />
        {counter === null ? null : <TakenCash saleId={counter.sale.id} cash={cashOf(counter)} due={due} />}
        <CartActions
          counter={counter}
          unsaved={[flush, receiverFlush]}
          entry={entry}
          onEnter={(wanted) => void enter(wanted)}
          onLeave={leave}
          onCash={() => onPanel('cash')}
        />
      </footer>
    </aside>
  )
}

type CartHeaderProps = { readonly counter: SaleView | null; readonly onSetAside: () => void }

function CartHeader({ counter, onSetAside }: CartHeaderProps) {
  const say = useText()
  const parked = useView((view) => view.parked)
  useShortcut('setAside', onSetAside, parked > 0)
  const title =
    counter === null ? say('cart.new') : say('cart.sale', { number: formatSaleNumber(counter.sale.sequence) })
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        <h1 data-testid="sale-number">{title}</h1>
        {counter === null ? null : (
          <span data-testid="line-count">{say('cart.lines', { count: counter.totals.lineCount })}</span>
        )}
      </div>
      {parked === 0 ? null : (
        <PressButton
          size="small"
          tone="quiet"
          hotkey={SHORTCUTS.setAside.shown}
          onPress={onSetAside}
          testId="parked-open"
        >
          {say('parked.open', { count: parked })}
        </PressButton>
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

type ActionsProps = {
  readonly counter: SaleView | null
  /** What is typed in the cart, above the buttons. */
  readonly unsaved: readonly RefObject<Flush | null>[]
  readonly entry: Entry
  readonly onEnter: (entry: 'park') => void
  readonly onLeave: () => void
  readonly onCash: () => void
}

function CartActions({ counter, unsaved, entry, onEnter, onLeave, onCash }: ActionsProps) {
  const say = useText()
  const charging = useAct()
  const clearing = useAct()
  const entryFlush = useRef<Flush | null>(null)
  const offline = useView(({ connection }) => connection.state === 'disconnected')
  const shiftMissing = useView(({ shift }) => shift.missing)
  const tenders = useView(({ settings }) => settings.tenders)
  const saleId = counter?.sale.id ?? null
  const empty = counter === null || counter.sale.lines.length === 0
  const busy = charging.pending || clearing.pending
  /** What is typed in an open line, or beneath the total, is part of the sale: what follows waits for its correction. */
  const settled = async () => {
    for (const { current: save } of [...unsaved, entryFlush])
      if (save !== null && !(await save())) return false
    return true
  }
  const charge = async () => {
    if (saleId === null || empty || busy || !(await settled())) return
    // One act for the sale as it stands: a press that comes late does not ask again what was refused meanwhile.
    await charging.run(() => call('charge', { saleId }, `${saleId}-${counter.sale.version}`))
  }
  const tendered = cashOf(counter).length > 0
  const cash = async () => {
    if (empty || busy || !(await settled())) return
    onCash()
  }
  const park = async () => {
    if (empty || busy || tendered || !(await settled())) return
    onEnter('park')
  }
  const pressClear = useSteady(() => {
    if (saleId !== null) void clearing.run(() => call('discardSale', { saleId }))
  })
  const pressCharge = useSteady(() => void charge())
  const pressCash = useSteady(() => void cash())
  const pressPark = useSteady(() => void park())
  useShortcut('charge', pressCharge, tenders.qr === 'on' && !empty && !busy && !shiftMissing)
  useShortcut('cash', pressCash, tenders.cash === 'on' && !empty && !busy && !shiftMissing)
  useShortcut('park', pressPark, !empty && !busy && !tendered)
  if (entry === 'park' && saleId !== null) return <ParkField saleId={saleId} onClose={onLeave} />
  if (entry === 'more' && counter !== null)
    return <SaleEntry sale={counter.sale} locked={tendered} onClose={onLeave} flush={entryFlush} />
  return (
    <div className={styles.actions}>
      <FailureNote failure={charging.failure ?? clearing.failure} />
      <OfflineNote show={!empty && tenders.qr === 'on'} />
      <div className={styles.buttons}>
        <TwoStepButton
          sure={say('cart.clear.sure')}
          onSure={pressClear}
          disabled={empty || tendered}
          pending={clearing.pending}
          testId="discard"
        >
          {say('cart.clear')}
        </TwoStepButton>
        <PressButton
          hotkey={SHORTCUTS.park.shown}
          onPress={pressPark}
          disabled={empty || tendered}
          testId="park"
        >
          {say('park')}
        </PressButton>
      </div>
      {shiftMissing ? (
        <ShiftMissing />
      ) : (
        <div className={styles.tenders}>
          {tenders.cash === 'off' ? null : (
            <PressButton
              size="large"
              tone={offline || tenders.qr === 'off' ? 'main' : 'plain'}
              hotkey={SHORTCUTS.cash.shown}
              onPress={pressCash}
              disabled={empty}
              testId="cash"
            >
              {say('cash.title')}
            </PressButton>
          )}
          {tenders.qr === 'off' ? null : (
            <PressButton
              tone={offline && tenders.cash === 'on' ? 'plain' : 'main'}
              size="large"
              hotkey={SHORTCUTS.charge.shown}
              onPress={pressCharge}
              disabled={empty}
              pending={charging.pending}
              testId="charge"
            >
              {say('cart.charge')}
            </PressButton>
          )}
        </div>
      )}
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
