import type { Clock } from '../../base/clock-and-log.ts'
import type { Notify } from './callbacks.ts'
import type { Ledger } from './ledger.ts'
import type { Tokens } from './tokens.ts'

export type ServiceParts = {
  readonly ledger: Ledger
  /** The moved clock. */
  readonly clock: Clock
  readonly tokens: Tokens
  readonly notify: Notify
}
