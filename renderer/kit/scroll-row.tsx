import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './scroll-row.module.css'

type ScrollRowProps = {
  /** Renders the element that scrolls; it must take this ref. */
  readonly children: (row: RefObject<HTMLDivElement | null>) => ReactNode
}

/** A row that scrolls sideways instead of wrapping. Buttons at its ends appear while there is more to scroll to. */
export function ScrollRow({ children }: ScrollRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const { before, after } = useBeyond(row)
  const go = (direction: 1 | -1) => {
    const { current } = row
    current?.scrollBy({ left: direction * current.clientWidth * PAGE })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only scrolls.
    <div className={styles.row} onWheel={(event) => scrollSideways(event, row)} onFocus={bringIntoSight}>
      {before ? <Way onPress={() => go(-1)} /> : null}
      {children(row)}
      {after ? <Way onward onPress={() => go(1)} /> : null}
    </div>
  )
}

/** A press scrolls by this share of the visible width. */
const PAGE = 0.8

/** For mouse and touch. With the keyboard, the arrow keys move the focus, and the row scrolls to it. */
const Way = ({ onward = false, onPress }: { readonly onward?: boolean; readonly onPress: () => void }) => (
  <button
    type="button"
    className={classNames(styles.way, onward && styles.onward)}
    tabIndex={-1}
    aria-hidden="true"
    // Keeps the focus where it is.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
    data-testid={onward ? 'row-onward' : 'row-back'}
  >
    <Icon name="back" size={18} />
  </button>
)

/** Whether the row has more before and after what it shows. */
function useBeyond(row: RefObject<HTMLElement | null>) {
  const [beyond, setBeyond] = useState({ before: false, after: false })
  const width = useRef(0)
  // A button takes a part of the row when it comes. What has the focus stays in sight, unless it was scrolled away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a button comes or goes.
  useLayoutEffect(() => {
    const { current } = row
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement) || !current?.contains(activeElement)) return
    const from = activeElement.offsetLeft - current.scrollLeft
    if (from > -1 && from < width.current) activeElement.scrollIntoView(NEAREST)
  }, [beyond, row])
  useEffect(() => {
    const { current } = row
    if (current === null) return
    const measure = () => {
      const { scrollLeft, scrollWidth, clientWidth, parentElement } = current
      // A shown button takes width from the row, so a row that would fit without the buttons needs none.
      const fits = scrollWidth <= (parentElement?.clientWidth ?? 0) + 1
      const before = !fits && scrollLeft > 1
      const after = !fits && scrollLeft + clientWidth < scrollWidth - 1
      width.current = clientWidth
      setBeyond((had) => (had.before === before && had.after === after ? had : { before, after }))
    }
    const resized = new ResizeObserver(measure)
    const watch = () => {
      resized.disconnect()
      for (const element of [current, ...current.children]) resized.observe(element)
    }
    watch()
    const changed = new MutationObserver(watch)
    changed.observe(current, { childList: true })
    current.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
      current.removeEventListener('scroll', measure)
    }
  }, [row])
  return beyond
}

const NEAREST = { block: 'nearest', inline: 'nearest' } as const

/** For the keyboard: by itself the browser leaves an element cut off that is partly in sight. */
function bringIntoSight({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView(NEAREST)
}

/** Turns the vertical wheel of a mouse into horizontal scrolling. */
function scrollSideways({ deltaY }: WheelEvent, { current }: RefObject<HTMLElement | null>): void {
  if (current !== null) current.scrollLeft += deltaY
}
