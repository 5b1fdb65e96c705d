import { useEffect, useRef } from 'react'
import { createScanReader } from '../scan.ts'

/** A scan wherever the focus is, by its rhythm: under a Cyrillic layout the field itself got something else. */
export function useScan(onScan: (code: string) => void, enabled = true): void {
  const latest = useRef(onScan)
  useEffect(() => {
    latest.current = onScan
  })
  useEffect(() => {
    if (!enabled) return
    const readScan = createScanReader()
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return
      const scanned = readScan(event)
      if (scanned === null) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(scanned)
    }
    window.addEventListener('keydown', onKey, true)
    return () => window.removeEventListener('keydown', onKey, true)
  }, [enabled])
}
