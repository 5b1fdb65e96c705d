/** Records found by their id, by one key they share with others, and all at once; in the order they came. */
export type ReadableRecords<R> = {
  readonly get: (id: string) => R | undefined
  /** Those that share a key. */
  readonly sharing: (key: string) => readonly R[]
  readonly all: () => readonly R[]
}

/** A record as it was from a moment on, ms since 1970. */
export type Version<R> = { readonly at: number; readonly record: R }
/** Chooses one of a record's versions, oldest first; undefined hides the record. */
export type PickVersion = <R>(versions: readonly Version<R>[]) => R | undefined

export type IndexedRecords<R> = ReadableRecords<R> & {
  /** Adds a record, or takes the place of the one of the same id. Its shared key never changes. */
  readonly put: (record: R, at: number) => void
  /** The records in other versions than the newest: all of them are kept. */
  readonly view: (pick: PickVersion) => ReadableRecords<R>
  readonly clear: () => void
}

const newest: PickVersion = (versions) => versions.at(-1)?.record

export function indexedRecords<R>(
  idOf: (record: R) => string,
  keyOf: (record: R) => string,
): IndexedRecords<R> {
  const byId = new Map<string, Version<R>[]>()
  const idsByKey = new Map<string, string[]>()

  const view = (pick: PickVersion): ReadableRecords<R> => {
    const get = (id: string): R | undefined => pick(byId.get(id) ?? [])
    return {
      get,
      sharing: (key) => (idsByKey.get(key) ?? []).flatMap((id) => get(id) ?? []),
      all: () => [...byId.values()].flatMap((versions) => pick(versions) ?? []),
    }
  }

  return {
    ...view(newest),
    view,
    put: (record, at) => {
      const id = idOf(record)
      const versions = byId.get(id)
      if (versions) versions.push({ at, record })
      else {
        byId.set(id, [{ at, record }])
        const ids = idsByKey.get(keyOf(record))
        if (ids) ids.push(id)
        else idsByKey.set(keyOf(record), [id])
      }
    },
    clear: () => {
      byId.clear()
      idsByKey.clear()
    },
  }
}
