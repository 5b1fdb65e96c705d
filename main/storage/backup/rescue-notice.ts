import type { Tampering } from '../../../shared/shop/tampering.ts'
import type { KeyValueTable } from '../journal/index.ts'

/** A file, and the first sign of tampering in it. */
export type WrongFile = { readonly file: string; readonly what: Tampering }

/** The report of a rescue. */
export type RescueReport = {
  readonly at: number
  /** The path of the damaged file. */
  readonly setAside: string
  readonly sales: { readonly read: number; readonly partly: number; readonly lost: number | null }
  readonly fromBackup: number
  readonly shifts: { readonly partly: number; readonly lost: number | null }
  /** The first sign of tampering in each file that was read. */
  readonly wrong: readonly WrongFile[]
}

/** The key of the last rescue's report. It is kept until a person has seen it. */
export const RESCUED = 'rescued'

export type RescueNotice = ReturnType<typeof rescueNotice>

export function rescueNotice(keyValues: KeyValueTable) {
  return {
    report: (): RescueReport | null => {
      const stored = keyValues.read(RESCUED)
      return stored === null ? null : (JSON.parse(stored) as RescueReport)
    },
    acknowledge: (): void => void keyValues.write(RESCUED, null),
  }
}
