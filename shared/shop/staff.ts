/** The permissions and the lowest role that has each. A command names the permission that it needs (main/till/commands). */
import { z } from 'zod'
import { idSchema, type Wire } from '../wire.ts'

/** Each role has the permissions of the roles before it. */
export const ROLES = ['cashier', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** The lowest role that has the permission. Others need the approval of a person who has it. */
export const PERMISSIONS = {
  sell: 'cashier',
  park: 'cashier',
  discard: 'cashier',
  /** Up to the limit in the settings. */
  discount: 'cashier',
  history: 'cashier',
  'copy-receipt': 'cashier',
  /** Open, count and close a shift; cash in. */
  shift: 'cashier',
  'discount-above-limit': 'manager',
  'price-override': 'manager',
  /** Goods at a time at which the shop does not sell them. */
  'sell-banned': 'manager',
  /** Without a sale. It needs a manager, because cash could be taken out unnoticed. */
  'open-drawer': 'manager',
  'cash-out': 'manager',
  /** Shows the expected cash before the count: the X report, and Z reports again. */
  'shift-report': 'manager',
  /** Close a left shift whose drawer nobody can count. */
  'close-uncounted': 'manager',
  /** Returns and refunds. */
  refund: 'manager',
  'settle-attention': 'manager',
  /** Hold or give up a pending task: a charge, an e-receipt, a paper. */
  'hold-and-give-up-work': 'manager',
  'back-up': 'manager',
  settings: 'manager',
  goods: 'manager',
  /** The service's records and reconciliation. */
  books: 'manager',
  /** Sales reports and their export. */
  reports: 'manager',
  /** Read the audit trail. */
  audit: 'manager',
  'restore-backup': 'owner',
  /** Shop files, copies of the shop and data retention. */
  'shop-data': 'owner',
  /** Updates of the program. */
  updates: 'owner',
  merchant: 'owner',
  staff: 'owner',
  /** Take a till out of the shop database for good. */
  'retire-till': 'owner',
} as const satisfies Readonly<Record<string, Role>>

export type Permission = keyof typeof PERMISSIONS

/** The permissions for which a person approves the cart as it is. */
export const CART_PERMISSIONS = [
  'price-override',
  'discount-above-limit',
] as const satisfies readonly Permission[]

export const mayDo = (role: Role, permission: Permission): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(PERMISSIONS[permission])

/** A person without secrets such as the PIN. */
const person = { id: idSchema, name: z.string(), role: z.enum(ROLES) }
export const personSchema = z.strictObject(person)
export type Person = Wire<typeof personSchema>

export const staffRowSchema = z.strictObject(person).extend({ active: z.boolean() })
export type StaffRow = Wire<typeof staffRowSchema>

/** A person without a PIN cannot sign in. People from a copy of the shop have none until the owner sets one. */
export const listedPersonSchema = z
  .strictObject(person)
  .extend({ active: z.boolean(), hasPin: z.boolean(), hasRecoveryCode: z.boolean() })
export type ListedPerson = Wire<typeof listedPersonSchema>

/** The person who did something, stored with the record of it. */
export const cashierSchema = z.strictObject({ id: z.string(), name: z.string() })
export type Cashier = Wire<typeof cashierSchema>
export const asCashier = (person: Person | null): Cashier | null =>
  person && { id: person.id, name: person.name }

export const SHORTEST_PIN = 4
export const LONGEST_PIN = 8

/** An owner's recovery code (docs/decisions/pins.md#recovery) is written in groups of five digits. */
export const RECOVERY_DIGITS = 25
export const groupedCode = (digits: string): string => digits.match(/\d{1,5}/g)?.join(' ') ?? ''
