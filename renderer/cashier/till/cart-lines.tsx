import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Sale } from '../../../shared/sale.ts'
import { keptTenders } from '../../../shared/sale-account.ts'
import { useShortcut } from '../shortcuts/index.ts'
import { useText } from '../text.ts'
import styles from './cart.module.css'
import { CartLine } from './cart-line.tsx'
import { currentLine } from './current-line.ts'
import type { LineField } from './line-steps.ts'
import type { LitStore } from './use-adding.ts'
import { useLineKeys } from './use-line-keys.ts'

/** Saves what is typed in the open line. Resolves to false after a refusal. */
export type Flush = () => Promise<boolean>

type CartLinesProps = {
  readonly sale: Sale
  readonly lit: LitStore
  readonly flush: RefObject<Flush | null>
}

export function CartLines({ sale, lit: litStore, flush }: CartLinesProps) {
  const say = useText()
  const lit = useStore(litStore)
  const list = useRef<HTMLUListElement>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const [at, setAt] = useState<LineField>('quantity')
  const locked = keptTenders(sale).length > 0
  const newest = lit?.lineId ?? null
  const times = lit?.times ?? 0
  const inCart = sale.lines.some(({ id }) => id === newest)
  const atHand = useRef(opened)
  useEffect(() => {
    atHand.current = opened
  })
  // Saves the open line before another one opens. After a refusal it stays open.
  const toggle = useCallback(
    async (lineId: string, field: LineField = 'quantity') => {
      const other = atHand.current !== null && atHand.current !== lineId
      if (other && flush.current !== null && !(await flush.current())) return
      setAt(field)
      setOpened((now) => (now === lineId ? null : lineId))
    },
    [flush],
  )
  const close = useCallback(() => setOpened(null), [])

  const last = currentLine(sale, litStore)?.id ?? null
  const enabled = !locked && last !== null
  useShortcut('editLine', () => void (last !== null && toggle(last)), enabled)
  useShortcut('discountLine', () => void (last !== null && toggle(last, 'discount')), enabled)
  const onLineKey = useLineKeys(sale, list, litStore, enabled)

  // A newly added line closes the open one, saves it, and scrolls into view. `times` changes even if the same line is
  // added again. Nothing happens when the till is unlocked, because the line is not new.
  const told = useRef(0)
  useEffect(() => {
    if (times === told.current || newest === null || !inCart) return
    told.current = times
    void flush.current?.()
    if (list.current !== null) bringIntoView(list.current, newest)
  }, [times, newest, inCart, flush])

  useInSight(list, opened ?? last)

  return (
    <ul
      className={styles.lines}
      ref={list}
      aria-label={say('cart.list')}
      onKeyDown={onLineKey}
      // Locked lines have no focusable button, so the list itself takes the focus for scrolling.
      {...(locked ? { tabIndex: 0 } : {})}
    >
      {sale.lines.map((line, place) => (
        <CartLine
          key={line.id}
          saleId={sale.id}
          line={line}
          lit={line.id === newest}
          far={sale.lines.length - place > NEAR_THE_END}
          locked={locked}
          opened={!locked && line.id === opened ? at : null}
          onToggle={toggle}
          onClose={close}
          flush={flush}
        />
      ))}
    </ul>
  )
}

/** About the number of lines on the highest screen. */
const NEAR_THE_END = 16

/**
 * Scrolls to the line, and then so far that no line is cut in half at the top. If the list cannot scroll that far, it
 * gets the missing space at its end.
 */
function bringIntoView(lines: HTMLElement, lineId: string): void {
  lines.style.removeProperty('--room')
  lines.querySelector(`[data-line="${CSS.escape(lineId)}"]`)?.scrollIntoView({ block: 'nearest' })
  const most = lines.scrollHeight - lines.clientHeight
  if (most <= 0) return
  const top = lines.getBoundingClientRect().top
  const first = [...lines.children].find((line) => line.getBoundingClientRect().bottom > top + 1)
  const box = first?.getBoundingClientRect()
  if (!box || box.top >= top || first?.getAttribute('data-line') === lineId) return
  const cut = box.bottom - top
  const missing = cut - (most - lines.scrollTop)
  if (missing > 0) lines.style.setProperty('--room', `${missing}px`)
  lines.scrollBy(0, cut)
}

/** Keeps the current line visible when the list becomes smaller. */
function useInSight(list: RefObject<HTMLUListElement | null>, lineId: string | null): void {
  const latest = useRef(lineId)
  useEffect(() => {
    latest.current = lineId
  })
  useEffect(() => {
    const { current: lines } = list
    if (lines === null) return
    const observer = new ResizeObserver(() => {
      if (latest.current !== null) bringIntoView(lines, latest.current)
    })
    // The border box: the space at the end changes the content box.
    observer.observe(lines, { box: 'border-box' })
    return () => observer.disconnect()
  }, [list])
}
