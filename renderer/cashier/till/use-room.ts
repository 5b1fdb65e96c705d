import { type RefObject, useLayoutEffect, useState } from 'react'

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
