import { refuse } from '../failure.ts'
import type { Sale } from './sale.ts'

type SalesById = { readonly byId: (saleId: string) => Sale | null }

export const saleNamed = (sales: SalesById, saleId: string): Sale => sales.byId(saleId) ?? refuse('NOT_FOUND')

/** An error of the program. Nothing is written. */
export class EventDoesNotFit extends Error {
  constructor(kind: string, state: string) {
    super(`event "${kind}" does not fit a sale that is "${state}"`)
    this.name = 'EventDoesNotFit'
  }
}

export function unfit(kind: string, state: string): never {
  throw new EventDoesNotFit(kind, state)
}
