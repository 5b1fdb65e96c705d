/** Which sale is at the counter: a fact of the journal, not of a sale. */
import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable } from '../journal/index.ts'

const COUNTER = 'counter'

export const counterReader = (database: DatabaseSync) => ({
  saleId: (): string | null => keyValueTable(database).read(COUNTER),
})

export type CounterWriter = ReturnType<typeof counterWriter>

/** The caller holds the transaction. */
export const counterWriter = (database: DatabaseSync) => ({
  take: (saleId: string): void => void keyValueTable(database).write(COUNTER, saleId),
  free: (): void => void keyValueTable(database).write(COUNTER, null),
})
