import type { Failure } from '../../../shared/failure.ts'
import type { Say } from '../text.ts'

/** The fields that a refusal names: "shop.taxpayerNumber, printer.port". None for any other refusal. */
export function wrongFields(failure: Failure | null): ReadonlySet<string> {
  if (failure?.name !== 'SETTING_INVALID' || failure.detail === null) return new Set()
  return new Set(failure.detail.split(',').map((path) => path.trim()))
}

/** The error at a field: what it should look like. Null where it was not refused. */
export const wrongWords = (
  say: Say,
  wrong: ReadonlySet<string>,
  field: string,
  hint: string,
): string | null => (wrong.has(field) ? say('settings.field.wrong', { hint }) : null)
