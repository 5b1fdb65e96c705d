import type { Tampering, TamperingKind } from '../../shared/tampering.ts'

/** A sign of tampering, with the words of `npm run audit:verify` for it. */
export type Finding = Tampering & { readonly words: string }

export const finding = (kind: TamperingKind, number: number | null, words: string): Finding => ({
  kind,
  number,
  words,
})

/** The sign without its words, for the page and the audit trail. */
export const signOf = (found: Finding | null): Tampering | null =>
  found && { kind: found.kind, number: found.number }
