import type { RestoreReport } from '../../shared/ipc/index.ts'

/** What of a merge a person is told. */
export const restoreReport = ({
  added,
  updated,
  same,
  conflicts,
  days,
  wrong,
}: RestoreReport): RestoreReport => ({
  added,
  updated,
  same,
  conflicts,
  days: [...days],
  wrong,
})
