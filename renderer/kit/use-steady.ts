import { useCallback, useInsertionEffect, useRef } from 'react'

/** The same function in every drawing, which does what the last one says: what it is handed to need not be drawn again. */
export function useSteady<Given extends readonly unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(act)
  useInsertionEffect(() => {
    latest.current = act
  })
  return useCallback((...given) => latest.current(...given), [])
}
