/** One act, approved on the spot: this verb with this very request, once, within a minute. */
import { createHash } from 'node:crypto'
import type { CashierVerb } from '../../shared/ipc/index.ts'
import type { Permission, Person } from '../../shared/staff.ts'
import type { Clock } from '../environment.ts'

const LASTS_MS = 60_000

export type Approvable = {
  readonly verb: CashierVerb
  readonly request: unknown
  readonly permission: Permission
  /** Whose act it is: an approval is no use to the next one at the till. */
  readonly of: string
}

export type Approvals = {
  readonly give: (what: Approvable, by: Person) => void
  /** Who approved it; null where nobody did, or it was used, or its minute is over. */
  readonly take: (what: Approvable) => Person | null
}

export function createApprovals(clock: Pick<Clock, 'monotonic'>): Approvals {
  const given = new Map<string, { readonly by: Person; readonly until: number }>()
  return {
    give: (what, by) => {
      for (const [key, { until }] of given) if (until <= clock.monotonic()) given.delete(key)
      given.set(keyOf(what), { by, until: clock.monotonic() + LASTS_MS })
    },
    take: (what) => {
      const key = keyOf(what)
      const found = given.get(key)
      given.delete(key)
      return found !== undefined && clock.monotonic() < found.until ? found.by : null
    },
  }
}

/**
 * Requests are parsed by the same schema before they come here: their keys stand in its order. Hashed, so that a password
 * among them is not held.
 */
const keyOf = ({ verb, request, permission, of }: Approvable): string =>
  createHash('sha256')
    .update(JSON.stringify([verb, permission, of, request ?? null]))
    .digest('hex')
