import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { keptTenders } from '../../../../shared/sale/money-of-sale.ts'
import type { Sale } from '../../../../shared/sale/sale.ts'
import { isEntry } from '../../../kit/index.ts'
import { say } from '../../page/index.ts'
import { useShortcut } from '../../page/shortcuts/index.ts'
import styles from './cart.module.css'
import { CartLine } from './cart-line.tsx'
import type { LineField } from './line-steps.ts'
import { scrollToLine } from './scroll-to-line.ts'
import { currentLine, type LitStore } from './use-adding.ts'
import { useLineKeys } from './use-line-keys.ts'
import type { Flush } from './use-saving.ts'

type CartLinesProps = {
  readonly sale: Sale
  readonly lit: LitStore
  readonly flush: RefObject<Flush | null>
}

export function CartLines({ sale, lit: litStore, flush }: CartLinesProps) {
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
  // Saves the open line before it closes and before another one opens. After a refusal it stays open.
  const toggle = useCallback(
    async (lineId: string, field: LineField = 'quantity') => {
      const { current: open } = atHand
      if (open !== null && flush.current !== null && !(await flush.current())) return
      setAt(field)
      setOpened(open === lineId ? null : lineId)
    },
    [flush],
  )
  const close = useCallback(() => setOpened(null), [])

  const last = currentLine(sale, litStore)?.id ?? null
  const enabled = !locked && last !== null
  useShortcut('editLine', () => void (last !== null && toggle(last)), enabled)
  useShortcut('discountLine', () => void (last !== null && toggle(last, 'discount')), enabled)
  const onLineKey = useLineKeys(sale, list, litStore, enabled)

  // A newly added line closes the open one, saves it, and scrolls into view; a scan leaves a field that has the focus as it was.
  // `times` changes even if the same line is added again. Nothing happens when the till is unlocked, because the line is not new.
  const told = useRef(0)
  useEffect(() => {
    if (times === told.current || newest === null || !inCart) return
    told.current = times
    if (list.current?.contains(document.activeElement) && isEntry(document.activeElement)) return
    void flush.current?.()
    if (list.current !== null) bringIntoView(list.current, newest)
  }, [times, newest, inCart, flush])

  useInSight(list, opened ?? last, opened !== null)

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

const roomOf = ({ style }: HTMLElement): number => Number.parseFloat(style.getPropertyValue('--room')) || 0

/**
 * Scrolls to the line, and so far that no line is cut in half at the top. All is measured first, because a change between
 * two questions would lay out all lines again.
 */
function bringIntoView(lines: HTMLElement, lineId: string): void {
  const wanted = lines.querySelector(`[data-line="${CSS.escape(lineId)}"]`)
  const { children, scrollTop, clientHeight: height } = lines
  if (wanted === null) return
  const origin = lines.getBoundingClientRect().top - scrollTop
  const spanOf = (line: Element | undefined) => {
    const { top = origin, bottom = origin } = line?.getBoundingClientRect() ?? {}
    return { top: top - origin, bottom: bottom - origin }
  }
  const roomNow = roomOf(lines)
  const most = lines.scrollHeight - height - roomNow
  if (most <= 0) {
    // All lines are visible, or the whole cart scrolls (cart.module.css).
    lines.style.removeProperty('--room')
    wanted.scrollIntoView({ block: 'nearest' })
    return
  }
  const { to, room } = scrollToLine({
    ...{ at: Math.min(scrollTop, most), most, height, count: children.length },
    spanOf: (place) => spanOf(children[place]),
    wanted: spanOf(wanted),
  })
  if (room !== roomNow) lines.style.setProperty('--room', `${room}px`)
  if (to !== scrollTop) lines.scrollTop = to
}

/** Keeps the current line visible when the list becomes smaller, and the lines before it when an open line closes. */
function useInSight(list: RefObject<HTMLUListElement | null>, lineId: string | null, isOpen: boolean): void {
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
  // The space at the end was measured with the form of the open line.
  useEffect(() => {
    const { current: lines } = list
    if (isOpen || lines === null || latest.current === null || roomOf(lines) === 0) return
    bringIntoView(lines, latest.current)
  }, [isOpen, list])
}
