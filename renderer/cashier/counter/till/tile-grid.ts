import { type RefObject, useLayoutEffect, useState } from 'react'

const columnsOf = (grid: HTMLElement | null): number =>
  grid === null ? 1 : getComputedStyle(grid).gridTemplateColumns.split(' ').length

/**
 * The next tile for an arrow key. Undefined if the key is no arrow key, or if no tile is selected and the key moves the
 * caret of the search text. Null if ArrowUp leaves the tiles.
 */
export function nextPlace(
  key: string,
  from: number | null,
  count: number,
  grid: HTMLElement | null,
): number | null | undefined {
  if (
    count === 0 ||
    (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'ArrowLeft' && key !== 'ArrowRight')
  ) {
    return undefined
  }
  if (from === null) return key === 'ArrowDown' ? 0 : undefined
  if (key === 'ArrowRight') return Math.min(from + 1, count - 1)
  if (key === 'ArrowLeft') return Math.max(from - 1, 0)
  const columns = columnsOf(grid)
  if (key === 'ArrowDown') return from + columns < count ? from + columns : from
  return from - columns >= 0 ? from - columns : null
}

/** Before the measurement: about the number of tiles on a common screen. */
const USUAL = 24

/** Number of tiles that fit the visible pane, including a partly visible row. */
export function useRoom(grid: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(USUAL)
  useLayoutEffect(() => {
    const { current: tiles } = grid
    const pane = tiles?.parentElement
    if (!tiles || !pane) return
    const observer = new ResizeObserver(() => {
      const height = tiles.firstElementChild?.getBoundingClientRect().height ?? 0
      if (height === 0) return
      const { gridTemplateColumns, rowGap } = getComputedStyle(tiles)
      const rows = Math.ceil(pane.clientHeight / (height + Number.parseFloat(rowGap)))
      setRoom(rows * gridTemplateColumns.split(' ').length)
    })
    observer.observe(pane)
    observer.observe(tiles)
    return () => observer.disconnect()
  }, [grid])
  return room
}
