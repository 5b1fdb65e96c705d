import { useEffect, useRef } from 'react'
import { createScanReader } from '../scan.ts'
import { createTypedBefore } from '../typed-before.ts'

/** A scan wherever the focus is, by its rhythm: what its keys wrote into a field there is taken out again. */
export function useScan(onScan: (code: string) => void, enabled = true): void {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    if (!enabled) return
    const readScan = createScanReader()
    const typedBefore = createTypedBefore()
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const scanned = readScan(event)
      const putBack = typedBefore(event.target, scanned)
      if (scanned === null) return
      event.preventDefault()
      event.stopPropagation()
      putBack?.()
      latest.current(scanned)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [enabled])
}
