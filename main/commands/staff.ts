/** Staff: sign-in, the list of people, approvals, and the audit trail. */
import { z } from 'zod'
import { CommandRefused } from '../../shared/failure.ts'
import { auditRowSchema } from '../../shared/ipc/view.ts'
import { listedPersonSchema, personSchema, ROLES } from '../../shared/staff.ts'
import type { CommandContext } from './command-context.ts'
import { commandAlone, defineCommand } from './define-command.ts'
import { id, typed, typedPin } from './schemas.ts'

/** Everybody, inactive people too. `damaged`: the list could not be read, and nobody can sign in. */
export const listStaff = defineCommand({
  reply: z.strictObject({
    people: z.array(listedPersonSchema),
    damaged: z.boolean(),
  }),
  permission: null,
  whileLocked: true,
  background: true,
  handle: ({ staff }) => ({ people: staff.list(), damaged: staff.isDamaged() }),
})

/** main/staff/staff.ts writes the audit rows itself: wrong PINs have one too. */
export const signIn = defineCommand({
  request: z.strictObject({ staffId: id, pin: typedPin }),
  permission: null,
  whileLocked: true,
  handle: ({ staff }, { staffId, pin }) => staff.signIn(staffId, pin),
})

export const lock = defineCommand({
  permission: null,
  handle: ({ staff }) => staff.lock(),
})

/** `id` null adds a person; the very first is the owner. `pin` null leaves the PIN as it is. */
export const saveStaff = defineCommand({
  request: z.strictObject({ id: id.nullable(), name: typed, role: z.enum(ROLES), pin: typedPin.nullable() }),
  reply: personSchema,
  permission: 'staff',
  audit: ({ id: staffId, name, role, pin }) => ({ id: staffId, name, role, newPin: pin !== null }),
  auditedWithoutStaff: true,
  handle: ({ staff }, person) => staff.save(person),
})

export const setStaffActive = defineCommand({
  request: z.strictObject({ id, active: z.boolean() }),
  permission: 'staff',
  audit: ({ id: staffId, active }) => ({ staffId, active }),
  handle: ({ staff }, { id: staffId, active }) => staff.setActive(staffId, active),
})

export const changePin = defineCommand({
  request: z.strictObject({ pin: typedPin, newPin: typedPin }),
  permission: null,
  audit: commandAlone,
  handle: ({ staff }, { pin, newPin }) => staff.changePin(pin, newPin),
})

/** A person with the permission lets whoever is signed in run this command with this request, once, within a minute. */
export const approve = defineCommand({
  request: z.strictObject({ staffId: id, pin: typedPin, command: z.string().max(64), request: z.unknown() }),
  reply: personSchema,
  permission: null,
  handle: ({ staff, readCall }, { staffId, pin, command, request }) => {
    // Parsed as it will be when it is sent: the two are compared letter by letter.
    const call = readCall(command, request)
    if (call === null || call.permission === null) throw new CommandRefused('INPUT_INVALID')
    return staff.approve(staffId, pin, { ...call, permission: call.permission })
  },
})

/** Newest first; `before` is the `seq` of the last row that is known. */
export const listAudit = defineCommand({
  request: z.strictObject({ before: z.int().positive().nullable(), limit: z.int().min(1).max(200) }),
  reply: z.array(auditRowSchema),
  permission: 'audit',
  background: true,
  handle: (context, { before, limit }) => {
    const { journal } = context.shop()
    return journal.audit.rows(limit, before).map(({ seq, at, who, act, about: written, approvedBy }) => {
      const about = JSON.parse(written) as Record<string, unknown>
      const sale = typeof about.saleId === 'string' ? journal.sales.byId(about.saleId) : null
      return {
        seq,
        at,
        who: personOf(who),
        act,
        about,
        whom: nameOf(context, about, who?.id ?? null),
        sale: sale && { id: sale.id, sequence: sale.sequence },
        approvedBy: personOf(approvedBy),
      }
    })
  },
})

/** A role of a later version counts as the lowest. */
const personOf = (one: { readonly id: string; readonly name: string; readonly role: string } | null) =>
  one && { id: one.id, name: one.name, role: ROLES.find((role) => role === one.role) ?? 'cashier' }

/** The name of the person that a row is about, if it is another than the one who acted. */
function nameOf(
  { staff }: CommandContext,
  { staffId, id: personId }: Readonly<Record<string, unknown>>,
  who: string | null,
): string | null {
  const whom = staffId ?? personId
  if (whom === who) return null
  return staff.list().find((one) => one.id === whom)?.name ?? null
}
