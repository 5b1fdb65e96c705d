/**
 * The numbers of the sales whose returns this till has claimed in the shop database, or is about to claim. A journal that
 * was restored from an older backup lacks the later ones.
 */
import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable, readList } from '../journal/index.ts'

const CLAIMED = 'claimed-returns'

export const claimedReturnReader = (database: DatabaseSync) => ({
  all: (): ReadonlySet<string> => readList(keyValueTable(database), CLAIMED),
})

export type ClaimedReturnWriter = ReturnType<typeof claimedReturnWriter>

/** The caller holds the transaction. */
export function claimedReturnWriter(database: DatabaseSync) {
  const keyValues = keyValueTable(database)
  const change = (edit: (had: readonly string[]) => readonly string[]): void => {
    const had = readList(keyValues, CLAIMED)
    const now = new Set(edit([...had]))
    if (now.size !== had.size) keyValues.write(CLAIMED, JSON.stringify([...now]))
  }
  return {
    add: (numbers: readonly string[]): void => change((had) => [...had, ...numbers]),
    remove: (numbers: readonly string[]): void =>
      change((had) => had.filter((number) => !numbers.includes(number))),
  }
}
