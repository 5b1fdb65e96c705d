/** Approvals on the spot: one command with one request, once, within a minute. */
import { createHash } from 'node:crypto'
import type { Permission, Person } from '../../shared/staff.ts'
import type { Clock } from '../environment.ts'

const LASTS_MS = 60_000

/** A command with its request, and the permission that this request needs. */
export type Approvable = {
  readonly name: string
  readonly request: unknown
  readonly permission: Permission
}

export type Approvals = {
  /** `of` is the id of the person whose command it is: the approval is no use to the next person at the till. */
  readonly give: (what: Approvable, of: string, by: Person) => void
  /** Uses it up and returns who approved; null where nobody did, it was used, or its minute is over. */
  readonly take: (what: Approvable, of: string) => Person | null
}

export function createApprovals(clock: Pick<Clock, 'monotonic'>): Approvals {
  const given = new Map<string, { readonly by: Person; readonly until: number }>()
  return {
    give: (what, of, by) => {
      for (const [key, { until }] of given) if (until <= clock.monotonic()) given.delete(key)
      given.set(keyOf(what, of), { by, until: clock.monotonic() + LASTS_MS })
    },
    take: (what, of) => {
      const key = keyOf(what, of)
      const found = given.get(key)
      given.delete(key)
      return found !== undefined && clock.monotonic() < found.until ? found.by : null
    },
  }
}

/** Both requests were parsed by one schema, so their keys have one order. Hashed, so that no password in them is held. */
const keyOf = ({ name, request, permission }: Approvable, of: string): string =>
  createHash('sha256')
    .update(JSON.stringify([name, permission, of, request ?? null]))
    .digest('hex')
