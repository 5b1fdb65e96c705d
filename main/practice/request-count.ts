import type { Endpoint } from './endpoints.ts'

/** How many requests each endpoint had, "POST /v2/invoice", whatever became of them. */
export type RequestCount = {
  readonly count: (endpoint: Endpoint) => void
  readonly all: () => Readonly<Record<string, number>>
  readonly clear: () => void
}

export function createRequestCount(): RequestCount {
  const counts = new Map<string, number>()
  return {
    count: ({ method, path }) => {
      const name = `${method} ${path}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    all: () => Object.fromEntries(counts),
    clear: () => counts.clear(),
  }
}
