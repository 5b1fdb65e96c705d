import { useCallback, useMemo, useState } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Failure, failure as named } from '../../../../shared/failure.ts'
import type { Reply } from '../../../../shared/page/index.ts'
import type { Sale, SaleLine } from '../../../../shared/sale/sale.ts'
import { announce, call, type ReplyOf, type RequestOf, useText } from '../../page/index.ts'
import { sound } from '../../page/sounds/index.ts'

export type Refusal = {
  readonly failure: Failure
  readonly code: string
  /** The quantity typed before the code. */
  readonly quantity: string | null
}

export type Adding = {
  readonly refusal: Refusal | null
  readonly forget: () => void
  /**
   * Adds a product to the cart and announces it. Resolves to the reason if it was refused, otherwise to null. `chosen`: a
   * person picked the product on the screen, so the till does not ask which of several products the code means.
   */
  readonly add: (code: string, quantity: string | null, chosen?: 'chosen') => Promise<Failure | null>
  /** The same for goods without a product. */
  readonly addMisc: (item: RequestOf<'addMiscItem'>) => Promise<Reply<ReplyOf<'addMiscItem'>>>
  /** Runs a command on a line that was typed in the search. Resolves to whether it succeeded. */
  readonly change: (command: () => Promise<Reply<unknown>>) => Promise<boolean>
}

/** Taps and scans can be faster than the answers. All are sent at once, and the main process handles them in order. */
export function useAdding(lit: LitStore): Adding {
  const say = useText()
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const add = useCallback(
    async (code: string, quantity: string | null, chosen?: 'chosen') => {
      const many = quantity === null ? {} : { quantity }
      const reply = await call('addProduct', { code, ...many, ...(chosen ? { chosen: code } : {}) })
      if (!reply.ok) {
        sound('refused')
        const failure = reply.error ?? named('UNEXPECTED')
        setRefusal({ failure, code, quantity })
        return failure
      }
      setRefusal(null)
      const { lineId, name } = reply.value
      added(lit, lineId)
      announce(say('till.added', { name }))
      return null
    },
    [lit, say],
  )
  const addMisc = useCallback(
    async (item: RequestOf<'addMiscItem'>) => {
      const reply = await call('addMiscItem', item)
      if (reply.ok) added(lit, reply.value.lineId)
      return reply
    },
    [lit],
  )
  const change = useCallback(async (command: () => Promise<Reply<unknown>>) => {
    const reply = await command()
    sound(reply.ok ? 'added' : 'refused')
    setRefusal(reply.ok ? null : { failure: reply.error, code: '', quantity: null })
    return reply.ok
  }, [])
  const forget = useCallback(() => setRefusal(null), [])
  return useMemo(() => ({ refusal, forget, add, addMisc, change }), [refusal, forget, add, addMisc, change])
}

function added(lit: LitStore, lineId: string): void {
  sound('added')
  lit.setState((before) => ({ lineId, times: (before?.times ?? 0) + 1 }), true)
}

/** The line that was added to last. `times` grows with each product, so that the same line is highlighted again. */
export type Lit = { readonly lineId: string; readonly times: number }

/** A store of its own: a highlight renders only the lines, not the whole till. */
export type LitStore = StoreApi<Lit | null>

export const createLit = (): LitStore => createStore<Lit | null>(() => null)

/** The line that the keys act on: the one that was chosen or added to last, else the last of the cart. */
export function currentLine({ lines }: Pick<Sale, 'lines'>, lit: LitStore): SaleLine | null {
  const lineId = lit.getState()?.lineId
  return lines.find(({ id }) => id === lineId) ?? lines.at(-1) ?? null
}
