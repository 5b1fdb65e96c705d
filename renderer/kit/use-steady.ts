import { useCallback, useInsertionEffect, useRef } from 'react'

/** A function with a stable identity that calls the latest `act`, so that memoized parts are not drawn again. */
export function useSteady<Given extends readonly unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(act)
  useInsertionEffect(() => {
    latest.current = act
  })
  return useCallback((...given) => latest.current(...given), [])
}
