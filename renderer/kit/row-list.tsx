import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './row-list.module.css'

/** Number of rows rendered above and below the visible ones. */
const BEYOND = 8
/** The largest element height in px that Chromium supports. */
const TALLEST = 16_000_000

type ListedRow = {
  /** Identifies the row in any position. A row that is not loaded yet has its position as id. */
  readonly id: string
  readonly chosen: boolean
  /** Its main button carries `data-open`. A row without one is not loaded yet. */
  readonly content: ReactNode
  readonly testId: string
}

type RowListProps = {
  readonly label: string
  /** The list scrolls to the top when the subject changes. */
  readonly subject: string
  readonly count: number
  /** In px, the same for all rows: positions are computed, not measured. */
  readonly rowHeight: number
  /** Undefined if there is no such row. */
  readonly row: (index: number) => ListedRow | undefined
  /** Called with the rendered range. Memoize it, because it is called again when it changes. */
  readonly onSight: (first: number, last: number) => void
  /**
   * The list sets a function that moves the focus into it: to the chosen row if it is visible, otherwise to the first
   * visible row.
   */
  readonly enter: RefObject<(() => void) | null>
  /** A key pressed in a row, before the list and the row use it. Returns whether it is used up. */
  readonly onKey?: (event: KeyboardEvent<HTMLElement>, index: number) => boolean
  /** Called for Escape, and for ArrowUp on the first row. */
  readonly onLeave: () => void
}

/**
 * A list of any length that draws only the visible rows. Arrow keys, page keys, Home and End move through all of it
 * (docs/decisions/long-lists.md).
 */
export function RowList(props: RowListProps) {
  const { label, subject, count, rowHeight, row, onSight, enter, onLeave, onKey } = props
  const pane = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { top, first, last, onScroll } = useSight(pane, count, rowHeight)
  const { held, goTo, at, onFocus, onBlur } = useWalk({ pane, list, count, rowHeight })
  const scrolled = useRef(subject)
  // The effect also runs when a hidden list is shown again, which stays where it was.
  useLayoutEffect(() => {
    if (scrolled.current !== subject) pane.current?.scrollTo({ top: 0 })
    scrolled.current = subject
  }, [subject])
  useEffect(() => onSight(first, last), [onSight, first, last])
  const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
  // Set in a layout effect, because the search above may use it in its first effect.
  useLayoutEffect(() => {
    enter.current = () => goTo(inSight.find((index) => row(index)?.chosen) ?? Math.ceil(top / rowHeight))
    return () => {
      enter.current = null
    }
  })

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const from = at(event.target)
    if (from === null || event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Escape') return onLeave()
    const page = Math.max(1, Math.floor((pane.current?.clientHeight ?? rowHeight) / rowHeight) - 1)
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: count - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 && event.key === 'ArrowUp') return onLeave()
    goTo(to)
  }

  const isHeld = held !== null && held < count && !inSight.includes(held)
  return (
    <div className={styles.pane} ref={pane} onScroll={onScroll}>
      <ul
        className={styles.rows}
        ref={list}
        tabIndex={-1}
        aria-label={label}
        style={{ height: Math.min(TALLEST, count * rowHeight) }}
        onKeyDownCapture={(event) => {
          const index = at(event.target)
          if (index === null || !onKey?.(event, index)) return
          event.preventDefault()
          event.stopPropagation()
        }}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {(isHeld ? [...inSight, held] : inSight).map((index) => {
          const drawn = row(index)
          return drawn === undefined ? null : (
            <li
              key={drawn.id}
              className={styles.row}
              style={{ height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
              aria-setsize={count}
              aria-posinset={index + 1}
              data-row={index}
              data-id={drawn.id}
              data-chosen={drawn.chosen}
              data-testid={drawn.testId}
            >
              {drawn.content}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** The visible rows and a few around them. */
function useSight(pane: RefObject<HTMLElement | null>, count: number, row: number) {
  const [sight, setSight] = useState({ top: 0, height: 800 })
  const onScroll = useCallback(() => {
    const { scrollTop = 0, clientHeight = 800 } = pane.current ?? {}
    setSight((had) =>
      Math.floor(had.top / row) === Math.floor(scrollTop / row) && had.height === clientHeight
        ? had
        : { top: scrollTop, height: clientHeight },
    )
  }, [pane, row])
  useLayoutEffect(() => {
    onScroll()
    const watcher = new ResizeObserver(onScroll)
    if (pane.current) watcher.observe(pane.current)
    return () => watcher.disconnect()
  }, [pane, onScroll])
  const last = Math.min(count - 1, Math.ceil((sight.top + sight.height) / row) + BEYOND)
  const first = Math.max(0, Math.min(Math.floor(sight.top / row) - BEYOND, last))
  return { top: sight.top, first, last, onScroll }
}

type Walked = {
  readonly pane: RefObject<HTMLElement | null>
  readonly list: RefObject<HTMLElement | null>
  readonly count: number
  readonly rowHeight: number
}

/** Moves the focus through the rows. A jump to a row that is not rendered yet loses no key. */
function useWalk({ pane, list, count, rowHeight }: Walked) {
  /** Index of the row that has or gets the focus. It stays rendered wherever the list is scrolled. */
  const [held, setHeld] = useState<number | null>(null)
  const goal = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (goal.current !== null && focusRow(pane.current, goal.current)) goal.current = null
  })
  const goTo = (index: number) => {
    const to = Math.min(count - 1, Math.max(0, index))
    scrollTo(pane.current, to, rowHeight)
    goal.current = to
    // The focused row may be removed, so the list holds the focus meanwhile.
    if (!focusRow(pane.current, to)) list.current?.focus({ preventScroll: true })
    setHeld(to)
  }
  return {
    held,
    goTo,
    at: (target: EventTarget) => rowOf(target) ?? goal.current,
    onFocus: ({ target }: FocusEvent) => {
      const to = rowOf(target)
      if (to === null) return
      goal.current = null
      setHeld(to)
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (currentTarget.contains(relatedTarget)) return
      goal.current = null
      setHeld(null)
    },
  }
}

function scrollTo(pane: HTMLElement | null, index: number, row: number): void {
  if (pane === null) return
  const top = index * row
  if (top < pane.scrollTop) pane.scrollTop = top
  else if (top + row > pane.scrollTop + pane.clientHeight) pane.scrollTop = top + row - pane.clientHeight
}

/** False if the row is not drawn yet. */
function focusRow(pane: HTMLElement | null, index: number): boolean {
  const button = pane?.querySelector<HTMLElement>(`[data-row="${index}"] [data-open]`)
  button?.focus({ preventScroll: true })
  return button !== null && button !== undefined
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest('[data-row]') : null
  return row instanceof HTMLElement ? Number(row.dataset.row) : null
}
