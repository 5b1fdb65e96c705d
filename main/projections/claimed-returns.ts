/** Sales on whose returns this journal's till has the claim, by number. A journal that was set back does not have them. */
import type { DatabaseSync } from 'node:sqlite'
import { keyValueTable, readList } from '../journal/index.ts'

const CLAIMED = 'claimed-returns'

export const claimedReturnReader = (database: DatabaseSync) => ({
  all: (): ReadonlySet<string> => readList(keyValueTable(database), CLAIMED),
})

export type ClaimedReturnWriter = ReturnType<typeof claimedReturnWriter>

/** The caller holds the transaction. */
export const claimedReturnWriter = (database: DatabaseSync) => {
  const change = (edit: (numbers: Set<string>) => void): void => {
    const values = keyValueTable(database)
    const numbers = readList(values, CLAIMED)
    edit(numbers)
    values.write(CLAIMED, JSON.stringify([...numbers]))
  }
  return {
    add: (number: string): void => change((numbers) => void numbers.add(number)),
    remove: (number: string): void => change((numbers) => void numbers.delete(number)),
  }
}
