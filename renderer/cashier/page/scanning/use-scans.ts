import { useLayoutEffect } from 'react'
import { useSteady } from '../../../kit/index.ts'
import { pageScanner } from './page-scanner.ts'
import type { Taker } from './scanner.ts'

type Takes = { readonly enabled?: boolean; readonly receipts?: boolean }

/** Takes scans while the component is mounted, before components that were mounted earlier; of receipts on request. */
export function useScans(taker: Taker, { enabled = true, receipts = false }: Takes = {}): void {
  const take = useSteady(taker)
  const takes = receipts ? 'goods and receipts' : 'goods'
  useLayoutEffect(() => (enabled ? pageScanner.take(take, takes) : undefined), [enabled, takes, take])
}
