import { useLayoutEffect } from 'react'
import { useSteady } from '../../kit/index.ts'
import { pageScanner } from './page-scanner.ts'
import type { Taker } from './scanner.ts'

/** Takes scans while the component is mounted, before components that were mounted earlier. */
export function useScans(taker: Taker, enabled = true): void {
  const take = useSteady(taker)
  useLayoutEffect(() => (enabled ? pageScanner.take(take) : undefined), [enabled, take])
}
