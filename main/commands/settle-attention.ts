import type { Desk } from './desk.ts'

/** A person has seen it and has dealt with it. */
export function settleAttention(desk: Desk, { id }: { readonly id: number }): void {
  const { journal, ledger } = desk.shop()
  const item = journal.attention().find((one) => one.id === id)
  const saleId = journal.settleAttention(id, desk.clock.now())
  if (saleId !== null && item?.cause === 'late-money' && journal.sale(saleId)?.state.name === 'paid-late')
    ledger.record(saleId, [{ kind: 'late-money-settled' }])
  desk.changed()
}
