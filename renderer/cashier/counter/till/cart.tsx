import { type RefObject, useRef, useState } from 'react'
import { type Money, NO_MONEY } from '../../../../shared/money/money.ts'
import { isMeasured, ONE } from '../../../../shared/money/quantity.ts'
import type { SaleView } from '../../../../shared/page/index.ts'
import { keptTenders, missingOf, tenderSum } from '../../../../shared/sale/money-of-sale.ts'
import {
  countOf,
  formatSaleNumber,
  piecesOf,
  type Sale,
  shortNumber,
  type TakenTender,
  type TenderKind,
} from '../../../../shared/sale/sale.ts'
import { Empty, Note, PressButton, TwoStepButton } from '../../../kit/index.ts'
import { call, openSale, say, useCommand, useView } from '../../page/index.ts'
import { SHORTCUTS, useShortcut } from '../../page/shortcuts/index.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import { GiveBack, QrsOfCart } from '../../parts/qrs.tsx'
import { Receiver } from '../../parts/receiver.tsx'
import { ExchangeStrip } from '../../parts/returns/index.ts'
import { useSearchFocus } from '../../parts/search-focus.ts'
import { TakenTenders, TenderPanel } from '../../parts/tenders/index.ts'
import { SetAside } from '../parking/index.ts'
import styles from './cart.module.css'
import { CartActions, type Entry } from './cart-actions.tsx'
import { CartLines } from './cart-lines.tsx'
import { SaleTools } from './sale-tools.tsx'
import { CartTotals } from './totals.tsx'
import type { LitStore } from './use-adding.ts'
import type { Flush } from './use-saving.ts'

type CartProps = {
  readonly counter: SaleView | null
  readonly lit: LitStore
  /** Adds what is typed in a form for goods beside the cart; null if nothing is typed. */
  readonly goodsFlush: RefObject<Flush | null>
}

type Panel = TenderKind | 'set aside' | null

/** The cart. A tender form or the list of parked sales can replace it. The goods always stay visible. */
export function Cart({ counter, lit, goodsFlush }: CartProps) {
  const [panel, setPanel] = useState<Panel>(null)
  const focusSearch = useSearchFocus()
  const close = () => {
    setPanel(null)
    focusSearch()
  }
  const due = dueOf(counter)
  // Goods that are added here change the due, which the cashier must see before the money is taken.
  const settled = async () => {
    const { current: add } = goodsFlush
    if (add !== null) await add()
    return add === null
  }
  if (panel === 'set aside')
    return (
      <aside className={styles.cart} data-testid="cart">
        <SetAside onClose={close} />
      </aside>
    )
  if (panel !== null && counter !== null && due > 0)
    return (
      <aside className={styles.cart} data-testid="cart">
        <TenderPanel
          kinds={[panel]}
          take={(typed, key) => call('takeTender', { saleId: counter.sale.id, ...typed }, key)}
          due={due}
          part
          settled={settled}
          onClose={close}
        />
      </aside>
    )
  return <Goods counter={counter} lit={lit} goodsFlush={goodsFlush} due={due} onPanel={setPanel} />
}

/** The missing amount for the screen. The main process computes its own. */
const dueOf = (counter: SaleView | null): Money =>
  counter === null ? NO_MONEY : missingOf(counter.totals.total, tenderSum(counter.sale))

const tendersOf = (counter: SaleView | null): readonly TakenTender[] =>
  counter === null ? [] : keptTenders(counter.sale)

type GoodsProps = CartProps & { readonly due: Money; readonly onPanel: (panel: Panel) => void }

function Goods({ counter, lit, goodsFlush, due, onPanel }: GoodsProps) {
  const flush = useRef<Flush | null>(null)
  const receiverFlush = useRef<Flush | null>(null)
  const entryFlush = useRef<Flush | null>(null)
  const [entry, setEntry] = useState<Entry>(null)
  const focusSearch = useSearchFocus()
  const locked = tendersOf(counter).length > 0
  const leave = () => {
    setEntry(null)
    focusSearch()
  }
  const enter = async (wanted: 'park' | 'more') => {
    // Saves the open line first; after a refusal the form does not open.
    if (flush.current === null || (await flush.current())) setEntry(wanted)
  }
  /** Saves what is typed in all forms of the sale. False if something was refused. */
  const settled = async () => {
    for (const { current: save } of [goodsFlush, flush, receiverFlush, entryFlush])
      if (save !== null && !(await save())) return false
    return true
  }
  const park = async () => {
    if (!locked && (await settled())) void enter('park')
  }
  // The list replaces the forms, and another sale may come from it.
  const setAside = async () => {
    if (await settled()) onPanel('set aside')
  }
  return (
    <aside className={styles.cart} data-testid="cart">
      <CartHeader counter={counter} locked={locked} onSetAside={() => void setAside()} />
      {counter === null ? null : <Refused counter={counter} />}
      {counter === null ? null : <AtTwoTills counter={counter} />}
      {counter === null || counter.sale.lines.length === 0 ? (
        <Empty icon="cart" title={say('cart.empty.title')} todo={say('cart.empty.todo')} />
      ) : (
        <CartLines sale={counter.sale} lit={lit} flush={flush} />
      )}
      {counter === null ? null : (
        <Receiver counter={counter} flush={receiverFlush}>
          <SaleTools
            counter={counter}
            entering={entry === 'more'}
            onMore={() => (entry === 'more' ? leave() : void enter('more'))}
            locked={locked}
            onPark={() => void park()}
          />
        </Receiver>
      )}
      <footer className={styles.foot}>
        <CartTotals counter={counter} locked={locked} />
        <ExchangeStrip intoSaleId={due > 0 ? (counter?.sale.id ?? null) : null} />
        {counter === null ? null : (
          <>
            <QrsOfCart />
            <GiveBack onPress={openSale} />
            <TakenTenders saleId={counter.sale.id} tenders={tendersOf(counter)} due={due} />
          </>
        )}
        <CartActions
          counter={counter}
          settled={settled}
          entryFlush={entryFlush}
          entry={entry}
          onLeave={leave}
          onTender={onPanel}
        />
      </footer>
    </aside>
  )
}

type CartHeaderProps = {
  readonly counter: SaleView | null
  readonly locked: boolean
  readonly onSetAside: () => void
}

function CartHeader({ counter, locked, onSetAside }: CartHeaderProps) {
  const parked = useView((view) => view.parked + view.cartsOfShop)
  useShortcut('setAside', onSetAside, parked > 0)
  const number = counter === null ? null : formatSaleNumber(counter.sale.sequence)
  // Beside the button for parked carts only the number has room.
  const title =
    number === null ? say('cart.new') : parked === 0 ? say('word.saleNumbered', { number }) : `№ ${number}`
  return (
    <header className={styles.header}>
      <div className={styles.heading}>
        <h1 data-testid="sale-number">{title}</h1>
        {counter === null ? null : <span>{sizeWords(counter)}</span>}
      </div>
      {parked === 0 ? null : (
        <PressButton
          size="small"
          tone="subtle"
          hotkey={SHORTCUTS.setAside.shown}
          onPress={onSetAside}
          testId="parked-open"
        >
          {say('parked.open', { count: parked })}
        </PressButton>
      )}
      {counter === null || counter.sale.lines.length === 0 || locked ? null : <Discard sale={counter.sale} />}
    </header>
  )
}

/** "41 lines · 52 pieces". Weighed goods count as one piece each. */
function sizeWords({ sale, totals }: SaleView): string {
  const pieces = sale.lines.reduce((sum, line) => {
    const count = countOf(line)
    return sum + (isMeasured(line.product.unit) || count % ONE !== 0 ? 1 : (count / ONE) * piecesOf(line))
  }, 0)
  return `${say('cart.lines', { count: totals.lineCount })} · ${say('cart.pieces', { count: pieces })}`
}

function Discard({ sale }: { readonly sale: Sale }) {
  const discarding = useCommand()
  return (
    <>
      <TwoStepButton
        size="small"
        sure={say('word.discardSure')}
        about={sale.version}
        onSure={() => void discarding.run(() => call('discardSale', { saleId: sale.id }))}
        pending={discarding.pending}
      >
        {say('word.discard')}
      </TwoStepButton>
      <FailureNote failure={discarding.failure} />
    </>
  )
}

/** Another till of the shop has resumed the same cart, or may have it. */
function AtTwoTills({ counter }: { readonly counter: SaleView }) {
  const { movedTo, notices, decisions } = counter.sale
  const isPerhaps = [...notices, ...decisions].some(({ cause }) => cause === 'cart-at-two-tills')
  if (movedTo === undefined && !isPerhaps) return null
  return (
    <div className={styles.notice}>
      <Note tone="warn" testId="cart-at-two-tills">
        {movedTo === undefined
          ? say('cart.perhapsAtTwoTills')
          : say('cart.atTwoTills', { till: movedTo.till, number: shortNumber(movedTo.number) })}
      </Note>
    </div>
  )
}

/** The service refused the invoice of the last charge: no money moved, and the cart is unchanged. */
function Refused({ counter }: { readonly counter: SaleView }) {
  const { refusal } = counter.sale
  if (refusal === null) return null
  return (
    <div className={styles.notice}>
      <FailureNote
        failure={refusal}
        title={say('cart.refused.title')}
        todo={say('cart.refused.todo')}
        testId="invoice-refused"
      />
    </div>
  )
}
