import { type ComponentType, useEffect, useReducer, useState } from 'react'

/** A part of the page whose code is not needed before the first sale, and is loaded after the till is shown. */
export type Later = {
  /** Null until it is loaded. */
  readonly part: () => ComponentType | null
  readonly load: () => Promise<void>
}

export function later(load: () => Promise<ComponentType>): Later {
  let loaded: ComponentType | null = null
  return {
    part: () => loaded,
    load: async () => {
      loaded ??= await load()
    },
  }
}

/** Renders the part at once where it is loaded, and nothing until then. */
export function LaterPart({ of }: { readonly of: Later }) {
  const Part = of.part()
  const [, drawAgain] = useReducer((times: number) => times + 1, 0)
  const [failed, fail] = useState<{ readonly error: unknown } | null>(null)
  useEffect(() => {
    if (Part !== null) return
    of.load().then(drawAgain, (error: unknown) => fail({ error }))
  }, [Part, of])
  if (failed !== null) throw failed.error // to the error boundary, which offers to load the page again
  return Part === null ? null : <Part />
}

/** Loads the parts one after the other while the till has nothing to do. */
export function loadWhenIdle([next, ...others]: readonly Pick<Later, 'load'>[]): void {
  if (next === undefined) return
  requestIdleCallback(() => void next.load().finally(() => loadWhenIdle(others)), {
    timeout: LONGEST_WAIT_MS,
  })
}

const LONGEST_WAIT_MS = 2_000
