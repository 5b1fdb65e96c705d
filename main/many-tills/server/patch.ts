/**
 * How a body of the register travels. Bodies are JSON texts; the server stores objects, whose fields it merges. Another
 * value, such as a setting that is a number, stands under the field "".
 */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [field: string]: Json }
export type Fields = Readonly<Record<string, Json>>

const isObject = (value: Json): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = (body: string | null): Fields => {
  if (body === null) return {}
  const value = JSON.parse(body) as Json
  return isObject(value) && !isWrapped(value) ? value : { '': value }
}

const isWrapped = (fields: Fields): boolean => '' in fields && Object.keys(fields).length === 1

/** The body as the till's register stores it; null where the row was removed. */
export function bodyOf(fields: Fields | null): string | null {
  if (fields === null) return null
  return JSON.stringify(isWrapped(fields) ? fields[''] : fields)
}

export type Patch = { readonly set: Fields; readonly unset: readonly string[]; readonly remove: boolean }

/** What a change of a row did, field by field. Null stands for a row that is not there. */
export function patchOf(before: string | null, after: string | null): Patch {
  if (after === null) return { set: {}, unset: [], remove: true }
  const [had, has] = [fieldsOf(before), fieldsOf(after)]
  const set = Object.entries(has).filter(([field, value]) => sorted(had[field]) !== sorted(value))
  return {
    set: Object.fromEntries(set),
    unset: Object.keys(had).filter((field) => !(field in has)),
    remove: false,
  }
}

/** The body with the patch, as the server merges it where no field conflicts. */
export function withPatch(body: string | null, { set, unset, remove }: Patch): string | null {
  if (remove) return null
  const kept = Object.entries(fieldsOf(body)).filter(([field]) => !unset.includes(field))
  return bodyOf({ ...Object.fromEntries(kept), ...set })
}

/** The order of fields means nothing. */
const sorted = (value: Json | undefined): string | undefined =>
  JSON.stringify(value, (_, inner: Json) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )

export const wrapped = (body: string | null): Fields | null => (body === null ? null : fieldsOf(body))
