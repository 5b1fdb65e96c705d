import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { GoodsRow } from '../../../shared/goods.ts'
import { useText } from '../text.ts'
import { usePictures } from '../use-pictures.ts'
import { GoodsLine } from './goods-line.tsx'
import styles from './goods-list.module.css'
import type { GoodsRows } from './use-goods-rows.ts'

/** As in the style sheet: a row's place is reckoned, not measured. */
const ROW = 64
const BEYOND = 6
/** Chromium draws no taller element than this. */
const TALLEST = 16_000_000

type GoodsListProps = {
  readonly rows: GoodsRows
  readonly total: number
  readonly openedCode: string | null
  readonly starring: boolean
  readonly onOpen: (row: GoodsRow) => void
  /** ArrowDown in the search box leads here. */
  readonly enter: RefObject<(() => void) | null>
  readonly onLeave: () => void
}

/** A list of any length: only what is in sight is drawn. Arrows, page keys, Home and End walk through all of it. */
export function GoodsList({ rows, total, openedCode, starring, onOpen, enter, onLeave }: GoodsListProps) {
  const say = useText()
  const pane = useRef<HTMLDivElement>(null)
  const { first, last, onScroll } = useSight(pane, total)
  const [focused, setFocused] = useState<number | null>(null)
  const { want, rowAt } = rows
  useEffect(() => want(first, last), [want, first, last])
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
  const pictures = usePictures(
    shown.flatMap((index) => {
      const row = rowAt(index)
      return row?.pictured ? [row.product.code] : []
    }),
  )

  const goTo = useCallback(
    (index: number) => {
      const to = Math.min(total - 1, Math.max(0, index))
      scrollTo(pane.current, to)
      setFocused(to)
    },
    [total],
  )
  useLayoutEffect(() => {
    if (focused !== null) focusRow(pane.current, focused)
  }, [focused])
  useEffect(() => {
    enter.current = () => goTo(first)
    return () => {
      enter.current = null
    }
  }, [enter, goTo, first])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = rowOf(event.target)
    if (at === null || event.ctrlKey || event.altKey || event.metaKey) return
    const page = Math.max(1, Math.floor((pane.current?.clientHeight ?? ROW) / ROW) - 1)
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: total - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 && event.key === 'ArrowUp') return onLeave()
    goTo(to)
  }

  return (
    <div className={styles.pane} ref={pane} onScroll={onScroll}>
      <ul
        className={styles.rows}
        aria-label={say('goods.list')}
        style={{ height: Math.min(TALLEST, total * ROW) }}
        onKeyDown={onKeyDown}
        onBlur={() => setFocused(null)}
        data-testid="goods-list"
      >
        {shown.map((index) => {
          const row = rowAt(index)
          return (
            <GoodsLine
              key={index}
              index={index}
              total={total}
              top={index * ROW}
              row={row}
              picture={row && pictures.get(row.product.code)}
              opened={row !== undefined && row.product.code === openedCode}
              starring={starring}
              onOpen={onOpen}
            />
          )
        })}
      </ul>
    </div>
  )
}

/** The rows in sight and a few around them. */
function useSight(pane: RefObject<HTMLElement | null>, total: number) {
  const [sight, setSight] = useState({ top: 0, height: 800 })
  const onScroll = useCallback(() => {
    const { scrollTop = 0, clientHeight = 800 } = pane.current ?? {}
    setSight((had) =>
      Math.floor(had.top / ROW) === Math.floor(scrollTop / ROW) && had.height === clientHeight
        ? had
        : { top: scrollTop, height: clientHeight },
    )
  }, [pane])
  useLayoutEffect(() => {
    onScroll()
    const watcher = new ResizeObserver(onScroll)
    if (pane.current) watcher.observe(pane.current)
    return () => watcher.disconnect()
  }, [pane, onScroll])
  const first = Math.max(0, Math.floor(sight.top / ROW) - BEYOND)
  const last = Math.min(total - 1, Math.ceil((sight.top + sight.height) / ROW) + BEYOND)
  return { first: Math.min(first, Math.max(0, last)), last, onScroll }
}

function scrollTo(pane: HTMLElement | null, index: number): void {
  if (pane === null) return
  const top = index * ROW
  if (top < pane.scrollTop) pane.scrollTop = top
  else if (top + ROW > pane.scrollTop + pane.clientHeight) pane.scrollTop = top + ROW - pane.clientHeight
}

/** After a leap the row is drawn a frame later. */
function focusRow(pane: HTMLElement | null, index: number): void {
  const find = () => pane?.querySelector<HTMLElement>(`[data-row="${index}"] [data-open]`)
  const there = find()
  if (there) there.focus({ preventScroll: true })
  else requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus({ preventScroll: true })))
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest('[data-row]') : null
  return row instanceof HTMLElement ? Number(row.dataset.row) : null
}
