/** Which sale is at the counter: a fact of the journal, not of a sale. */
import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable } from '../journal/index.ts'

const COUNTER = 'counter'

export const counterReader = (database: DatabaseSync) => {
  const facts = keyValueTable(database)
  return { saleId: (): string | null => facts.read(COUNTER) }
}

export type CounterWriter = ReturnType<typeof counterWriter>

/** The caller holds the transaction. */
export const counterWriter = (database: DatabaseSync) => {
  const facts = keyValueTable(database)
  return {
    take: (saleId: string): void => void facts.write(COUNTER, saleId),
    free: (): void => void facts.write(COUNTER, null),
  }
}
