import { useCallback, useEffect, useState } from 'react'
import type { Failure } from '../../../shared/failure.ts'
import type { Reply } from '../../../shared/page/index.ts'
import { page } from './store.ts'

export type Answered<Value> = {
  /** Null until the first answer. The old value stays while the next one is loaded. */
  readonly value: Value | null
  readonly failure: Failure | null
}

export type Asked<Value> = Answered<Value> & { readonly again: () => void }

/** Asks the main process, and asks again with every new view, and every so many ms. `ask` must be memoized (`useCallback`). */
export function useAsked<Value>(ask: () => Promise<Reply<Value>>, everyMs?: number): Asked<Value> {
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => setTurn((now) => now + 1), [])
  useEffect(() => page.subscribe(({ view }, before) => view !== before.view && again()), [again])
  useEffect(() => {
    if (everyMs === undefined) return
    const timer = setInterval(again, everyMs)
    return () => clearInterval(timer)
  }, [again, everyMs])
  return { ...useAnswer(ask, turn), again }
}

/**
 * Asks once and ignores new views, for questions to the service or the system. `ask` must be memoized (`useCallback`).
 */
export const useAskedOnce = <Value>(ask: () => Promise<Reply<Value>>): Answered<Value> => useAnswer(ask, 0)

function useAnswer<Value>(ask: () => Promise<Reply<Value>>, turn: number): Answered<Value> {
  const [answer, setAnswer] = useState<(Answered<Value> & { readonly of: typeof ask }) | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `turn` asks again.
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
  return { value: mine?.value ?? null, failure: mine?.failure ?? null }
}
