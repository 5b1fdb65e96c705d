/** The staff: who is signed in, who may do what, and who approved a command of a person without the permission. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { refuse } from '../../../shared/failure.ts'
import { onlyTyped } from '../../../shared/shop/only-typed.ts'
import {
  type ListedPerson,
  mayDo,
  type Permission,
  type Person,
  type Role,
  type StaffRow,
} from '../../../shared/shop/staff.ts'
import type { Clock, Log } from '../../base/clock-and-log.ts'
import { createMutex } from '../../base/mutex.ts'
import type { ScryptCost } from '../../base/scrypt.ts'
import { createSignal, type Signal } from '../../base/signal.ts'
import type { Register, RegisterChange } from '../../storage/register/index.ts'
import { type Approvable, type Authorization, createApprovals, type StaffAudit } from './approvals.ts'
import { isActiveOwner, type Member, registeredPeople, type SealedPerson } from './people.ts'
import { assertPinAllowed, createPinHasher, type StoredPin } from './pin.ts'
import { createPinCheck } from './pin-check.ts'
import { isRecoveryCode, newRecoveryCode } from './recovery-code.ts'
import { createRefusals } from './refusals.ts'
import { createSession } from './session.ts'

type Notes = readonly RegisterChange[]

type TypedPerson = {
  readonly id: string | null
  readonly name: string
  readonly role: Role
  readonly pin: string | null
  /** The name and the role that the form showed when these were typed. If it is left out, both are stored as they are here. */
  readonly over?: Pick<Person, 'name' | 'role'>
}

/** `was`: the person before; null for a new one. */
type Saved = { readonly saved: Person; readonly was: Person | null }

export type Staff = {
  /** Empty if there are no staff, or their list cannot be read. */
  readonly list: () => readonly ListedPerson[]
  /** False if there are no staff: then everybody may do everything. True if their list cannot be read. */
  readonly isStaffed: () => boolean
  readonly isDamaged: () => boolean
  readonly isLocked: () => boolean
  readonly person: () => Person | null
  /**
   * Throws SIGNED_OUT, or NOT_ALLOWED if the person has neither the permission nor an approval. An approval is used up,
   * unless the command is refused and returns it. If `approvable`, the detail of NOT_ALLOWED is the permission.
   */
  readonly authorize: (
    what: CommandCall,
    approvable: boolean,
  ) => Authorization & { readonly returnApproval: () => void }
  /** Called for each action of a person: restarts the idle time. */
  readonly touch: () => void
  readonly signIn: (staffId: string, pin: string) => Promise<Person>
  readonly lock: () => void
  /** The `notes` of this and the other changes are stored in one transaction with them. */
  readonly save: (typed: TypedPerson, notes: (saved: Saved) => Notes) => Promise<Saved>
  /**
   * Adds the staff of a copy of the shop to a till without staff. They have no PINs, except the owner, who gets this
   * one and is signed in.
   */
  readonly bringIn: (people: readonly StaffRow[], ownerId: string, pin: string) => Promise<void>
  /** Throws the failure that `bringIn` would throw. */
  readonly checkBringIn: (people: readonly StaffRow[], ownerId: string, pin: string) => void
  /** The staff with the hashes of their PINs, for a sealed file. */
  readonly sealed: () => readonly SealedPerson[]
  /** Adds the staff of a sealed file to a till without staff. Nobody is signed in, so the till is locked. */
  readonly adopt: (people: readonly SealedPerson[]) => void
  /** Throws the failure that `adopt` would throw. */
  readonly checkAdopt: (people: readonly SealedPerson[]) => void
  /**
   * Changes or adds these people as another till has them. Throws OWNER_NEEDED if no owner could sign in then. Who is
   * signed in and was deactivated is signed out.
   */
  readonly receive: (people: readonly SealedPerson[], notes: Notes) => void
  readonly setActive: (staffId: string, active: boolean, notes: () => Notes) => void
  readonly changePin: (pin: string, newPin: string, notes: () => Notes) => Promise<void>
  /**
   * Makes a recovery code for the owner who is signed in. It replaces the one before. Only its hash is kept, so it
   * cannot be shown again.
   */
  readonly makeRecoveryCode: (pin: string, notes: () => Notes) => Promise<string>
  /** Uses up an owner's recovery code: ends a hold, sets the new PIN and signs the owner in. */
  readonly recoverOwner: (
    staffId: string,
    code: string,
    newPin: string,
    notes: (owner: Person) => Notes,
  ) => Promise<Person>
  readonly approve: (staffId: string, pin: string, what: Approvable) => Promise<Person>
  /** Ends the approval that this question got, and the one whose PIN is checked now: one question is open at a time. */
  readonly withdrawApproval: (question: CommandCall) => void
  /** The staff or the person who is signed in has changed. */
  readonly onChange: Signal['listen']
  /** The stored list of staff has changed. */
  readonly onPeopleChange: Signal['listen']
  readonly onAudit: Signal<StaffAudit>['listen']
  readonly stop: () => void
}

/**
 * A command with a parsed request, the permission that the request needs, which is null if everybody may run it, and the
 * content of its audit row.
 */
export type CommandCall = Omit<Approvable, 'permission'> & { readonly permission: Permission | null }

export type StaffParts = {
  /** The data folder. It contains the PIN attempts, which belong to this till alone. */
  readonly folder: string
  readonly register: Pick<Register, 'rows' | 'write'>
  readonly clock: Clock
  readonly log: Log
  readonly lockMinutes: () => number
  /** Of new PIN hashes. */
  readonly scryptCost: ScryptCost
}

export function createStaff(parts: StaffParts): Staff {
  const { folder, clock, log } = parts
  const changes = createSignal()
  const peopleChanges = createSignal()
  const audit = createSignal<StaffAudit>()
  const members = registeredPeople(parts.register, log)
  const approvals = createApprovals(clock)
  const hasher = createPinHasher(parts.scryptCost)
  let withdrawals = 0
  let stopped = false

  const withdrawApproval = (question: CommandCall | null): void => {
    withdrawals += 1
    approvals.withdraw(question)
  }

  const named = (staffId: string): Member =>
    members.read().find(({ id }) => id === staffId) ?? refuse('NOT_FOUND')

  const personNamed = (staffId: string): Person | null => {
    const found = members.read().find(({ id, active }) => id === staffId && active)
    return found ? asPerson(found) : null
  }

  const session = createSession({
    clock,
    idleMs: () => parts.lockMinutes() * 60_000,
    ended: (staffId) => {
      withdrawApproval(null)
      if (stopped) return
      audit.emit({ action: 'lock', person: personNamed(staffId), approvedBy: null, about: { staffId } })
      changes.emit()
    },
  })

  const person = (): Person | null => {
    const who = session.who()
    return who === null ? null : personNamed(who)
  }

  const refusals = createRefusals(clock, audit.emit)
  const pins = createPinCheck({ folder, members, hasher, clock, log, person, tell: audit.emit, refusals })

  const isStaffed = (): boolean => members.damaged || members.read().length > 0
  if (isStaffed()) pins.remember()

  const replace = (member: Member, notes: Notes): void => {
    const all = members.read()
    const next = all.some(({ id }) => id === member.id)
      ? all.map((one) => (one.id === member.id ? member : one))
      : [...all, member]
    if (!next.some(isActiveOwner)) refuse('OWNER_NEEDED')
    members.write(next, notes)
    peopleChanges.emit()
    changes.emit()
  }

  const { runExclusive } = createMutex()
  /** Stores new PINs one after the other: of two equal ones at the same time, neither would find the other. */
  const givePin = <Value>(
    pin: string,
    of: string | null,
    store: (hash: StoredPin) => Value,
  ): Promise<Value> =>
    runExclusive(async () => {
      if (await pins.isTaken(pin, of)) refuse('PIN_INVALID')
      return store(await hasher.hash(pin))
    })

  /** The active owner whose recovery code this is. */
  const recovering = (staffId: string, code: string): Member => {
    const owner = members.read().find(({ id, active, role }) => id === staffId && active && role === 'owner')
    if (owner?.recovery && isRecoveryCode(code, owner.recovery)) return owner
    const about = { staffId, recoveryCode: 'wrong' }
    const series = `recoverOwner ${members.read().some(({ id }) => id === staffId) ? staffId : ''}`
    refusals.add(series, { action: 'recoverOwner', person: person(), approvedBy: null, about })
    return refuse('RECOVERY_WRONG')
  }

  const checkBringIn: Staff['checkBringIn'] = (people, ownerId, pin) => {
    assertPinAllowed(pin)
    if (isStaffed()) refuse('STAFF_THERE')
    if (!people.some(({ id, role, active }) => id === ownerId && role === 'owner' && active))
      refuse('OWNER_NEEDED')
  }

  const checkAdopt: Staff['checkAdopt'] = (people) => {
    if (isStaffed()) refuse('STAFF_THERE')
    if (!people.some(isActiveOwner)) refuse('OWNER_NEEDED')
  }

  return {
    list: () =>
      members.read().map((member) => ({
        ...asPerson(member),
        active: member.active,
        hasPin: member.pin !== null,
        hasRecoveryCode: member.recovery !== null,
      })),
    isStaffed,
    isDamaged: () => members.damaged,
    isLocked: () => isStaffed() && person() === null,
    person,
    authorize: ({ permission, ...wanted }, approvable) => {
      const who = person()
      const alone = { person: who, approvedBy: null, returnApproval: () => {} }
      if (!isStaffed() || permission === null) return alone
      if (who === null) return refuse('SIGNED_OUT')
      if (mayDo(who.role, permission)) return alone
      const taken = approvals.take({ ...wanted, permission }, who.id)
      // Read again, because who approved may have been deactivated or got another role meanwhile.
      const by = taken && personNamed(taken.by.id)
      if (taken === null || by === null || !mayDo(by.role, permission))
        return refuse('NOT_ALLOWED', approvable ? permission : null)
      return { person: who, approvedBy: by, returnApproval: taken.putBack }
    },
    touch: session.touch,
    signIn: async (staffId, pin) => {
      const who = await pins.authenticate(staffId, pin, 'signIn')
      session.begin(staffId)
      audit.emit({ action: 'signIn', person: who, approvedBy: null, about: { staffId } })
      changes.emit()
      return who
    },
    lock: session.end,
    save: async ({ id, pin, over, ...typed }, notes) => {
      if (members.damaged) refuse('STAFF_DAMAGED')
      const clean = typed.name.replace(/\s+/g, ' ').trim()
      if (clean === '' || clean.length > LONGEST_NAME) refuse('STAFF_NAME_INVALID')
      const had = id === null ? null : named(id)
      if (pin !== null) assertPinAllowed(pin)
      const store = (kept: StoredPin) => {
        // Read now, because the staff may have changed meanwhile.
        const first = members.read().length === 0
        const before = id === null ? null : named(id)
        const wanted = { name: clean, role: typed.role }
        const { name, role } =
          over === undefined || before === null
            ? wanted
            : onlyTyped(wanted, over, { name: before.name, role: before.role })
        const member: Member = {
          ...{ id: id ?? randomUUID(), name, role, active: before?.active ?? true, pin: kept },
          recovery: role === 'owner' ? (before?.recovery ?? null) : null,
        }
        const saved = { saved: asPerson(member), was: before && asPerson(before) }
        replace(member, notes(saved))
        if (pin !== null) pins.clear(member.id)
        // Sign in the first owner, so that the person at the till is not locked out of the work at hand.
        if (first) session.begin(member.id)
        return saved
      }
      return pin === null ? store(had?.pin ?? refuse('PIN_INVALID')) : givePin(pin, id, store)
    },
    checkBringIn,
    bringIn: async (people, ownerId, pin) => {
      checkBringIn(people, ownerId, pin)
      const kept = await hasher.hash(pin)
      checkBringIn(people, ownerId, pin) // again, because the staff may have changed meanwhile
      members.write(
        people.map(({ id, name, role, active }) => ({
          ...{ id, name, role, active },
          pin: id === ownerId ? kept : null,
          recovery: null,
        })),
      )
      peopleChanges.emit()
      session.begin(ownerId)
      changes.emit()
    },
    sealed: () => members.read().map(({ recovery: _, ...person }) => person),
    checkAdopt,
    adopt: (people) => {
      checkAdopt(people)
      members.write(people.map((person) => ({ ...person, recovery: null })))
      peopleChanges.emit()
      changes.emit()
    },
    receive: (people, notes) => {
      if (people.length === 0) return members.note(notes)
      const had = new Map(members.read().map((one) => [one.id, one]))
      const next = new Map(had)
      for (const one of people) {
        const recovery = one.role === 'owner' ? (had.get(one.id)?.recovery ?? null) : null
        next.set(one.id, { ...one, recovery })
      }
      if (![...next.values()].some(isActiveOwner)) refuse('OWNER_NEEDED')
      members.write([...next.values()], notes)
      pins.remember()
      for (const { id, pin } of people)
        if (had.has(id) && !isDeepStrictEqual(had.get(id)?.pin, pin)) pins.clear(id)
      const who = session.who()
      if (who !== null && personNamed(who) === null) session.end()
      peopleChanges.emit()
      changes.emit()
    },
    setActive: (staffId, active, notes) => {
      const had = named(staffId)
      // Somebody else may have got the same PIN meanwhile, and nobody can compare two hashes.
      const pin = active && !had.active ? null : had.pin
      replace({ ...had, active, pin }, notes())
      if (!active && session.who() === staffId) session.end()
    },
    changePin: async (pin, newPin, notes) => {
      const who = person() ?? refuse('SIGNED_OUT')
      await pins.authenticate(who.id, pin, 'changePin')
      assertPinAllowed(newPin)
      // A refusal may tell that somebody has this PIN, so each new PIN counts as an attempt. Success does not reset it.
      pins.count(`new:${who.id}`, { action: 'changePin', person: who, approvedBy: null })
      await givePin(newPin, who.id, (kept) => replace({ ...named(who.id), pin: kept }, notes()))
    },
    makeRecoveryCode: async (pin, notes) => {
      const who = person() ?? refuse('SIGNED_OUT')
      if (who.role !== 'owner') refuse('NOT_ALLOWED') // also with an approval
      const { role } = await pins.authenticate(who.id, pin, 'makeRecoveryCode')
      if (role !== 'owner') refuse('NOT_ALLOWED') // changed meanwhile
      const { code, stored } = newRecoveryCode()
      replace({ ...named(who.id), recovery: stored }, notes())
      return code
    },
    recoverOwner: async (staffId, code, newPin, notes) => {
      assertPinAllowed(newPin)
      recovering(staffId, code)
      return givePin(newPin, staffId, (kept) => {
        const owner = recovering(staffId, code) // again, because the code may have been used meanwhile
        pins.clear(staffId)
        const who = asPerson(owner)
        replace({ ...owner, pin: kept, recovery: null }, notes(who))
        session.begin(staffId)
        changes.emit()
        return who
      })
    },
    approve: async (staffId, pin, what) => {
      const { name, permission, about } = what
      const of = person() ?? refuse('SIGNED_OUT')
      const before = withdrawals
      const by = await pins.authenticate(staffId, pin, 'approve')
      if (before !== withdrawals || !mayDo(by.role, permission)) refuse('NOT_ALLOWED', permission)
      approvals.give(what, of.id, by)
      audit.emit({
        action: 'approve',
        person: of,
        approvedBy: by,
        about: { ...about, verb: name, permission },
      })
      return by
    },
    withdrawApproval,
    onChange: changes.listen,
    onPeopleChange: peopleChanges.listen,
    onAudit: audit.listen,
    stop: () => {
      refusals.endAll()
      stopped = true
      session.end()
      pins.stop()
    },
  }
}

const LONGEST_NAME = 60

const asPerson = ({ id, name, role }: Member): Person => ({ id, name, role })
