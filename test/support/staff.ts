/** The staff of a shop, for tests of the main process. */
import type { Person, Role } from '../../shared/shop/staff.ts'
import type { Till } from './terminal.ts'

export const PINS: Readonly<Record<Role, string>> = { owner: '2580', manager: '7391', cashier: '4826' }

/** Matches a PIN as a whole number, because a time in milliseconds may contain the same digits. */
export const ANY_PIN = new RegExp(`\\b(${Object.values(PINS).join('|')})\\b`)

export type Crew = Readonly<Record<Role, Person>>

/** Adds an owner, a manager and a cashier; the owner is signed in. */
export async function hire(till: Till): Promise<Crew> {
  const make = (role: Role) => till.ask('saveStaff', { id: null, name: `The ${role}`, role, pin: PINS[role] })
  const owner = await make('owner')
  return { owner, manager: await make('manager'), cashier: await make('cashier') }
}

export const putAtTill = (till: Till, { id, role }: Person): Promise<undefined> =>
  till.ask('signIn', { staffId: id, pin: PINS[role] })
