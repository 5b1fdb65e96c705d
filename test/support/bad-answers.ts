import type { FaultRequest } from '../../scripts/run/practice/index.ts'

/** Every way in which the service's answer is unusable or comes too late. */
export const BAD_ANSWERS = [
  'html',
  'truncated',
  'missing-field',
  'wrong-type',
  '500',
  '502',
  'reset-before',
  'reset-after',
  'hang-before',
  'hang-after',
  '429',
] as const satisfies readonly FaultRequest['effect'][]
