import type { Tampering } from '../../../shared/shop/tampering.ts'
import type { KeyValueTable } from '../journal/index.ts'
import { attempt, UNREADABLE } from '../sqlite/index.ts'

/** A file, and the first sign of tampering in it. */
export type WrongFile = { readonly file: string; readonly what: Tampering }

/** The report of a rescue. */
export type RescueReport = {
  readonly at: number
  /** The path of the damaged file; null where it was missing. */
  readonly setAside: string | null
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
  const report = (): RescueReport | null => {
    const stored = keyValues.read(RESCUED)
    return stored === null ? null : (JSON.parse(stored) as RescueReport)
  }
  return {
    report,
    acknowledge: (): void => void keyValues.write(RESCUED, null),
    /** Adds the losses of an earlier report that nobody has acknowledged. */
    write: (now: RescueReport): void => {
      const earlier = attempt(report)
      const all = earlier === null || earlier === UNREADABLE ? now : withEarlier(now, earlier)
      keyValues.write(RESCUED, JSON.stringify(all))
    },
  }
}

/** What is incomplete is counted anew in each rescue, so that only losses are added. */
function withEarlier(now: RescueReport, earlier: RescueReport): RescueReport {
  const sum = (one: number | null, other: number | null) =>
    one === null || other === null ? null : one + other
  return {
    ...now,
    sales: { ...now.sales, lost: sum(now.sales.lost, earlier.sales.lost) },
    fromBackup: now.fromBackup + earlier.fromBackup,
    shifts: { ...now.shifts, lost: sum(now.shifts.lost, earlier.shifts.lost) },
    wrong: [
      ...earlier.wrong,
      ...now.wrong.filter(({ file }) => earlier.wrong.every((one) => one.file !== file)),
    ],
  }
}
