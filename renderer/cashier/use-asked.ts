import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '../../shared/failure.ts'
import type { Reply } from '../../shared/ipc/index.ts'
import { page } from './store.ts'

export type Asked<Value> = {
  /** Null until the first answer; the one before stays while the next is fetched. */
  readonly value: Value | null
  readonly failure: Failure | null
  readonly again: () => void
}

/** Asks the main process, and asks anew whenever it has news. `ask` is a `useCallback` of what it depends on. */
export function useAsked<Value>(ask: () => Promise<Reply<Value>>): Asked<Value> {
  const [answer, setAnswer] = useState<{
    of: typeof ask
    value: Value | null
    failure: Failure | null
  } | null>(null)
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((now) => now + 1), [])
  useEffect(() => page.subscribe(({ view }, before) => view !== before.view && again()), [again])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn is what asks anew.
  useEffect(() => {
    let overtaken = false
    void ask().then((reply) => {
      if (overtaken) return
      setAnswer((before) => ({
        of: ask,
        value: reply.ok ? reply.value : before?.of === ask ? before.value : null,
        failure: reply.ok ? null : reply.error,
      }))
    })
    return () => {
      overtaken = true
    }
  }, [ask, turn])
  const mine = answer?.of === ask ? answer : null
  return { value: mine?.value ?? null, failure: mine?.failure ?? null, again }
}
