/** The permissions, and the lowest role that has each. A command names the permission that it needs (main/commands). */
import { z } from 'zod'
import { idSchema, type Wire } from './wire.ts'

/** Each role may do everything that the roles before it may. */
export const ROLES = ['cashier', 'manager', 'owner'] as const
export type Role = (typeof ROLES)[number]

/** The least role that may do it by itself. Anybody else needs the approval of one who may. */
export const PERMISSIONS = {
  sell: 'cashier',
  park: 'cashier',
  discard: 'cashier',
  /** Up to the limit of the settings. */
  discount: 'cashier',
  history: 'cashier',
  'copy-receipt': 'cashier',
  /** Open a shift, count it, close it, put cash in. */
  shift: 'cashier',
  'discount-above-limit': 'manager',
  'price-override': 'manager',
  /** Without a sale: the oldest way to take money out. */
  'open-drawer': 'manager',
  'cash-out': 'manager',
  /** What must be in the drawer before it is counted: X, and the Z again. */
  'shift-report': 'manager',
  /** A shift that was left, whose drawer nobody counts. */
  'close-uncounted': 'manager',
  /** Money back for goods. */
  refund: 'manager',
  'settle-attention': 'manager',
  /** A charge, an e-receipt or a paper that is not waited for any more. */
  'hold-and-give-up-work': 'manager',
  'back-up': 'manager',
  settings: 'manager',
  goods: 'manager',
  /** The service's own books, and a day held against them. */
  books: 'manager',
  /** What was sold, added up, and its files. */
  reports: 'manager',
  /** To read who did what. */
  audit: 'manager',
  'restore-backup': 'owner',
  /** Settings that leave the terminal or come in by a file, where copies of the shop go, what is kept how long. */
  'shop-data': 'owner',
  merchant: 'owner',
  staff: 'owner',
} as const satisfies Readonly<Record<string, Role>>

export type Permission = keyof typeof PERMISSIONS

export const mayDo = (role: Role, permission: Permission): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(PERMISSIONS[permission])

/** Someone who works in the shop, without what is secret. */
const person = { id: idSchema, name: z.string(), role: z.enum(ROLES) }
export const personSchema = z.strictObject(person)
export type Person = Wire<typeof personSchema>

export const staffRowSchema = z.strictObject(person).extend({ active: z.boolean() })
export type StaffRow = Wire<typeof staffRowSchema>

/** Without a PIN nobody signs in: they came with a copy of the shop, and the owner has given none yet. */
export const listedPersonSchema = z.strictObject(person).extend({ active: z.boolean(), hasPin: z.boolean() })
export type ListedPerson = Wire<typeof listedPersonSchema>

/** The person who did something, as recorded with it. */
export const cashierSchema = z.strictObject({ id: z.string(), name: z.string() })
export type Cashier = Wire<typeof cashierSchema>
export const asCashier = (person: Person | null): Cashier | null =>
  person && { id: person.id, name: person.name }

export const SHORTEST_PIN = 4
export const LONGEST_PIN = 8
