import { useCallback, useInsertionEffect, useRef } from 'react'

/** A function with a stable identity that calls the latest `action`, so that memoized parts are not drawn again. */
export function useSteady<Given extends readonly unknown[]>(
  action: (...given: Given) => void,
): (...given: Given) => void {
  const latest = useRef(action)
  useInsertionEffect(() => {
    latest.current = action
  })
  return useCallback((...given) => latest.current(...given), [])
}
