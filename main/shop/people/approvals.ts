/** Approvals at the till. Each allows one command with one request and its amounts, done once, within a minute. */
import { createHash } from 'node:crypto'
import type { Mode } from '../../../shared/shop/mode.ts'
import type { Permission, Person } from '../../../shared/shop/staff.ts'
import type { Clock } from '../../base/clock-and-log.ts'

const LASTS_MS = 60_000

/** The content of an audit row besides person and time. */
export type About = Readonly<Record<string, unknown>>

/** Who runs a command, and who approved it. */
export type Authorization = { readonly person: Person | null; readonly approvedBy: Person | null }

/** Audit rows that are not written by a command itself: sign-ins, wrong PINs, locks, approvals. */
export type StaffAudit = Authorization & { readonly action: string; readonly about: About }

/** A command with its request, the permission that this request needs, and the content of its audit row. */
export type Approvable = {
  /** An approval of test mode does not hold in live mode. */
  readonly mode: Mode
  readonly name: string
  readonly request: unknown
  readonly permission: Permission
  readonly about: About | null
}

export type Approvals = {
  /** `of`: the id of the person who gave the command. The approval does not hold for the next person at the till. */
  readonly give: (what: Approvable, of: string, by: Person) => void
  /** Removes the approval. Null if there is none, or it is older than a minute. */
  readonly take: (what: Approvable, of: string) => Taken | null
  readonly withdraw: () => void
}

type Taken = {
  readonly by: Person
  /** Called if the command was refused: the approval holds for the same request again, no longer than before. */
  readonly putBack: () => void
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
      if (found === undefined || clock.monotonic() >= found.until) return null
      return { by: found.by, putBack: () => void (given.has(key) || given.set(key, found)) }
    },
    withdraw: () => given.clear(),
  }
}

/**
 * The same schema parses the request of the approval and of the command, so the order of keys is equal. Hashed, so that
 * no password in a request stays in memory.
 */
const keyOf = ({ mode, name, request, permission, about }: Approvable, of: string): string =>
  createHash('sha256')
    .update(JSON.stringify([mode, name, permission, of, request ?? null, about]))
    .digest('hex')
