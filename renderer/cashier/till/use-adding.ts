import { useCallback, useMemo, useState } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Failure, failure as named } from '../../../shared/failure.ts'
import { call } from '../call.ts'
import { sound } from '../sounds/index.ts'

export type Refusal = {
  readonly failure: Failure
  readonly code: string
  /** As typed before the code. */
  readonly quantity: string | null
}

export type Adding = {
  readonly refusal: Refusal | null
  readonly forget: () => void
  /** Rings up a product; true where it is in the cart. */
  readonly add: (code: string, quantity: string | null) => Promise<boolean>
}

/** Taps and scans follow one another faster than answers come: none is dropped, the main process takes them in turn. */
export function useAdding(lit: LitStore): Adding {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const add = useCallback(
    async (code: string, quantity: string | null) => {
      const reply = await call('addProduct', quantity === null ? { code } : { code, quantity })
      if (!reply.ok) {
        sound('refused')
        setRefusal({ failure: reply.error ?? named('UNEXPECTED'), code, quantity })
        return false
      }
      sound('added')
      setRefusal(null)
      lit.setState((before) => ({ lineId: reply.value.lineId, times: (before?.times ?? 0) + 1 }), true)
      return true
    },
    [lit],
  )
  const forget = useCallback(() => setRefusal(null), [])
  return useMemo(() => ({ refusal, forget, add }), [refusal, forget, add])
}

/** The line that was rung up last, and how often one was, so that the same line lights up again. */
export type Lit = { readonly lineId: string; readonly times: number }

/** Apart from what the till is drawn of: a line that lights up draws the lines anew, and nothing else. */
export type LitStore = StoreApi<Lit | null>

export const createLit = (): LitStore => createStore<Lit | null>(() => null)
