import { type RefObject, useLayoutEffect, useState } from 'react'

const columnsOf = (grid: HTMLElement | null): number =>
  grid === null ? 1 : getComputedStyle(grid).gridTemplateColumns.split(' ').length

/**
 * Where an arrow key leads among the tiles: undefined where the key is none, or belongs to the text. Sideways keys move
 * only once a tile has been gone to, so that they still move the caret in what is typed.
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

/** Before it is measured: about what a common screen shows. */
const USUAL = 24

/** How many tiles of a grid there is room for in the pane that it is scrolled in, down to those that show their top alone. */
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
