import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure } from '../../../../shared/failure.ts'
import type { TextKey } from '../../../../shared/texts/index.ts'
import { Note, PressButton, useHotkey } from '../../../kit/index.ts'
import { approvalAsked } from '../approval-asked.ts'
import {
  atQr,
  backToCart,
  type Goods,
  goesBackToCart,
  isBeingPaid,
  keepAtQr,
  loseKept,
} from '../being-paid.ts'
import { call } from '../call.ts'
import { isFormShown } from '../kept-parts.tsx'
import { sound } from '../sounds/index.ts'
import { announce, openSale, page, type Room, showRoom, usePage } from '../store.ts'
import { failureText, say } from '../text.ts'
import { useTypedAhead } from '../typed-ahead.ts'
import { findReceipt } from './find-receipt.ts'
import styles from './scans-elsewhere.module.css'
import { useRefusals } from './use-refusals.ts'
import { pageScanner, useScans } from './use-scans.ts'

/** Long enough to read from across the counter. */
const SHOWN_FOR_MS = 8000

/**
 * Handles scans that no screen took. Normally it adds the product and opens the till. During a payment or in rooms that
 * do not sell, or have an open form, it shows a message.
 */
export function ScansElsewhere({ onAdd }: { readonly onAdd: Add }) {
  const { refusals, refuse: keep, forget } = useRefusals<Refused>()
  const [receipt, setReceipt] = useState<Offered | null>(null)
  const room = usePage((shown) => shown.room)
  // It tells what to do in another room.
  const isShown = ({ reason, room: told }: Refused) => reason === null || told === room
  if (!refusals.every(isShown)) forget(isShown)
  const refuse = useCallback(
    (words: Refused['words'], more: Partial<Refused> = {}) =>
      keep({ words, reason: null, add: null, room: page.getState().room, ...more }),
    [keep],
  )
  const typedAhead = useTypedAhead()
  const isBehindQuestion = useStore(approvalAsked, ({ asked }) => asked !== null)
  const ringUp = useRef(async (_goods: Goods) => {})
  const offer = useCallback(
    async (number: string) => {
      const reply = await findReceipt(number)
      if (!reply.ok) return refuse(() => failureText(say, reply.error))
      if (reply.value === null) return refuse(() => say('scan.receipt.unknown', { number }))
      const { value: saleId } = reply
      const { activeElement: focused } = document
      setReceipt((last) => ({
        saleId,
        number,
        times: (last?.times ?? 0) + 1,
        // The keys of a scan at the offer have led the focus to the search.
        focused: last === null ? focused : last.focused,
      }))
    },
    [refuse],
  )
  useEffect(() => {
    ringUp.current = async (goods) => {
      const { code, quantity } = goods
      setReceipt(null)
      const reason = refusalOf(page.getState())
      if (reason === 'scan.paying') return keepAtQr(goods)
      if (reason !== null) return refuse(() => say(reason, { code }), { reason })
      const reply = await call('addProduct', quantity === null ? { code } : { code, quantity })
      if (!reply.ok) {
        const missing = reply.error.name === 'PRODUCT_UNKNOWN' ? (reply.error.detail ?? code) : null
        const add = missing === null ? null : () => onAdd(missing, { scanned: code, quantity })
        return refuse(() => refusedWords(code, reply.error), { add })
      }
      sound('added')
      announce(say('till.added', { name: reply.value.name }))
      showRoom('till')
    }
  })
  const kept = useKeptAtQr()
  const { lost, failure } = useStore(atQr)
  useEffect(() => {
    if (lost.length > 0) refuse(() => say('scan.paying.over', { codes: lost.join(', ') }))
    if (failure !== null) refuse(() => failureText(say, failure))
    if (lost.length > 0 || failure !== null) atQr.setState({ lost: [], failure: null })
  }, [lost, failure, refuse])
  const chargeAnew = async () => {
    if (kept.saleId === null || atQr.getState().goesBack) return
    const reply = await backToCart(kept.saleId, true)
    if (!reply.ok) refuse(() => failureText(say, reply.error))
  }
  useHotkey('F12', () => void chargeAnew(), kept.isOffered)
  useEffect(
    () =>
      pageScanner.otherwise(({ code, isReceipt, quantity, waited }) => {
        if (!waited) forget()
        void (isReceipt ? offer(code) : ringUp.current({ code, quantity }))
      }),
    [offer, forget],
  )
  useEffect(() => {
    if (isBehindQuestion || (refusals.length === 0 && receipt === null)) return
    const timer = setTimeout(() => {
      forget()
      setReceipt(null)
    }, SHOWN_FOR_MS)
    return () => clearTimeout(timer)
  }, [isBehindQuestion, refusals, receipt, forget])
  if (receipt !== null) return <Receipt key={receipt.times} {...receipt} onDone={() => setReceipt(null)} />
  if (refusals.length === 0 && !kept.isShown && typedAhead === '') return null
  return (
    <div className={styles.place} data-kept={refusals.length === 0 && !kept.isShown}>
      {refusals.map(({ words, add }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are only added to
        <Note key={place} tone="bad" testId="scan-refused">
          {words()}
          {add === null ? null : (
            <span>
              <PressButton
                onPress={() => {
                  forget()
                  add()
                }}
              >
                {say('till.unknown.add')}
              </PressButton>
            </span>
          )}
        </Note>
      ))}
      {kept.isShown ? (
        <Note tone="bad" testId="scan-refused">
          {say('scan.paying')}
        </Note>
      ) : null}
      {kept.isOffered ? (
        <PressButton tone="main" hotkey="F12" onPress={() => void chargeAnew()} testId="charge-anew">
          {say('scan.paying.anew')}
        </PressButton>
      ) : null}
      <Note tone="plain" testId="typed-ahead">
        {refusals.length === 0 && say('scan.kept', { typed: typedAhead })}
      </Note>
    </div>
  )
}

type Refused = {
  /** In the language of the page, which may change while it is shown. */
  readonly words: () => string
  readonly reason: TextKey | null
  /** Adds the product that is missing; null for another refusal. */
  readonly add: (() => void) | null
  readonly room: Room
}

/** What was scanned at the QR at the counter. Once that is over, its codes are told. */
function useKeptAtQr() {
  const { saleId, kept, goesBack } = useStore(atQr)
  const isAtQr = usePage(({ view }) => isBeingPaid(view) && view?.counter?.sale.id === saleId)
  const mayGoBack = usePage(({ view }) => goesBackToCart(view?.counter ?? null))
  const isShown = kept.length > 0 && isAtQr
  const isOver = kept.length > 0 && !isAtQr && !goesBack
  useEffect(() => {
    if (isOver) loseKept()
  }, [isOver])
  return { saleId, isShown, isOffered: isShown && mayGoBack && !goesBack }
}

/** Opens the form for a new product with this code. */
type Add = (code: string, wanted: { readonly scanned: string; readonly quantity: string | null }) => void

/** `times` counts the receipts that were scanned while the offer was shown: each takes the focus. */
type Offered = {
  readonly saleId: string
  readonly number: string
  readonly times: number
  /** The element that gets the focus back. */
  readonly focused: Element | null
}

type ReceiptProps = Omit<Offered, 'times'> & { readonly onDone: () => void }

/** The code was that of a receipt, which is no product. */
function Receipt({ saleId, number, focused, onDone }: ReceiptProps) {
  const open = () => {
    onDone()
    openSale(saleId)
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation() // it cancels nothing behind the offer
    onDone()
    if (focused instanceof HTMLElement) focused.focus()
  }
  // The next product ends the offer.
  useScans((scan, pass) => {
    onDone()
    pass(scan)
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape of the button in it
    <div className={styles.place} data-asks onKeyDown={leave}>
      <Note tone="warn" testId="scan-receipt">
        <span>{say('scan.receipt', { number })}</span>
        <PressButton autoFocus tone="main" hotkey="Enter" onPress={open} testId="scan-receipt-open">
          {say('word.openSale')}
        </PressButton>
      </Note>
    </div>
  )
}

/** Rooms in which a scan must not sell anything. */
const NOT_SOLD_FROM: ReadonlySet<Room> = new Set(['settings', 'goods'])

type Seen = Pick<ReturnType<typeof page.getState>, 'room' | 'view'>

/** Why a scan adds nothing here; null if it may. */
function refusalOf({ room, view }: Seen): TextKey | null {
  // They stand in place of the till, which would show what was added.
  if (view === null || view.rescued !== null || view.registerRescued !== null) return 'scan.notice-open'
  if (view.recovered.sales.length > 0) return 'scan.notice-open'
  if (NOT_SOLD_FROM.has(room) || (room !== 'till' && isFormShown())) return 'scan.elsewhere'
  if (view.settings.guide.open) return 'scan.guide'
  return isBeingPaid(view) ? 'scan.paying' : null
}

const refusedWords = (code: string, failure: Failure): string =>
  failure.name === 'PRODUCT_UNKNOWN'
    ? say('till.unknown', { code: failure.detail ?? code })
    : failureText(say, failure)
