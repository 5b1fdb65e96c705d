/**
 * Figures as paths, so that a comparison names what differs: `sales.K01-261110-0006-LCS8.surplus` and its value. The
 * rows of a list get a key (a number, an id, a subject with its day and key), so that an added row moves no other. A
 * list of texts is treated as a set.
 */
export type Flat = ReadonlyMap<string, Leaf>
type Leaf = string | number | boolean | null

export function flat(value: unknown, path = ''): Flat {
  return new Map(pairs(value, path))
}

/** `undefined` on a side that lacks the path. */
export type Difference = {
  readonly path: string
  readonly was: Leaf | undefined
  readonly is: Leaf | undefined
}

export function differences(was: Flat, is: Flat): readonly Difference[] {
  const paths = [...new Set([...was.keys(), ...is.keys()])].sort()
  return paths
    .filter((path) => was.get(path) !== is.get(path))
    .map((path) => ({ path, was: was.get(path), is: is.get(path) }))
}

function pairs(value: unknown, path: string): readonly (readonly [string, Leaf])[] {
  if (Array.isArray(value)) return listPairs(value, path)
  if (typeof value !== 'object' || value === null) return [[path, value as Leaf]]
  return Object.entries(value).flatMap(([name, part]) => pairs(part, under(path, name)))
}

function listPairs(list: readonly unknown[], path: string): readonly (readonly [string, Leaf])[] {
  const times = new Map<string, number>()
  return list.flatMap((item) => {
    const key = keyOf(item)
    const nth = (times.get(key) ?? 0) + 1
    times.set(key, nth)
    const name = nth === 1 ? key : `${key} (${nth})`
    return typeof item === 'string' ? [[under(path, name), true] as const] : pairs(item, under(path, name))
  })
}

/** The fields that identify a row. */
const KEYS: readonly (readonly string[])[] = [
  ['subject', 'day', 'key'],
  ['number'],
  ['span'],
  ['sale', 'cause'],
  ['sale', 'kind'],
  ['id'],
  ['seq'],
  ['payment'],
  ['at'],
]

function keyOf(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  const names = KEYS.find((some) => some.every((name) => name in item)) ?? []
  return names.map((name) => String((item as Readonly<Record<string, unknown>>)[name])).join(' ')
}

const under = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
