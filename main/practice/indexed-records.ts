/** Records in the order they came, found by their id and by one key they share with others; both at once. */
export type IndexedRecords<R> = {
  readonly get: (id: string) => R | undefined
  /** Those that share a key, in the order they came. */
  readonly sharing: (key: string) => readonly R[]
  readonly all: () => readonly R[]
  /** Adds a record, or takes the place of the one of the same id. Its shared key never changes. */
  readonly put: (record: R) => void
  readonly clear: () => void
}

export function indexedRecords<R>(
  idOf: (record: R) => string,
  keyOf: (record: R) => string,
): IndexedRecords<R> {
  const byId = new Map<string, R>()
  const idsByKey = new Map<string, string[]>()

  const found = (ids: readonly string[]): R[] => ids.flatMap((id) => byId.get(id) ?? [])

  return {
    get: (id) => byId.get(id),
    sharing: (key) => found(idsByKey.get(key) ?? []),
    all: () => [...byId.values()],
    put: (record) => {
      const id = idOf(record)
      if (!byId.has(id)) {
        const ids = idsByKey.get(keyOf(record))
        if (ids) ids.push(id)
        else idsByKey.set(keyOf(record), [id])
      }
      byId.set(id, record)
    },
    clear: () => {
      byId.clear()
      idsByKey.clear()
    },
  }
}
