import { useLayoutEffect } from 'react'
import { useSteady } from '../../../kit/index.ts'
import { listenForScans, type Taker } from './scanner.ts'

/** Created when the module loads, so that its listener comes before all others. */
export const pageScanner = listenForScans(window)

type Takes = { readonly enabled?: boolean; readonly receipts?: boolean }

/** Takes scans while the component is mounted, before components that were mounted earlier; of receipts on request. */
export function useScans(taker: Taker, { enabled = true, receipts = false }: Takes = {}): void {
  const take = useSteady(taker)
  const takes = receipts ? 'goods and receipts' : 'goods'
  useLayoutEffect(() => (enabled ? pageScanner.take(take, takes) : undefined), [enabled, takes, take])
}
