/** Whether a shop file would undo settings that were changed after it was made. */
import { type FieldChange, fieldChangesSchema } from '../../../shared/shop/field-changes.ts'
import { SHARED_KEYS } from '../../../shared/shop/settings.ts'
import type { SetUpReport } from '../../../shared/shop/shop-file.ts'
import type { Session } from '../session/index.ts'

type Trail = Pick<Session['journal']['audit'], 'rows'>
type About = ReturnType<Trail['rows']>[number]['about']

/** When one of these settings was changed after `madeAt`, by the audit trail. Null if none was. */
export function changedSince(
  madeAt: number,
  changes: readonly FieldChange[],
  audit: Trail,
): SetUpReport['older'] {
  const fields = new Set(changes.map(({ field }) => field))
  const isShared = [...fields].some((field) => SHARED_KEYS.some((key) => key === field.split('.')[0]))
  const tells = (action: string, about: About): boolean => {
    // The row about changes of other tills has their number alone.
    if (action === 'shop-changes') return isShared && Number(about.setting ?? 0) > 0
    const changed = fieldChangesSchema.safeParse(about.changes)
    return changed.success && changed.data.some(({ field }) => fields.has(field))
  }
  for (let before: number | null = null; ; ) {
    const rows = audit.rows(ROWS_AT_ONCE, before)
    for (const { seq, at, action, about } of rows) {
      before = seq
      // All rows are read: where the clock was set back, a row before an older one may be newer.
      if (at > madeAt && tells(action, about)) return { madeAt, changedAt: at }
    }
    if (rows.length < ROWS_AT_ONCE) return null
  }
}

const ROWS_AT_ONCE = 200
