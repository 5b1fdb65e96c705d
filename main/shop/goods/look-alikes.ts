/** Codes that look like another code: the till tells them apart, and a person does not. */
import { looksOf } from '../../../shared/shop/look-alikes.ts'

export type LookAlikes<Owner> = {
  readonly add: (code: string, owner: Owner) => void
  /** The other codes that look like this one, in the order in which they were added. */
  readonly like: (code: string) => readonly (readonly [code: string, owner: Owner])[]
}

/** `owner` finds an exact code. Codes of plain digits, which are most, are not stored twice: only that finds them. */
export function createLookAlikes<Owner>(owner: (code: string) => Owner | null): LookAlikes<Owner> {
  const byLooks = new Map<string, (readonly [string, Owner])[]>()
  return {
    add: (code, by) => {
      if (DIGITS.test(code)) return
      const looks = looksOf(code)
      byLooks.set(looks, [...(byLooks.get(looks) ?? []), [code, by]])
    },
    like: (code) => {
      const looks = looksOf(code)
      const ofDigits = looks !== code && DIGITS.test(looks) ? owner(looks) : null
      const others = byLooks.get(looks)?.filter(([other]) => other !== code) ?? []
      return ofDigits === null ? others : [[looks, ofDigits], ...others]
    },
  }
}

const DIGITS = /^\d+$/
