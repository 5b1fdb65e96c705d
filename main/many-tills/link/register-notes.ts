/**
 * What a till remembers of the shop's register, in rows of its own register: each row as the shop database had it when
 * the till agreed with it, how far it has read, and what a person has to decide. A row that differs from what was agreed
 * was changed here and is not sent yet, so there is no second list of changes.
 */
import { z } from 'zod'
import type { Register, RegisterChange, SharedKind } from '../../storage/register/index.ts'
import type { Fields, Json } from '../server/index.ts'

const json: z.ZodType<Json> = z.json()

const agreed = z.strictObject({
  /** At the server; 0 before the row is there. */
  version: z.int().nonnegative(),
  /** The shared part (register-kinds.ts); null where the row was removed. */
  part: z.string().nullable(),
  /** What was sent and not answered yet: it may be at the server, so it is sent again before any later change. */
  sent: z.string().nullable().exactOptional(),
  /** Fields of the server's row that this program does not know. */
  more: z.record(z.string(), json).exactOptional(),
})
export type Agreed = z.infer<typeof agreed>

const conflict = z.strictObject({
  at: z.int(),
  /** A field and its value at this till, or, with the field null, the whole part. Null: not there. */
  ours: z.array(z.strictObject({ field: z.string().nullable(), value: json })),
})
export type Conflict = z.infer<typeof conflict>
export type Ours = Conflict['ours'][number]

const place = z.strictObject({
  /** The login: after the till joins again it begins anew. */
  user: z.string(),
  /** The shop's name. A till that joins the same shop again keeps the conflicts that a person has to decide. */
  shop: z.string(),
  epoch: z.string(),
  position: z.int(),
  /** Whether all was exchanged once. */
  complete: z.boolean(),
})
export type Place = z.infer<typeof place>

/** A name without the slash of all others. */
const PLACE = 'place'

export type RowName = { readonly kind: SharedKind; readonly key: string }
export const nameOf = ({ kind, key }: RowName): string => `${kind}/${key}`
function rowNamed(name: string): RowName {
  const at = name.indexOf('/')
  return { kind: name.slice(0, at) as SharedKind, key: name.slice(at + 1) }
}

type Reads = Pick<Register, 'row' | 'rows' | 'portions' | 'write'>

export const agreedOn = (register: Pick<Register, 'row'>, row: RowName): Agreed | null => {
  const found = register.row('agreed', nameOf(row))
  return found === null ? null : agreed.parse(JSON.parse(found.body))
}

export function* allAgreed(register: Pick<Register, 'portions'>): Generator<readonly (RowName & Agreed)[]> {
  for (const rows of register.portions('agreed'))
    yield rows.flatMap(({ key, body }) =>
      key === PLACE ? [] : [{ ...rowNamed(key), ...agreed.parse(JSON.parse(body)) }],
    )
}

/** Null forgets the row. */
export const agreedNote = (row: RowName, now: Agreed | null): RegisterChange => ({
  kind: 'agreed',
  key: nameOf(row),
  body: now && JSON.stringify(now),
})

export const conflictNote = (row: RowName, now: Conflict | null): RegisterChange => ({
  kind: 'conflict',
  key: nameOf(row),
  body: now && JSON.stringify(now),
})

export const conflictsIn = (register: Pick<Register, 'rows'>): (RowName & Conflict)[] =>
  register
    .rows('conflict')
    .map(({ key, body }) => ({ ...rowNamed(key), ...conflict.parse(JSON.parse(body)) }))

export const conflictOf = (register: Pick<Register, 'row'>, row: RowName): Conflict | null => {
  const found = register.row('conflict', nameOf(row))
  return found === null ? null : conflict.parse(JSON.parse(found.body))
}

/** Also returns the place of an earlier membership. */
export function readPlace(register: Pick<Register, 'row'>): Place | null {
  const found = register.row('agreed', PLACE)
  return found === null ? null : place.parse(JSON.parse(found.body))
}

export const writePlace = (register: Pick<Register, 'write'>, now: Place): void =>
  register.write('agreed', [{ key: PLACE, body: JSON.stringify(now) }])

/** Removes the notes of these kinds, but not the place, which the caller writes next. */
export function forgetShop(register: Reads, kinds: readonly ('agreed' | 'conflict')[]): void {
  for (const kind of kinds)
    for (const rows of register.portions(kind))
      register.write(
        kind,
        rows.flatMap(({ key }) => (key === PLACE ? [] : [{ key, body: null }])),
      )
}

/** The conflict with these values of ours added. */
export function withOurs(had: Conflict | null, ours: readonly Ours[], at: number): Conflict | null {
  const kept = (had?.ours ?? []).filter(({ field }) => !ours.some((one) => one.field === field))
  const all = [...kept, ...ours]
  return all.length === 0 ? null : { at, ours: all }
}

/** The fields of `fields` that `part` does not have. */
export function unknownIn(fields: Fields, part: Fields): Readonly<Record<string, Json>> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in part)))
}
