import { z } from 'zod'
import type { Wire } from '../wire.ts'
import { normalisedName, normalisedQuery, wordsOf } from './normalise.ts'

/** An organisation that a shop has named: its register number of seven digits, and the name as it was typed once. */
export const organisationSchema = z.strictObject({ register: z.string(), name: z.string() })
export type Organisation = Wire<typeof organisationSchema>

export const LONGEST_ORGANISATION = 80

/** Whether the number begins with what is typed, or the name contains each typed word, in Cyrillic or Latin letters. */
export function isMeant(typed: string, { register, name }: Organisation): boolean {
  const text = typed.trim()
  if (text === '') return false
  if (/^\d+$/.test(text)) return register.startsWith(text)
  const forms = wordsOf(name).flatMap(normalisedName)
  return wordsOf(text).every((word) =>
    normalisedQuery(word).some((wanted) => forms.some((form) => form.includes(wanted))),
  )
}
