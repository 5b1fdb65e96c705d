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
  // An open line is the current one. When it closes, the line that was current before is current again.
  useEffect(() => {
    if (opened === null) return
    const before = litStore.getState()
    litStore.setState({ lineId: opened, times: before?.times ?? 0 }, true)
    return () => litStore.setState((now) => (now?.lineId === opened ? before : now), true)
  }, [opened, litStore])

  const choose = useCallback(
    (lineId: string) => {
      litStore.setState((before) => ({ lineId, times: before?.times ?? 0 }), true)
      void flush.current?.()
    },
    [litStore, flush],
  )

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
    bringIntoView(list.current, newest)
  }, [times, newest, inCart, flush])

  useInSight(list, last)

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
          chosen={line.id === last}
          far={sale.lines.length - place > NEAR_THE_END}
          locked={locked}
          opened={!locked && line.id === opened ? at : null}
          onChoose={choose}
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

/** Half of the line before it stays in sight (`scroll-padding` in cart.module.css). */
const bringIntoView = (lines: HTMLElement | null, lineId: string): void =>
  lines?.querySelector(`[data-line="${CSS.escape(lineId)}"]`)?.scrollIntoView({ block: 'nearest' })

/** Brings a line that becomes the current one into view, and keeps it there when the list becomes smaller. */
function useInSight(list: RefObject<HTMLUListElement | null>, lineId: string | null): void {
  const latest = useRef(lineId)
  useEffect(() => {
    latest.current = lineId
    if (lineId !== null) bringIntoView(list.current, lineId)
  }, [list, lineId])
  useEffect(() => {
    const { current: lines } = list
    if (lines === null) return
    const observer = new ResizeObserver(() => {
      if (latest.current !== null) bringIntoView(lines, latest.current)
    })
    observer.observe(lines)
    return () => observer.disconnect()
  }, [list])
}
