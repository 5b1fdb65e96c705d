import { createStore, type StoreApi } from 'zustand/vanilla'

/** The line that was rung up last, and how often one was, so that the same line lights up again. */
export type Lit = { readonly lineId: string; readonly times: number }

/** Apart from what the till is drawn of: a line that lights up draws the lines anew, and nothing else. */
export type LitStore = StoreApi<Lit | null>

export const createLit = (): LitStore => createStore<Lit | null>(() => null)
