import type { Failure } from '../../../../shared/failure.ts'
import type { Say } from '../../page/text.ts'

/** The fields that a refusal names: "shop.taxpayerNumber, printer.port". Empty for other refusals. */
export function wrongFields(failure: Failure | null): ReadonlySet<string> {
  if (failure?.name !== 'FIELDS_INVALID' || failure.detail === null) return new Set()
  return new Set(failure.detail.split(',').map((path) => path.trim()))
}

/** The error text of a field: its expected format. Null if the field was not refused. */
export const wrongWords = (
  say: Say,
  wrong: ReadonlySet<string>,
  field: string,
  hint: string,
): string | null => (wrong.has(field) ? say('settings.field.wrong', { hint }) : null)
