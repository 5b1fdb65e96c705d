import { useEffect, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'

/** How many seconds the next guess has to wait, counted down; 0 where it need not. */
export function useWait(failure: Failure | null): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const until = performance.now() + secondsOf(failure) * 1000
    const look = () => setLeft(Math.max(0, Math.ceil((until - performance.now()) / 1000)))
    look()
    const timer = setInterval(look, 250)
    return () => clearInterval(timer)
  }, [failure])
  return left
}

/** PIN_WRONG and PIN_HELD say it in their detail (shared/failure.ts). */
function secondsOf(failure: Failure | null): number {
  if (failure?.name !== 'PIN_WRONG' && failure?.name !== 'PIN_HELD') return 0
  return Math.max(0, Number(failure.detail ?? 0) || 0)
}
