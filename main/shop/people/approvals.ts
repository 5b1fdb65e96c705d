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
  /** Returns the approval and marks it as used. Returns null if there is none, or if it is older than a minute. */
  readonly take: (what: Approvable, of: string) => Taken | null
  /** Withdraws all approvals that were given for this question; with null, all approvals. `putBack` does not restore them. */
  readonly withdraw: (question: Question | null) => void
}

type Taken = {
  readonly by: Person
  /** Called if the command was refused: the approval holds for the same request again, no longer than before. */
  readonly putBack: () => void
}

type Question = Pick<Approvable, 'name' | 'request'>
type Given = { readonly by: Person; readonly until: number; readonly question: string; isTaken: boolean }

export function createApprovals(clock: Pick<Clock, 'monotonic'>): Approvals {
  const given = new Map<string, Given>()
  return {
    give: (what, of, by) => {
      for (const [key, { until }] of given) if (until <= clock.monotonic()) given.delete(key)
      const until = clock.monotonic() + LASTS_MS
      given.set(keyOf(what, of), { by, until, question: questionOf(what), isTaken: false })
    },
    take: (what, of) => {
      const found = given.get(keyOf(what, of))
      if (found === undefined || found.isTaken || clock.monotonic() >= found.until) return null
      found.isTaken = true
      const putBack = () => {
        found.isTaken = false
      }
      return { by: found.by, putBack }
    },
    withdraw: (question) => {
      for (const [key, one] of given)
        if (question === null || one.question === questionOf(question)) given.delete(key)
    },
  }
}

/**
 * The same schema parses the request of the approval and of the command, so the order of keys is equal. Hashed, so that
 * no password in a request stays in memory.
 */
const keyOf = ({ mode, name, request, permission, about }: Approvable, of: string): string =>
  hashOf([mode, name, permission, of, request ?? null, about])

const questionOf = ({ name, request }: Question): string => hashOf([name, request ?? null])

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')
