import { useLayoutEffect } from 'react'
import { useSteady } from '../../kit/index.ts'
import { pageScanner } from './page-scanner.ts'
import type { Taker } from './scanner.ts'

/** Takes the scans while it is drawn, before those drawn earlier. */
export function useScans(taker: Taker, enabled = true): void {
  const take = useSteady(taker)
  useLayoutEffect(() => (enabled ? pageScanner.take(take) : undefined), [enabled, take])
}
