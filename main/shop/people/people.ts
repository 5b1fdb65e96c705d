/**
 * The staff in the register. If a row cannot be parsed, or no active owner is left, the till is locked: with an empty
 * list everybody could do everything. docs/operations.md tells the owner what to do.
 */
import { z } from 'zod'
import { ROLES } from '../../../shared/shop/staff.ts'
import type { Log } from '../../base/clock-and-log.ts'
import { PEOPLE_LOST, type Register, type RegisterChange } from '../../storage/register/index.ts'
import { storedPin } from './pin.ts'
import { storedRecoveryCode } from './recovery-code.ts'

const member = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().min(1).max(60),
  role: z.enum(ROLES),
  active: z.boolean(),
  /** Null for a person from a copy of the shop who has not been given a new PIN yet. */
  pin: storedPin.nullable(),
  /** The hash of an owner's recovery code. */
  recovery: storedRecoveryCode.nullable(),
})
export type Member = z.infer<typeof member>

/** A person in a sealed file: with the hash of the PIN, without the recovery code, which works once. */
export const sealedPerson = member.omit({ recovery: true })
export type SealedPerson = z.infer<typeof sealedPerson>

/** A person as a till stores one, or as a shop shares one: the recovery code stays at its till. */
const storedOrShared = member.extend({ recovery: member.shape.recovery.exactOptional() })

/** A person without the recovery code; null where this program cannot read the row. */
export function sealedPersonOf(key: string, body: string): SealedPerson | null {
  const read = storedOrShared.safeParse(JSON.parse(body)).data
  if (read?.id !== key) return null
  const { recovery: _, ...person } = read
  return person
}

export type People = {
  /** The list of staff is lost or cannot be read, so nobody can sign in. */
  readonly damaged: boolean
  readonly read: () => readonly Member[]
  readonly write: (people: readonly Member[], notes?: readonly RegisterChange[]) => void
  /** Stores the notes alone. */
  readonly note: (notes: readonly RegisterChange[]) => void
}

/** An owner without a PIN cannot sign in. */
export const isActiveOwner = ({ role, active, pin }: Pick<Member, 'role' | 'active' | 'pin'>): boolean =>
  role === 'owner' && active && pin !== null

export function registeredPeople(register: Pick<Register, 'rows' | 'write'>, log: Log): People {
  const rows = register.rows('person').map(({ body }) => member.safeParse(JSON.parse(body)).data ?? null)
  const found = rows.filter((row) => row !== null)
  const isLost = register.rows('note').some(({ key }) => key === PEOPLE_LOST)
  const damaged = isLost || found.length < rows.length || (rows.length > 0 && !found.some(isActiveOwner))
  if (damaged) log.error('the people cannot be read, and nobody can sign in')
  let known: readonly Member[] = damaged ? [] : found
  return {
    damaged,
    read: () => known,
    write: (all, notes = []) => {
      register.write('person', all.map(personRow), notes)
      known = all
    },
    note: (notes) => {
      if (notes.length > 0) register.write('person', [], notes)
    },
  }
}

const personRow = (one: Member): RegisterChange => ({ key: one.id, body: JSON.stringify(one) })

/** Removes all staff, for a shop in which no owner can sign in. */
export function forgetPeople(register: Pick<Register, 'rows' | 'write'>): void {
  register.write(
    'person',
    register.rows('person').map(({ key }) => ({ key, body: null })),
  )
  register.write('note', [{ key: PEOPLE_LOST, body: null }])
}
