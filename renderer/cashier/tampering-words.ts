import { tamperingSchema } from '../../shared/tampering.ts'
import type { Say } from './text.ts'

/** A sign of tampering in words. Earlier versions stored English words, which are shown as they are. */
export function tamperingWords(say: Say, sign: unknown): string {
  const read = tamperingSchema.safeParse(sign)
  return read.success ? say(`tampering.${read.data.kind}`, { number: read.data.number ?? '' }) : String(sign)
}
