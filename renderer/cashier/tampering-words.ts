import { TAMPERING_KINDS } from '../../shared/tampering.ts'
import type { Say } from './text.ts'

/** A sign of tampering in words. Earlier versions stored English words, which are shown as they are. */
export function tamperingWords(say: Say, sign: unknown): string {
  if (typeof sign !== 'object' || sign === null || !('kind' in sign)) return String(sign)
  const kind = TAMPERING_KINDS.find((one) => one === sign.kind)
  if (kind === undefined) return String(sign)
  return say(`tampering.${kind}`, { number: 'number' in sign ? String(sign.number ?? '') : '' })
}
