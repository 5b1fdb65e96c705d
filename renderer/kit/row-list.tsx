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

/** Drawn above and below what is in sight. */
const BEYOND = 8
/** Chromium draws no taller element than this. */
const TALLEST = 16_000_000

export type ListedRow = {
  /** What it is wherever it stands; its place, where it is not known yet. */
  readonly id: string
  readonly chosen: boolean
  /** The button that it is about carries `data-open`; a row that has none is still on its way. */
  readonly content: ReactNode
  readonly testId: string
}

type RowListProps = {
  readonly label: string
  /** Another subject is shown from its top. */
  readonly subject: string
  readonly count: number
  /** In px. All rows have it: their places are reckoned, not measured. */
  readonly rowHeight: number
  /** Undefined where there is none. */
  readonly row: (index: number) => ListedRow | undefined
  /** These are drawn; memoized, as it is called again when it changes. */
  readonly onSight: (first: number, last: number) => void
  /** What ArrowDown in the search above calls: to the chosen row, where it is in sight, or to the first that is. */
  readonly enter: RefObject<(() => void) | null>
  /** Escape, or ArrowUp on the first row. */
  readonly onLeave: () => void
  readonly testId: string
}

/** A list of any length: only what is in sight is drawn. Arrows, page keys, Home and End walk through all of it. */
export function RowList(props: RowListProps) {
  const { label, subject, count, rowHeight, row, onSight, enter, onLeave, testId } = props
  const pane = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const { top, first, last, onScroll } = useSight(pane, count, rowHeight)
  const { held, goTo, at, onFocus, onBlur } = useWalk({ pane, list, count, rowHeight })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another subject is what leads to the top.
  useLayoutEffect(() => {
    pane.current?.scrollTo({ top: 0 })
  }, [subject])
  useEffect(() => onSight(first, last), [onSight, first, last])
  const inSight = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset)
  // Before any ordinary effect: the search above, which is drawn first, may lead here at once.
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
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        data-testid={testId}
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

/** The rows in sight and a few around them. */
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

/** The keyboard's way through the rows: no key is lost on a leap, though the row that it leads to has yet to come. */
function useWalk({ pane, list, count, rowHeight }: Walked) {
  /** The row with the keyboard, or that it is on its way to: it stays drawn wherever the list is scrolled. */
  const [held, setHeld] = useState<number | null>(null)
  const goal = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (goal.current !== null && focusRow(pane.current, goal.current)) goal.current = null
  })
  const goTo = (index: number) => {
    const to = Math.min(count - 1, Math.max(0, index))
    scrollTo(pane.current, to, rowHeight)
    goal.current = to
    // The row that had the keyboard may leave the page: the list keeps it meanwhile.
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

/** False where it is not there yet. */
function focusRow(pane: HTMLElement | null, index: number): boolean {
  const button = pane?.querySelector<HTMLElement>(`[data-row="${index}"] [data-open]`)
  button?.focus({ preventScroll: true })
  return button !== null && button !== undefined
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest('[data-row]') : null
  return row instanceof HTMLElement ? Number(row.dataset.row) : null
}
