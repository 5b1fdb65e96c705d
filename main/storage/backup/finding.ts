import type { Tampering, TamperingKind } from '../../../shared/shop/tampering.ts'
import type { Row } from '../sqlite/index.ts'

/** A sign of tampering, with the words of `npm run audit:verify` for it. */
export type Finding = Tampering & { readonly words: string }

export const finding = (kind: TamperingKind, number: number | null, words: string): Finding => ({
  kind,
  number,
  words,
})

/** An event that does not fit the hash chain, or an audit row before it. */
export const changedEvent = (position: number, { subject, kind }: Row): Finding =>
  finding(
    'event-changed',
    position,
    `event ${position} (${subject}, ${kind}), or an audit entry before it, is not what was written there`,
  )

/** The same without the English words, for the page and the audit trail. */
export const signOf = (found: Finding | null): Tampering | null =>
  found && { kind: found.kind, number: found.number }
