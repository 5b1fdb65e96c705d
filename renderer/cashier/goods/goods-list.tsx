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
import { useView } from '../store.ts'
import { useText } from '../text.ts'
import { usePictures } from '../use-pictures.ts'
import { GoodsLine } from './goods-line.tsx'
import styles from './goods-list.module.css'
import type { GoodsRows } from './use-goods-rows.ts'

/** A row's place is reckoned, not measured: it grows with the text. */
const heightAt = (textSize: number): number => Math.round(32 + (32 * textSize) / 100)
const BEYOND = 6
/** Chromium draws no taller element than this. */
const TALLEST = 16_000_000

type GoodsListProps = {
  /** What was asked for: another question is answered from the top. */
  readonly question: string
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
export function GoodsList(props: GoodsListProps) {
  const { question, rows, total, openedCode, starring, onOpen, enter, onLeave } = props
  const say = useText()
  const pane = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const height = useView((view) => heightAt(view.settings.textSize))
  const { first, last, onScroll } = useSight(pane, total, height)
  /** The row that the keyboard is on its way to: after a leap it has yet to be fetched. */
  const goal = useRef<number | null>(null)
  const [, setLeaps] = useState(0)
  const { want, rowAt } = rows
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question is what leads to the top.
  useLayoutEffect(() => {
    pane.current?.scrollTo({ top: 0 })
  }, [question])
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
      scrollTo(pane.current, to, height)
      goal.current = to
      // The row that had the keyboard may leave the page: the list keeps it meanwhile.
      list.current?.focus({ preventScroll: true })
      setLeaps((leaps) => leaps + 1)
    },
    [total, height],
  )
  useLayoutEffect(() => {
    if (goal.current !== null && focusRow(pane.current, goal.current)) goal.current = null
  })
  useEffect(() => {
    enter.current = () => goTo(Math.ceil((pane.current?.scrollTop ?? 0) / height))
    return () => {
      enter.current = null
    }
  }, [enter, goTo, height])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = rowOf(event.target)
    if (at === null || event.ctrlKey || event.altKey || event.metaKey) return
    const page = Math.max(1, Math.floor((pane.current?.clientHeight ?? height) / height) - 1)
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
        ref={list}
        tabIndex={-1}
        aria-label={say('goods.list')}
        style={{ height: Math.min(TALLEST, total * height) }}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) goal.current = null
        }}
        data-testid="goods-list"
      >
        {shown.map((index) => {
          const row = rowAt(index)
          return (
            <GoodsLine
              key={index}
              index={index}
              total={total}
              top={index * height}
              height={height}
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
function useSight(pane: RefObject<HTMLElement | null>, total: number, row: number) {
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
  const first = Math.max(0, Math.floor(sight.top / row) - BEYOND)
  const last = Math.min(total - 1, Math.ceil((sight.top + sight.height) / row) + BEYOND)
  return { first: Math.min(first, Math.max(0, last)), last, onScroll }
}

function scrollTo(pane: HTMLElement | null, index: number, row: number): void {
  if (pane === null) return
  const top = index * row
  if (top < pane.scrollTop) pane.scrollTop = top
  else if (top + row > pane.scrollTop + pane.clientHeight) pane.scrollTop = top + row - pane.clientHeight
}

/** False where it is not there yet. */
function focusRow(pane: HTMLElement | null, index: number): boolean {
  const row = pane?.querySelector<HTMLElement>(`[data-row="${index}"] [data-open]`)
  row?.focus({ preventScroll: true })
  return row !== null && row !== undefined
}

function rowOf(target: EventTarget): number | null {
  const row = target instanceof HTMLElement ? target.closest('[data-row]') : null
  return row instanceof HTMLElement ? Number(row.dataset.row) : null
}
