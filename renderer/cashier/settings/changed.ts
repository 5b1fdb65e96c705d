import type { Settings } from '../../../shared/settings.ts'
import { type Draft, draftOf } from './draft.ts'

const PRINTERS = ['printer', 'sparePrinter'] as const

/** The paths of the fields whose typed value is not the saved one; of a printer "printer.port". */
export const changedPaths = (draft: Draft, settings: Settings): ReadonlySet<string> =>
  differences(draft, draftOf(settings))

export const differences = (one: Draft, other: Draft): ReadonlySet<string> =>
  new Set([
    ...differing(one.fields, other.fields),
    ...PRINTERS.flatMap((place) => differing(one[place], other[place]).map((field) => `${place}.${field}`)),
  ])

const differing = <Fields extends object>(one: Fields, other: Fields): readonly string[] =>
  (Object.keys(one) as (keyof Fields & string)[]).filter((field) => one[field] !== other[field])
