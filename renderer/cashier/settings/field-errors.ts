import type { Failure } from '../../../shared/failure.ts'

/** The fields that a refusal names: "shop.taxpayerNumber, printer.port". None for any other refusal. */
export function wrongFields(failure: Failure | null): ReadonlySet<string> {
  if (failure?.name !== 'SETTING_INVALID' || failure.detail === null) return new Set()
  return new Set(failure.detail.split(',').map((path) => path.trim()))
}
