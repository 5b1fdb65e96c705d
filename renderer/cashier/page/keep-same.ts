/**
 * Returns `after`, with every part that equals its counterpart in `before` replaced by the old object. A view arrives
 * as new objects only, and React renders a part again only if its object changed. Works for JSON values.
 */
export function keepSame<Value>(before: unknown, after: Value): Value {
  if (Object.is(before, after)) return after
  if (Array.isArray(after)) return Array.isArray(before) ? sameList(before, after) : after
  if (!isRecord(after) || !isRecord(before)) return after
  return sameRecord(before, after)
}

const ABSENT = Symbol('absent')

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function sameList<List extends readonly unknown[]>(before: readonly unknown[], after: List): List {
  const kept = after.map((value, place) => keepSame(before[place], value))
  const same = before.length === after.length && kept.every((value, place) => Object.is(value, before[place]))
  return (same ? before : kept) as unknown as List
}

function sameRecord<Value extends Readonly<Record<string, unknown>>>(
  before: Readonly<Record<string, unknown>>,
  after: Value,
): Value {
  const had = (name: string): unknown => (Object.hasOwn(before, name) ? before[name] : ABSENT)
  const kept = Object.entries(after).map(([name, value]) => [name, keepSame(had(name), value)] as const)
  const same =
    kept.length === Object.keys(before).length && kept.every(([name, value]) => Object.is(value, had(name)))
  // From entries, so that a key such as `__proto__` is an ordinary key.
  return (same ? before : Object.fromEntries(kept)) as Value
}
