import { TAMPERING_KINDS, type Tampering } from '../../../shared/shop/tampering.ts'
import type { Say } from '../page/index.ts'

/** The sentence that tells a person which sign of tampering was found. */
export const tamperingWords = (say: Say, { kind, number }: Tampering): string =>
  say(`tampering.${kind}`, { number: String(number ?? '') })

/** Of a field of an audit entry, which may be something else. */
export const isTampering = (value: unknown): value is Tampering =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  TAMPERING_KINDS.some((kind) => kind === value.kind)
