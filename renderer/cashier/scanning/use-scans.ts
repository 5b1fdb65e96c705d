import { useLayoutEffect, useRef } from 'react'
import { pageScanner } from './page-scanner.ts'
import type { Taker } from './scanner.ts'

/** Takes the scans while it is drawn, before those drawn earlier. */
export function useScans(taker: Taker, enabled = true): void {
  const latest = useRef(taker)
  useLayoutEffect(() => {
    latest.current = taker
  })
  useLayoutEffect(
    () => (enabled ? pageScanner.take((scan, pass) => latest.current(scan, pass)) : undefined),
    [enabled],
  )
}
