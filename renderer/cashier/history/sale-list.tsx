import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { SaleRow } from '../../../shared/history.ts'
import { useText } from '../text.ts'
import { SaleLine } from './sale-line.tsx'
import styles from './sale-list.module.css'

/** As in the style sheet: a row's height in rem, so that large words have room. */
const ROW_REM = 4.5
const BEYOND = 8
/** More is fetched while so many rows are still to come. */
const AHEAD = 30

type SaleListProps = {
  readonly rows: readonly SaleRow[]
  readonly openedId: string | null
  readonly today: string
  readonly onOpen: (row: SaleRow) => void
  readonly onNearEnd: () => void
  /** ArrowDown in the search box leads here. */
  readonly enter: RefObject<(() => void) | null>
  readonly onLeave: () => void
}

/** A list of any length: only what is in sight is drawn. Arrows, page keys, Home and End walk through it. */
export function SaleList({ rows, openedId, today, onOpen, onNearEnd, enter, onLeave }: SaleListProps) {
  const say = useText()
  const pane = useRef<HTMLDivElement>(null)
  const [sight, setSight] = useState({ top: 0, height: 800, row: 72 })
  const look = () =>
    setSight((had) => {
      const { scrollTop = 0, clientHeight = 800 } = pane.current ?? {}
      const row = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const same =
        Math.floor(had.top / row) === Math.floor(scrollTop / row) &&
        had.height === clientHeight &&
        had.row === row
      return same ? had : { top: scrollTop, height: clientHeight, row }
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it reads is read anew each time.
  useLayoutEffect(() => {
    look()
    const watcher = new ResizeObserver(look)
    if (pane.current) watcher.observe(pane.current)
    return () => watcher.disconnect()
  }, [])

  const first = Math.max(0, Math.min(Math.floor(sight.top / sight.row) - BEYOND, rows.length - 1))
  const last = Math.min(rows.length - 1, Math.ceil((sight.top + sight.height) / sight.row) + BEYOND)
  useEffect(() => {
    if (last >= rows.length - AHEAD) onNearEnd()
  }, [last, rows.length, onNearEnd])

  // The row with the focus stays drawn, and the next one has the focus before another key can come.
  const [focused, setFocused] = useState<number | null>(null)
  const goTo = (index: number) => {
    const to = Math.min(rows.length - 1, Math.max(0, index))
    scrollTo(pane.current, to, sight.row)
    setFocused(to)
  }
  useLayoutEffect(() => {
    if (focused !== null) focusRow(pane.current, focused)
  }, [focused])
  const shown = rows.slice(first, last + 1).map((_, offset) => first + offset)
  const drawn = focused === null || shown.includes(focused) ? shown : [...shown, focused]
  useEffect(() => {
    const opened = rows.findIndex(({ id }) => id === openedId)
    enter.current = () => goTo(opened >= first && opened <= last ? opened : Math.ceil(sight.top / sight.row))
    return () => {
      enter.current = null
    }
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = rowOf(event.target)
    if (at === null || event.ctrlKey || event.altKey || event.metaKey) return
    const page = Math.max(1, Math.floor(sight.height / sight.row) - 1)
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    }[event.key]
    if (event.key === 'Escape') return onLeave()
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 && event.key === 'ArrowUp') return onLeave()
    goTo(to)
  }

  return (
    <div className={styles.pane} ref={pane} onScroll={look}>
      <ul
        className={styles.rows}
        aria-label={say('history.list')}
        style={{ height: rows.length * sight.row }}
        onKeyDown={onKeyDown}
        onFocus={(event) => setFocused(rowOf(event.target))}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setFocused(null)
        }}
        data-testid="sale-list"
      >
        {drawn.map((index) => {
          const row = rows[index]
          return row === undefined ? null : (
            <SaleLine
              key={row.id}
              index={index}
              top={index * sight.row}
              row={row}
              opened={row.id === openedId}
              today={today}
              onOpen={onOpen}
            />
          )
        })}
      </ul>
    </div>
  )
}

function scrollTo(pane: HTMLElement | null, index: number, row: number): void {
  if (pane === null) return
  const top = index * row
  if (top < pane.scrollTop) pane.scrollTop = top
  else if (top + row > pane.scrollTop + pane.clientHeight) pane.scrollTop = top + row - pane.clientHeight
}

function focusRow(pane: HTMLElement | null, index: number): void {
  const button = pane?.querySelector<HTMLElement>(`[data-row="${index}"] button`)
  if (button !== document.activeElement) button?.focus({ preventScroll: true })
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest('[data-row]') : null
  return row instanceof HTMLElement ? Number(row.dataset.row) : null
}
