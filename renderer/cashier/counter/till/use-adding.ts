import { useCallback, useMemo } from 'react'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '../../../../shared/failure.ts'
import type { Reply } from '../../../../shared/page/index.ts'
import type { Sale, SaleLine } from '../../../../shared/sale/sale.ts'
import { announce, call, type ReplyOf, type RequestOf, useText } from '../../page/index.ts'
import { type Refusals, useRefusals } from '../../page/scanning/index.ts'
import { sound } from '../../page/sounds/index.ts'

export type Refusal = {
  readonly failure: Failure
  readonly code: string
  /** The quantity typed before the code. */
  readonly quantity: string | null
}

/** A code that no product has, and how many of it the customer takes. */
export type Unlisted = { readonly code: string; readonly quantity: string | null }

/** The code of the refusal, if no product has it. */
export const unlistedIn = ({ failure, code, quantity }: Refusal): Unlisted | null =>
  failure.name === 'PRODUCT_UNKNOWN' ? { code: failure.detail ?? code, quantity } : null

export type Adding = Refusals<Refusal> & {
  /**
   * Adds a product to the cart and announces it. Resolves to the reason if it was refused, otherwise to null. `chosen`: a
   * person picked the product on the screen, so the till does not ask which of several products the code means. `weighs`:
   * the caller asks for the weight of weighed goods, so WEIGHT_MISSING is not shown as a refusal.
   */
  readonly add: (code: string, quantity: string | null, how?: 'chosen' | 'weighs') => Promise<Failure | null>
  /** The same for goods without a product. */
  readonly addMisc: (item: RequestOf<'addMiscItem'>) => Promise<Reply<ReplyOf<'addMiscItem'>>>
  /** Runs a command on a line that was typed in the search. Resolves to whether it succeeded. */
  readonly change: (command: () => Promise<Reply<unknown>>) => Promise<boolean>
}

/** Taps and scans can be faster than the answers. All are sent at once, and the main process handles them in order. */
export function useAdding(lit: LitStore): Adding {
  const say = useText()
  const { refusals, refuse, forget } = useRefusals<Refusal>()
  const add = useCallback(
    async (code: string, quantity: string | null, how?: 'chosen' | 'weighs') => {
      const many = quantity === null ? {} : { quantity }
      const told = how === 'chosen' ? { chosen: code } : how === 'weighs' ? { weighs: true as const } : {}
      const reply = await call('addProduct', { code, ...many, ...told })
      if (!reply.ok) {
        if (reply.error.name === 'WEIGHT_MISSING') return reply.error
        refuse({ failure: reply.error, code, quantity })
        return reply.error
      }
      const { lineId, name } = reply.value
      added(lit, lineId)
      announce(say('till.added', { name }))
      return null
    },
    [lit, say, refuse],
  )
  const addMisc = useCallback(
    async (item: RequestOf<'addMiscItem'>) => {
      const reply = await call('addMiscItem', item)
      if (reply.ok) added(lit, reply.value.lineId)
      return reply
    },
    [lit],
  )
  const change = useCallback(
    async (command: () => Promise<Reply<unknown>>) => {
      const reply = await command()
      if (reply.ok) sound('added')
      else refuse({ failure: reply.error, code: '', quantity: null })
      return reply.ok
    },
    [refuse],
  )
  return useMemo(
    () => ({ refusals, refuse, forget, add, addMisc, change }),
    [refusals, refuse, forget, add, addMisc, change],
  )
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
