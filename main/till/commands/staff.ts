/** Commands of staff: sign-in, the list of people, approvals, and the audit trail. */
import { z } from 'zod'
import { tillChoiceSchema } from '../../../shared/books/all-tills.ts'
import { CommandRefused, refuse } from '../../../shared/failure.ts'
import { auditRowSchema } from '../../../shared/page/view.ts'
import { dayAfter, inCalendar, shopMoment } from '../../../shared/shop/shop-day.ts'
import { listedPersonSchema, personSchema, ROLES } from '../../../shared/shop/staff.ts'
import { timeSchema } from '../../../shared/wire.ts'
import { chunked } from '../../base/chunked.ts'
import type { CommandContext } from './command-context.ts'
import { backgroundCommand, commandAlone, defineCommand } from './define-command.ts'
import { day, id, typed, typedPin } from './schemas.ts'

/**
 * Lists everybody, also inactive people; while the till is locked only those who can sign in. `damaged`: the list could
 * not be read, and nobody can sign in.
 */
export const listStaff = backgroundCommand({
  reply: z.strictObject({
    people: z.array(listedPersonSchema),
    damaged: z.boolean(),
  }),
  permission: null,
  whileLocked: () => true,
  handle: ({ shop: { staff } }) => ({
    people: staff.list().filter(({ active }) => active || !staff.isLocked()),
    damaged: staff.isDamaged(),
  }),
})

/** Has no `audit` here: main/shop/people/staff.ts writes its audit rows, because wrong PINs have one too. */
export const signIn = defineCommand({
  request: z.strictObject({ staffId: id, pin: typedPin }),
  permission: null,
  whileLocked: () => true,
  handle: async ({ shop: { staff, importer } }, { staffId, pin }) => {
    await staff.signIn(staffId, pin)
    importer.handTo(staffId)
  },
})

export const lock = defineCommand({
  permission: null,
  handle: ({ shop: { staff } }) => staff.lock(),
})

const typedPerson = { name: typed, role: z.enum(ROLES) }

/**
 * Saves a person. `id` null adds one; the first one is the owner. `pin` null leaves the PIN as it is. With the values `over`
 * which the person typed, only the typed fields are changed, as in `saveGoods`.
 */
export const saveStaff = defineCommand({
  request: z.strictObject({
    ...{ id: id.nullable(), ...typedPerson, pin: typedPin.nullable() },
    over: z.strictObject(typedPerson).exactOptional(),
  }),
  reply: personSchema.extend({ was: personSchema.nullable() }),
  permission: 'staff',
  audit: ({ id: staffId, name, role, pin }) => ({ id: staffId, name, role, newPin: pin !== null }),
  /** What was stored, which with `over` is not all as typed; the name and the role that were changed. */
  auditReply: ({ id: staffId, name, role, was }) => ({
    ...{ id: staffId, name, role },
    ...(was !== null && was.name !== name ? { nameBefore: was.name } : {}),
    ...(was !== null && was.role !== role ? { roleBefore: was.role } : {}),
  }),
  handle: async ({ shop: { staff } }, person, _authorization, { note }) => {
    const { saved, was } = await staff.save(person, (one) => note({ ...one.saved, was: one.was }))
    return { ...saved, was }
  },
})

export const setStaffActive = defineCommand({
  request: z.strictObject({ id, active: z.boolean() }),
  permission: 'staff',
  audit: ({ id: staffId, active }) => ({ staffId, active }),
  handle: ({ shop: { staff } }, { id: staffId, active }, _authorization, { note }) =>
    staff.setActive(staffId, active, () => note(undefined)),
})

export const changePin = defineCommand({
  request: z.strictObject({ pin: typedPin, newPin: typedPin }),
  permission: null,
  audit: commandAlone,
  handle: ({ shop: { staff } }, { pin, newPin }, _authorization, { note }) =>
    staff.changePin(pin, newPin, () => note(undefined)),
})

/** The person who is signed in makes a recovery code. It is only in this reply. */
export const makeRecoveryCode = defineCommand({
  request: z.strictObject({ pin: typedPin }),
  reply: z.strictObject({ code: z.string() }),
  permission: 'staff',
  audit: commandAlone,
  isSecret: true,
  handle: async ({ shop: { staff } }, { pin }, _authorization, { note }) => ({
    code: await staff.makeRecoveryCode(pin, () => note({ code: '' })),
  }),
})

/** Signs in an owner with the recovery code. Has no `audit` here, because nobody is signed in when it begins. */
export const recoverOwner = defineCommand({
  request: z.strictObject({ staffId: id, code: z.string().max(64), newPin: typedPin }),
  permission: null,
  whileLocked: () => true,
  handle: async ({ clock, shop: { staff, importer }, till: { trail } }, { staffId, code, newPin }) => {
    await staff.recoverOwner(staffId, code, newPin, (who) => [
      trail.note({ at: clock.now(), who, action: 'recoverOwner', about: { staffId }, approvedBy: null }),
    ])
    importer.handTo(staffId)
    trail.flush()
  },
})

/** Approves one command: the person who is signed in may send this request once, within a minute. */
export const approve = defineCommand({
  request: z.strictObject({ staffId: id, pin: typedPin, command: z.string().max(64), request: z.unknown() }),
  reply: personSchema,
  permission: null,
  handle: (context, { staffId, pin, command, request }) => {
    // Parsed like the later call, because both requests must be equal.
    const call = context.till.readCall(context, command, request)
    if (call === null || call.permission === null) throw new CommandRefused('INPUT_INVALID')
    return context.shop.staff.approve(staffId, pin, { ...call, permission: call.permission })
  },
})

/** The person at the till has declined the approval that they were asked for. */
export const withdrawApproval = defineCommand({
  request: z.strictObject({ command: z.string().max(64), request: z.unknown() }),
  permission: null,
  handle: (context, { command, request }) =>
    context.shop.staff.withdrawApproval(
      context.till.readCall(context, command, request) ?? refuse('INPUT_INVALID'),
    ),
})

/**
 * Lists audit rows, newest first: of this till, or of other tills of the shop. `before` is the last known row; its `till` and
 * `at` count only for other tills. `until` is the last day that is listed.
 */
export const listAudit = backgroundCommand({
  request: z.strictObject({
    till: tillChoiceSchema.default('this'),
    before: z.strictObject({ till: z.string().max(6), at: timeSchema, seq: z.int().positive() }).nullable(),
    until: day.nullable().default(null),
    limit: z.int().min(1).max(200),
  }),
  reply: z.array(auditRowSchema),
  permission: 'audit',
  handle: async (context, { till, before, until, limit }) => {
    const { journal } = context.session()
    const { allTills } = context.session().manyTills
    const end = until === null ? null : shopMoment(dayAfter(inCalendar(until), 1))
    const ownRows = () =>
      chunked(journal.audit.rowsUntil(end ?? Number.MAX_SAFE_INTEGER, limit, before?.seq ?? null))
    const rows =
      till === 'this'
        ? (await ownRows()).map((row) => {
            const { saleId } = row.about
            const sale = typeof saleId === 'string' ? journal.sales.byId(saleId) : null
            return { ...row, till: null, sale: sale && { id: sale.id, sequence: sale.sequence } }
          })
        : await allTills.audit(till, before ?? (end === null ? null : { till: '', at: end, seq: 1 }), limit)
    return rows.map(({ till: of, seq, at, who, action, about, approvedBy, sale }) => ({
      ...{ till: of, seq, at, action, about, sale },
      who: personOf(who),
      whom: nameOf(context, about, who?.id ?? null),
      approvedBy: personOf(approvedBy),
    }))
  },
})

/** An unknown role, of a later version, counts as the lowest one. */
const personOf = (one: { readonly id: string; readonly name: string; readonly role: string } | null) =>
  one && { id: one.id, name: one.name, role: ROLES.find((role) => role === one.role) ?? 'cashier' }

/** The name of the person that a row is about, if it is not the one who acted. */
function nameOf(
  { shop: { staff } }: CommandContext,
  { staffId, id: personId }: Readonly<Record<string, unknown>>,
  who: string | null,
): string | null {
  const whom = staffId ?? personId
  if (whom === who) return null
  return staff.list().find((one) => one.id === whom)?.name ?? null
}
