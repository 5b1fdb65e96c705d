import { useCallback, useState } from 'react'
import { sound } from '../sounds/index.ts'

export type Refusals<Refusal> = {
  /** All since the last press or scan. There may be several, because scans can be faster than the answers. */
  readonly refusals: readonly Refusal[]
  readonly refuse: (refusal: Refusal) => void
  /** Removes all refusals, or all but those for which `kept` is true. */
  readonly forget: (kept?: (refusal: Refusal) => boolean) => void
}

const NONE: readonly never[] = []

/** Why scans or presses added nothing, until a person who has seen it goes on. */
export function useRefusals<Refusal>(): Refusals<Refusal> {
  const [refusals, setRefusals] = useState<readonly Refusal[]>(NONE)
  const refuse = useCallback((refusal: Refusal) => {
    sound('refused')
    setRefusals((before) => [...before, refusal])
  }, [])
  const forget = useCallback(
    (kept?: (refusal: Refusal) => boolean) => setRefusals((before) => (kept ? before.filter(kept) : NONE)),
    [],
  )
  return { refusals, refuse, forget }
}
