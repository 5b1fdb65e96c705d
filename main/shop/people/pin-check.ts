/** Checks typed PINs. Each check counts as an attempt. Wrong PINs, and attempts that have to wait, are audited. */
import { CommandRefused } from '../../../shared/failure.ts'
import type { Person } from '../../../shared/shop/staff.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import type { StaffAudit } from './approvals.ts'
import type { Member, People } from './people.ts'
import type { PinHasher } from './pin.ts'
import { openPinAttempts } from './pin-attempts.ts'
import type { Refusals } from './refusals.ts'

type PinCheckParts = {
  readonly folder: string
  readonly members: Pick<People, 'read' | 'write'>
  readonly hasher: PinHasher
  readonly clock: Pick<Clock, 'monotonic' | 'after'>
  readonly log: Log
  readonly person: () => Person | null
  readonly tell: (entry: StaffAudit) => void
  readonly refusals: Refusals
}

/** Each takes a thread of Node's pool of four, which files need too, and 32 MiB. */
const HASHES_AT_A_TIME = 2

export function createPinCheck(parts: PinCheckParts) {
  const { folder, members, hasher, clock, log, person, tell, refusals } = parts
  const attempts = openPinAttempts(folder, clock)

  /** Counts an attempt (`begin` in pin-attempts.ts), and audits one that has to wait. */
  const count = (staffId: string, at: Omit<StaffAudit, 'about'>): number => {
    const held = `held ${staffId}`
    try {
      const wait = attempts.begin(staffId)
      refusals.end(held)
      return wait
    } catch (error) {
      if (error instanceof CommandRefused) refusals.add(held, { ...at, about: { staffId, pin: 'held' } })
      throw error
    }
  }

  /** Replaces a hash of an older cost, while its PIN is known. */
  const renewHash = async ({ id, pin: had }: Member, pin: string): Promise<void> => {
    if (had === null || !hasher.isOutdated(had)) return
    const kept = await hasher.hash(pin)
    try {
      members.write(
        members.read().map((one) => (one.id === id && one.pin === had ? { ...one, pin: kept } : one)),
      )
    } catch (error) {
      log.error('a PIN keeps its older hash', { error })
    }
  }

  /** The active person. Throws where there is none with a PIN. */
  const withPin = (staffId: string) => {
    const member = members.read().find(({ id, active }) => id === staffId && active)
    if (member === undefined) throw new CommandRefused('NOT_FOUND')
    if (member.pin === null) throw new CommandRefused('PIN_NOT_SET')
    return { ...member, pin: member.pin }
  }

  /** The person as they are after the check, because somebody may change them meanwhile. Null if the PIN is wrong. */
  const verified = async (staffId: string, pin: string): Promise<Member | null> => {
    const { pin: stored } = withPin(staffId)
    if (!(await hasher.verify(pin, stored))) return null
    const now = withPin(staffId)
    return now.pin === stored ? now : verified(staffId, pin)
  }

  return {
    count,
    clear: attempts.clear,
    remember: attempts.remember,
    stop: attempts.stop,
    authenticate: async (staffId: string, pin: string, action: string): Promise<Person> => {
      withPin(staffId)
      const at = { action, person: person(), approvedBy: null }
      const wait = count(staffId, at)
      const member = await verified(staffId, pin)
      if (member === null) {
        tell({ ...at, about: { staffId, pin: 'wrong' } })
        throw new CommandRefused('PIN_WRONG', String(Math.ceil(wait / 1000)))
      }
      attempts.clear(staffId)
      await renewHash(member, pin)
      const { id, name, role } = withPin(staffId)
      return { id, name, role }
    },
    /** Whether an active person other than `but` has the PIN. */
    isTaken: async (pin: string, but: string | null): Promise<boolean> => {
      const others = members.read().flatMap((one) => (one.active && one.id !== but ? (one.pin ?? []) : []))
      for (let at = 0; at < others.length; at += HASHES_AT_A_TIME) {
        const some = others.slice(at, at + HASHES_AT_A_TIME)
        if ((await Promise.all(some.map((stored) => hasher.verify(pin, stored)))).includes(true)) return true
      }
      return false
    },
  }
}
