/** What a merge into the journal reports. */
import type { RestoreReport } from '../../../shared/shop/shop-data.ts'

/** For the audit row: the days whose figures changed, what was not taken, and the first sign of tampering in the backup. */
export const restoredDays = (report: RestoreReport | null) =>
  report === null
    ? {}
    : {
        ...{ days: report.days, wrong: report.wrong },
        ...(report.unlike.length > 0 ? { unlike: report.unlike } : {}),
      }

/** The part of a merge's report that a person sees. */
export const restoreReport = ({
  partly: _,
  ...report
}: RestoreReport & { readonly partly?: number }): RestoreReport => report
